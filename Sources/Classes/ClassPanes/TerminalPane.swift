import Cells
import Classes
import PlayCore
import ScreenKit

extension ClassScreen {
    var sharedTerminal: SharedTerminal? { view.snapshot.terminal?.content }

    var terminalTitle: String {
        guard let terminal = sharedTerminal else { return Self.name(.terminal) }
        let owner = view.people.first { $0.user.id == terminal.user }.map { ChatLines.name($0.user) } ?? ""
        let title = owner.isEmpty ? Self.name(.terminal) : tr("Terminal of %1", owner)
        return terminalScroll > 0 ? title + " " + trn("%1 line back", "%1 lines back", terminalScroll) : title
    }

    /// Makes a new shared terminal the large pane, and restores the previous one at its end.
    mutating func followTerminal(was: String?) {
        let now = sharedTerminal?.user
        guard now != was else {
            terminalScroll = min(terminalScroll, sharedTerminal?.scrollback.count ?? 0)
            return
        }
        terminalScroll = 0
        guard now != nil else {
            if major == .terminal { major = coveredMajor ?? .video }
            coveredMajor = nil
            return
        }
        hidden.remove(.terminal)
        guard major != .terminal else { return }
        coveredMajor = coveredMajor ?? major
        major = .terminal
    }
}

extension ClassScreen {
    mutating func scrollTerminal(_ step: ClassKeyAction.Step, _ context: ClassContext) {
        guard let terminal = sharedTerminal, let height = layout(context)?.place(of: .terminal)?.content.height else {
            return
        }
        // A screen higher than the pane can also be scrolled.
        let limit = terminal.scrollback.count + max(0, terminal.screen.count - height)
        let wanted =
            switch step {
            case .rows(let rows): terminalScroll - rows
            case .pages(let pages): terminalScroll - pages * max(1, height / 2)
            case .first: limit
            case .last: 0
            }
        terminalScroll = min(max(0, wanted), limit)
    }
}

extension CellBuffer {
    /// - Parameter scrolled: the lines scrolled back; with 0 the cursor is kept in view.
    mutating func write(_ terminal: SharedTerminal, scrolled: Int, in area: Rect) {
        let all = terminal.scrollback.count + terminal.screen.count
        var bottom = all
        if scrolled > 0 {
            bottom = max(min(all, area.height), all - scrolled)
        } else if let cursor = terminal.cursor {
            // A lower pane shows the rows up to the cursor, or the end of the screen if the cursor is still in view
            // there.
            let row = terminal.scrollback.count + cursor.row
            bottom = min(all, max(row + 1, all - max(0, terminal.screen.count - area.height)))
        }
        let column = scrolled == 0 ? Self.firstColumn(terminal, width: area.width) : 0
        let top = max(0, bottom - area.height)
        // Rows above the screen are visible only after scrolling back.
        let first = scrolled > 0 ? top : max(top, terminal.scrollback.count)
        for index in first..<max(first, bottom) {
            let history = terminal.scrollback.count
            let line = index < history ? terminal.scrollback[index] : terminal.screen[index - history]
            write(
                line, from: column,
                Rect(column: area.column, row: area.row + index - first, width: area.width, height: 1))
        }
        guard scrolled == 0, let cursor = terminal.cursor else { return }
        let (x, y) = (cursor.column - column, terminal.scrollback.count + cursor.row - first)
        guard (0..<area.width).contains(x), (0..<area.height).contains(y) else { return }
        self[area.column + x, area.row + y].attributes.formSymmetricDifference(.reverse)
    }

    /// Returns the first visible column. It moves in steps of half a pane to keep the cursor in view.
    private static func firstColumn(_ terminal: SharedTerminal, width: Int) -> Int {
        guard let cursor = terminal.cursor, cursor.column >= width, width > 1 else { return 0 }
        let step = max(1, width / 2)
        return ((cursor.column - width) / step + 1) * step
    }

    private mutating func write(_ line: TerminalLine, from first: Int, _ area: Rect) {
        var scalars = line.text.unicodeScalars[...]
        var column = -first
        for run in line.runs + [TerminalLine.Run(TerminalLine.maximumLength, .plain)] {
            guard !scalars.isEmpty, column < area.width else { return }
            let piece = SafeText.clean(String(String.UnicodeScalarView(scalars.prefix(run.length))), limit: run.length)
            scalars = scalars.dropFirst(run.length)
            let style = Style(run.look)
            for character in piece {
                let width = TextWidth.columns(of: String(character))
                if column >= 0, column + width <= area.width {
                    write(String(character), column: area.column + column, row: area.row, style: style)
                }
                column += width
            }
        }
    }
}

extension Style {
    /// Maps the shared terminal's colours to the same palette numbers here.
    fileprivate init(_ look: TerminalLine.Look) {
        var attributes: Cell.Attributes = []
        if look.attributes.contains(.bold) { attributes.insert(.bold) }
        if look.attributes.contains(.dim) { attributes.insert(.dim) }
        if look.attributes.contains(.italic) { attributes.insert(.italic) }
        if look.attributes.contains(.underline) { attributes.insert(.underline) }
        if look.attributes.contains(.reverse) { attributes.insert(.reverse) }
        self.init(
            foreground: look.foreground.map(Self.color) ?? .terminalDefault,
            background: look.background.map(Self.color) ?? .terminalDefault, attributes: attributes)
    }

    private static func color(_ number: Int) -> Color {
        number < TerminalLine.Look.direct
            ? .palette(UInt8(clamping: number)) : Color(rawValue: UInt32(number - TerminalLine.Look.direct))
    }
}
