import Cells
import Classes
import Commands
import PlayCore
import PlaybackModel
import Playlists

extension ClassScreen {
    /// Returns the header's text, or `nil` if the class is one recording.
    func partText(_ glyphs: Glyphs) -> String? {
        let parts = view.parts
        guard parts.kind != .none, parts.rows.indices.contains(parts.index) else { return nil }
        let number = tr("part %1 of %2", "\(parts.index + 1)", "\(parts.rows.count)")
        let title = SafeText.clean(parts.rows[parts.index].title ?? "", limit: 60)
        return title.isEmpty ? number : tr("%1: %2", number, title)
    }

    func partLines(_ glyphs: Glyphs) -> [ClassLine] {
        view.parts.rows.enumerated().map { item, row in
            let isCurrent = item == view.parts.index
            let title = SafeText.clean(row.title ?? "", limit: 200)
            var words = [
                ClassLine.Word(text: (isCurrent ? glyphs.play : " ") + " ", style: Theme.accent),
                ClassLine.Word(
                    text: title.isEmpty ? tr("Part %1", "\(item + 1)") : title,
                    style: isCurrent ? Theme.bold : Theme.plain),
            ]
            // The start on the timeline tells more than the length.
            if let time = row.start ?? row.duration {
                words.append(ClassLine.Word(text: "  " + TimeText.format(time), style: Theme.dim))
            }
            return ClassLine(words, item: item)
        }
    }
}

extension AppState {
    /// Moves to the next (1) or previous (−1) part.
    mutating func movePart(by step: Int, at now: HostTime) -> [Effect] {
        guard let parts = room?.view.parts, parts.kind != .none else { return [] }
        guard parts.rows.indices.contains(parts.index + step) else {
            message = Message(step > 0 ? tr("Already at the last part") : tr("Already at the first part"), at: now)
            return []
        }
        return goToPart(parts.index + step, at: now)
    }

    mutating func goToPart(_ number: Int, at now: HostTime) -> [Effect] {
        guard let parts = room?.view.parts, parts.rows.indices.contains(number) else { return [] }
        let row = parts.rows[number]
        if let start = row.start { return seek(.absolute(start), .exact, at: now) }
        guard let place = list.items.firstIndex(where: { $0.location == row.location }) else { return [] }
        return [.moveTo(place)]
    }
}
