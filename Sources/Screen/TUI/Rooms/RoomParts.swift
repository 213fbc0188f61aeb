import Cells
import Commands
import Localization
package import PlayCore
import PlaybackModel
import Text

/// ROOM-04, ROOM-05: what a class consists of, to choose from. A value; its texts are unverified.
package struct RoomParts: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// Nothing to choose: the class is one recording.
        case none
        /// They play as one.
        case slices
        /// They are items of the list.
        case items
    }

    package struct Row: Sendable, Equatable {
        package var title: String?
        /// On the axis of what plays; nil: it is an item of its own.
        package var start: MediaTime?
        package var duration: MediaTime?
        /// By which the list knows it; nil: see ``start``.
        package var location: String?

        package init(
            title: String?, start: MediaTime? = nil, duration: MediaTime? = nil, location: String? = nil
        ) {
            self.title = title
            self.start = start
            self.duration = duration
            self.location = location
        }
    }

    package var kind = Kind.none
    package var rows: [Row] = []
    /// The one that plays.
    package var index = 0

    package init() {}

    package init(kind: Kind, rows: [Row], index: Int) {
        self.kind = kind
        self.rows = rows
        self.index = index
    }
}

extension RoomScreen {
    /// Of the header; nil: the class is one recording.
    func partText(_ glyphs: Glyphs) -> String? {
        let parts = facts.parts
        guard parts.kind != .none, parts.rows.indices.contains(parts.index) else { return nil }
        let number = tr("part %1 of %2", "\(parts.index + 1)", "\(parts.rows.count)")
        let title = SafeText.clean(parts.rows[parts.index].title ?? "", limit: 60)
        return title.isEmpty ? number : number + ": " + title
    }

    func partLines(_ glyphs: Glyphs) -> [RoomLine] {
        facts.parts.rows.enumerated().map { item, row in
            let isCurrent = item == facts.parts.index
            let title = SafeText.clean(row.title ?? "", limit: 200)
            var words = [
                RoomLine.Word(text: (isCurrent ? glyphs.play : " ") + " ", style: Theme.accent),
                RoomLine.Word(
                    text: title.isEmpty ? tr("Part %1", "\(item + 1)") : title,
                    style: isCurrent ? Theme.bold : Theme.plain),
            ]
            // The place on the axis says more than the length.
            if let time = row.start ?? row.duration {
                words.append(RoomLine.Word(text: "  " + TimeText.format(time), style: Theme.dim))
            }
            return RoomLine(words, item: item)
        }
    }
}

extension AppState {
    /// The next (1) or previous (−1) part of the class.
    mutating func movePart(by step: Int, at now: HostTime) -> [Effect] {
        guard let parts = room?.facts.parts, parts.kind != .none else { return [] }
        guard parts.rows.indices.contains(parts.index + step) else {
            message = Message(step > 0 ? tr("This is the last part") : tr("This is the first part"), at: now)
            return []
        }
        return goToPart(parts.index + step, at: now)
    }

    mutating func goToPart(_ number: Int, at now: HostTime) -> [Effect] {
        guard let parts = room?.facts.parts, parts.rows.indices.contains(number) else { return [] }
        let row = parts.rows[number]
        if let start = row.start { return seek(.absolute(start), .exact, at: now) }
        guard let place = list.items.firstIndex(where: { $0.location == row.location }) else { return [] }
        return [.moveTo(place)]
    }
}
