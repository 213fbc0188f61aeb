package import Catalogue
import PlayCore
import Playlists
import ScreenKit

package struct CatalogueOrder: Sendable, Hashable {
    /// Increases with each request. Answers to older requests are not shown.
    package let number: Int
    package let places: [CataloguePlace]
    /// `nil` for the newest videos.
    package let text: String?

    package init(number: Int, places: [CataloguePlace], text: String?) {
        (self.number, self.places, self.text) = (number, places, text)
    }
}

package struct CatalogueAnswer: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case found([AlbumList.Item])
        /// Loading failed, with an unverified reason.
        case failed(String)
    }

    package let order: CatalogueOrder
    /// The index in the order's places.
    package let place: Int
    package let outcome: Outcome

    package init(_ order: CatalogueOrder, place: Int, _ outcome: Outcome) {
        (self.order, self.place, self.outcome) = (order, place, outcome)
    }
}

/// The videos of one catalogue, or search results of all.
package struct CatalogueView: Sendable, Equatable {
    package private(set) var order: CatalogueOrder
    private var outcomes: [CatalogueAnswer.Outcome?]
    /// Whether history and library are also searched.
    let isSearch: Bool
    private let played: [AlbumList.Item]
    /// The films found in the library; `nil` while it is searched.
    private var files: [AlbumList.Item]?
    private(set) var items: [AlbumList.Item] = []
    /// By index in ``items``.
    var list = ListState<Int>(rows: [])
    var editor: LineEditor?

    init(_ order: CatalogueOrder) {
        self.order = order
        outcomes = Array(repeating: nil, count: order.places.count)
        (isSearch, played, files) = (false, [], [])
    }

    init(_ order: CatalogueOrder, played: [AlbumList.Item], awaitsLibrary: Bool) {
        self.order = order
        outcomes = Array(repeating: nil, count: order.places.count)
        (isSearch, self.played, files) = (true, played, awaitsLibrary ? nil : [])
        arrange()
    }

    mutating func ask(_ new: CatalogueOrder) {
        let editor = editor
        self = CatalogueView(new)
        self.editor = editor
    }

    var isComplete: Bool { files != nil && outcomes.allSatisfy { $0 != nil } }

    /// `nil` if there are results, or some may still come.
    var failure: String? {
        guard isComplete, items.isEmpty else { return nil }
        for case .failed(let reason)? in outcomes { return reason }
        return nil
    }

    var selected: AlbumList.Item? { list.selection.map { items[$0] } }

    mutating func update(_ answer: CatalogueAnswer) {
        guard answer.order == order, outcomes.indices.contains(answer.place) else { return }
        outcomes[answer.place] = answer.outcome
        arrange()
    }

    /// Adds films found in the library, without those of the history.
    mutating func found(_ paths: [String], for text: String) {
        guard isSearch, text == order.text else { return }
        let known = Set(played.map(\.reference))
        files = paths.filter { !known.contains($0) }.map { path in
            AlbumList.Item(vid: path, reference: path, title: ByteText.shown(PathText.name(of: path)))
        }
        arrange()
    }

    private mutating func arrange() {
        items = []
        var parts = [(tr("Recently played"), played), (tr("Library"), files ?? [])]
        for (place, outcome) in zip(order.places, outcomes) {
            if case .found(let found)? = outcome { parts.append((SafeText.phrase(place.name), found)) }
        }
        var rows: [ListRow<Int>] = []
        for (name, found) in parts where !found.isEmpty {
            if isSearch || order.places.count > 1 { rows.append(.heading(name)) }
            rows += found.enumerated().map { index, item in
                ListRow(
                    items.count + index, SafeText.phrase(item.title ?? item.vid),
                    detail: item.duration.map { TimeText.format($0) } ?? "")
            }
            items += found
        }
        list.replace(rows: rows)
    }
}
