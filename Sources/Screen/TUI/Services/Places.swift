import Catalogue
import Cells
import ClassPanes
import Classes
import PlayCore
import PlaybackModel
import ScreenKit

/// A chapter of the container or a mark of the service. Slider, list and chapter keys treat both alike.
struct Place: Sendable, Equatable {
    enum Kind: Sendable, Hashable {
        case chapter(Int)
        case mark(Int)
    }

    let time: MediaTime
    /// The unverified title.
    let title: String?
    let kind: Kind

    /// Returns both, in order of time. Leaves out marks at the start of a chapter of the same name, and adverts, which
    /// are not targets.
    static func merged(_ chapters: [Chapter], _ marks: [CuePoint]) -> [Place] {
        let own = chapters.enumerated().map { Place(time: $1.range.start, title: $1.title, kind: .chapter($0)) }
        guard !marks.isEmpty else { return own }
        let given = marks.enumerated().filter { $1.kind != .advert }.map {
            Place(time: $1.time, title: $1.title, kind: .mark($0))
        }
        let new = given.filter { mark in
            !own.contains { $0.title == mark.title && abs(($0.time - mark.time).nanoseconds) < 500_000_000 }
        }
        return (own + new).enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }
}

extension AppState {
    /// The marks of the service and the class.
    var marks: [CuePoint] { room.map { services.marks + $0.view.marks } ?? services.marks }

    var places: [Place] { Place.merged(snapshot.chapters, marks) }

    var hasPlaces: Bool { !snapshot.chapters.isEmpty || marks.contains { $0.kind != .advert } }

    func place(at time: MediaTime) -> Int? {
        if marks.isEmpty { return snapshot.chapters.index(at: time) }
        let places = places
        let next = places.partitioningIndex { $0.time > time }
        return next > 0 ? next - 1 : nil
    }

    func placeName(_ index: Int, in places: [Place]) -> String {
        let title = SafeText.clean(places[index].title ?? "", limit: 60)
        return title.isEmpty ? "\(index + 1)" : tr("%1: %2", "\(index + 1)", title)
    }

    mutating func seekToPlace(_ kind: Place.Kind, at now: HostTime) -> [Effect] {
        switch kind {
        case .chapter(let index):
            return snapshot.chapters.indices.contains(index) ? seekToChapter(index, at: now) : []
        case .mark(let index):
            guard marks.indices.contains(index) else { return [] }
            return seek(.absolute(marks[index].time), .exact, at: now)
        }
    }

    func placeRows(at now: HostTime) -> [PanelRow] {
        let current = place(at: shownPosition(at: now))
        let refusal = seekingRefusal
        let places = places
        return places.indices.map { index in
            let choice: PanelChoice =
                switch places[index].kind {
                case .chapter(let chapter): .chapter(chapter)
                case .mark(let mark): .mark(mark)
                }
            return PanelRow(
                choice, placeName(index, in: places),
                detail: TimeText.format(places[index].time, like: snapshot.duration),
                isCurrent: index == current, refusal: refusal)
        }
    }
}
