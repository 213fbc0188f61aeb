package import Catalogue
import PlayCore
import Playlists

/// A request to catalogues.
package struct CatalogueOrder: Sendable, Hashable {
    /// A number that rises with each request: answers to older ones are not shown.
    package let number: Int
    /// The places, in their order.
    package let places: [CataloguePlace]
    /// The text to search for, or `nil` for the newest videos.
    package let text: String?

    package init(number: Int, places: [CataloguePlace], text: String?) {
        (self.number, self.places, self.text) = (number, places, text)
    }
}

/// The answer of one place.
package struct CatalogueAnswer: Sendable, Equatable {
    package enum Outcome: Sendable, Equatable {
        case found([AlbumList.Item])
        /// The reason; unverified text.
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

/// The videos of one catalogue, or the results of all of them for some words, as arranged by the viewer.
package struct CatalogueView: Sendable, Equatable {
    package private(set) var order: CatalogueOrder
    private var outcomes: [CatalogueAnswer.Outcome?]
    /// Whether the history and the library are searched, too.
    let isSearch: Bool
    private let played: [AlbumList.Item]
    /// The films of the library, or `nil` while the search runs.
    private var files: [AlbumList.Item]?
    private(set) var items: [AlbumList.Item] = []
    /// The list, by index in ``items``.
    var list = ListState<Int>(rows: [])
    /// The field of the words, or `nil` if it is closed.
    var editor: LineEditor?

    init(_ order: CatalogueOrder) {
        self.order = order
        outcomes = Array(repeating: nil, count: order.places.count)
        (isSearch, played, files) = (false, [], [])
    }

    /// Creates the results of a search in all places.
    init(_ order: CatalogueOrder, played: [AlbumList.Item], awaitsLibrary: Bool) {
        self.order = order
        outcomes = Array(repeating: nil, count: order.places.count)
        (isSearch, self.played, files) = (true, played, awaitsLibrary ? nil : [])
        arrange()
    }

    /// Searches for other words in the same places.
    mutating func ask(_ new: CatalogueOrder) {
        let editor = editor
        self = CatalogueView(new)
        self.editor = editor
    }

    var isComplete: Bool { files != nil && outcomes.allSatisfy { $0 != nil } }

    /// The reason why there are no results, or `nil` if there are some or they are still awaited.
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

    /// Adds the library's results. Films of the history are not listed twice.
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
