import Cells
import Classes
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

extension ClassScreen {
    /// Describes the current part for the header, or returns `nil` for a class of one recording.
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
            // The start on the timeline says more than the duration.
            if let time = row.start ?? row.duration {
                words.append(ClassLine.Word(text: "  " + TimeText.format(time), style: Theme.dim))
            }
            return ClassLine(words, item: item)
        }
    }
}

extension ClassScreen {
    /// Moves to the next (1) or previous (−1) part.
    func movePart(by step: Int) -> Consequences {
        guard view.parts.kind != .none else { return [] }
        guard view.parts.rows.indices.contains(view.parts.index + step) else {
            return [.say(step > 0 ? tr("Already at the last part") : tr("Already at the first part"))]
        }
        return goToPart(view.parts.index + step)
    }

    func goToPart(_ number: Int) -> Consequences {
        guard view.parts.rows.indices.contains(number) else { return [] }
        let row = view.parts.rows[number]
        if let start = row.start { return [.order(.seek(to: start))] }
        return row.location.map { [.order(.playPart(location: $0))] } ?? []
    }
}
