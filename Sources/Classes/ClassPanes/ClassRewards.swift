package import Cells
package import Classes
import PlayCore
import ScreenKit
import SlidePictures

package enum ClassRewards {
    static let promptStyle = Style(foreground: .palette(1), attributes: .bold)

    struct Prompt: Equatable {
        let text: String
        let column: Int
    }

    /// Returns the prompt for a falling red packet, or `nil` without one or without space right of the tabs.
    static func prompt(_ room: ClassScreen, _ layout: ClassLayout, _ terminal: TerminalTraits) -> Prompt? {
        guard room.view.hasRedPacket else { return nil }
        let tabs = ClassTab.all(room, columns: terminal.columns).last.map { $0.column + $0.width } ?? 0
        // The prompt may cover tabs, because the packet is gone soon.
        for text in [tr("Red packet: press r"), tr("r red packet")] {
            let column = terminal.columns - 1 - TextWidth.columns(of: text)
            if column > tabs + 1 { return Prompt(text: text, column: column) }
        }
        let text = tr("r red packet")
        let column = terminal.columns - 1 - TextWidth.columns(of: text)
        return column > 0 ? Prompt(text: text, column: column) : nil
    }

    package static func words(_ score: RedPacketScore) -> String {
        switch score.status {
        case .normal: trn("Red packet: %1 point", "Red packet: %1 points", score.score)
        case .segmentNotFound: tr("No red packet right now")
        case .packetNotFound: tr("Red packet not found")
        case .closed: tr("This class has no red packets")
        }
    }

    // MARK: Awards

    /// Returns a pane of half the terminal's width and height, so that most of the panes stay visible.
    static func picturePane(_ terminal: TerminalTraits) -> SlidePane {
        SlidePane(
            columns: max(8, terminal.columns / 2 - 2), rows: max(3, terminal.rows / 2 - 2),
            cellAspect: terminal.cellAspect, fit: .whole)
    }
}

extension CellBuffer {
    /// Writes the award over the middle of the screen. If a film covers everything, only the giver's name is written.
    package mutating func writeAward(of room: ClassScreen, _ context: ClassContext) {
        guard let award = room.view.award else { return }
        let glyphs = context.glyphs
        let name = SafeText.clean(award.fromUserName, limit: 60)
        let text = tr("%1 gives an award", name.contains { !$0.isWhitespace } ? name : tr("someone"))
        let pane = ClassRewards.picturePane(context.terminal)
        if award.film != nil, rows > 4 {
            let line = glyphs.fitted("* " + text, columns - 4)
            let column = (columns - TextWidth.columns(of: line)) / 2
            write(line, column: column, row: rows - 3, style: Theme.warning)
            return
        }
        guard columns >= pane.columns + 4, rows >= pane.rows + 4 else { return }
        var size = (width: max(24, TextWidth.columns(of: text) + 6), height: 3)
        let picture = room.awardPicture
        if case .cells = picture { size = (pane.columns + 2, pane.rows + 2) }
        size.width = min(size.width, columns - 2)
        let rect = Rect(
            column: (columns - size.width) / 2, row: (rows - size.height) / 2, width: size.width, height: size.height)
        guard case .cells(let cells) = picture else {
            box(rect, title: "", hint: "", glyphs)
            write(
                glyphs.fitted("* " + text, size.width - 4), column: rect.column + 2, row: rect.row + 1,
                style: Theme.warning)
            return
        }
        box(rect, title: glyphs.fitted(text, size.width - 6), hint: "", glyphs)
        for row in 0..<min(cells.rows, rect.height - 2) {
            for column in 0..<min(cells.columns, rect.width - 2) {
                self[rect.column + 1 + column, rect.row + 1 + row] = cells[column, row]
            }
        }
    }
}
