package import Cells

/// A model of a terminal that understands the output of tvplay and ncurses and keeps the visible state.
///
/// Records unknown sequences in ``problems``, so a test can require that none was written.
package struct VTScreen: Sendable {
    package internal(set) var columns: Int
    package internal(set) var rows: Int
    package internal(set) var cells: [Cell]
    package internal(set) var cursorColumn = 0
    package internal(set) var cursorRow = 0
    /// Whether the last column is written and the next glyph starts the next row.
    package internal(set) var isWrapPending = false
    /// `?25`, `?1049`, ….
    package internal(set) var modes: Set<Int> = [7, 25]
    var savedModes: Set<Int> = []
    /// xterm's modifyOtherKeys.
    package internal(set) var otherKeysLevel = 0
    package internal(set) var title = ""
    package internal(set) var problems: [String] = []
    /// To DA1 and DSR. The sender clears them.
    package var answers = ""
    package var attributes = "\u{1B}[?62;22c"
    /// Answers XTVERSION; `nil` to ignore the query.
    package var version: String?
    /// Answers OSC 11; `nil` to ignore the query.
    package var background: Color?
    package var isSilent = false
    /// A full-screen program never scrolls.
    package internal(set) var scrollCount = 0
    package internal(set) var clearCount = 0
    /// Synchronised updates that were begun and ended.
    package internal(set) var updateCount = 0
    /// Whether erasing fills with the current background.
    package var hasBackColorErase = true
    /// Sixel images (`P`) and kitty commands (`_`), oldest first, with the cursor's position.
    package internal(set) var graphics: [Graphics] = []

    /// OSC 52, oldest first, in base 64 if they are not text.
    package internal(set) var clipboard: [String] = []
    /// OSC 8, by the cell's index.
    var links: [Int: String] = [:]
    var penLink: String?

    package func link(column: Int, row: Int) -> String? { links[row * columns + column] }

    package struct Graphics: Sendable {
        package let kind: Character
        package let column: Int
        package let row: Int
        package let body: [UInt8]
    }

    struct Pen: Sendable {
        var foreground = Color.terminalDefault
        var background = Color.terminalDefault
        var attributes: Cell.Attributes = []
    }

    struct Saved: Sendable {
        var column = 0
        var row = 0
        var isWrapPending = false
        var pen = Pen()
    }

    enum State: Sendable { case ground, escape, charset, control, string, stringEscape }

    var pen = Pen()
    var saved = Saved()
    var state = State.ground
    var collected: [UInt8] = []
    var stringKind: UInt8 = 0
    var utf8: [UInt8] = []
    var lastGlyph: UInt32?
    /// From the first row up to the row after the last.
    var region: Range<Int>

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = [Cell](repeating: .blank, count: columns * rows)
        region = 0..<rows
    }

    package subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

    /// Contents stay at the upper left, as in a terminal.
    package mutating func resize(columns newColumns: Int, rows newRows: Int) {
        var new = [Cell](repeating: .blank, count: newColumns * newRows)
        for row in 0..<min(rows, newRows) {
            for column in 0..<min(columns, newColumns) { new[row * newColumns + column] = self[column, row] }
        }
        (columns, rows, cells) = (newColumns, newRows, new)
        region = 0..<rows
        cursorColumn = min(cursorColumn, columns - 1)
        cursorRow = min(cursorRow, rows - 1)
    }

    /// Includes wide glyphs once, and no trailing blanks.
    package func text(row: Int) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(columns)
        for cell in cells[row * columns..<(row + 1) * columns] {
            if (0x20..<0x80).contains(cell.glyph) {
                text.append(UInt8(cell.glyph))
            } else if cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) {
                text.append(contentsOf: scalar.utf8)
            }
        }
        while text.last == UInt8(ascii: " ") { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    package var text: String { (0..<rows).map { text(row: $0) }.joined(separator: "\n") }

    package mutating func feed(_ bytes: some Sequence<UInt8>) { for byte in bytes { feed(byte) } }

    mutating func feed(_ byte: UInt8) {
        if byte == 0x18 {
            // CAN ends an incomplete sequence. The program starts with it when it leaves a terminal that accepts no
            // output.
            utf8 = []
            state = .ground
            return
        }
        switch state {
        case .ground: ground(byte)
        case .escape: escape(byte)
        case .charset: state = .ground
        case .control:
            collected.append(byte)
            if (0x40...0x7E).contains(byte) {
                state = .ground
                control()
            }
        case .string:
            if byte == 0x1B {
                state = .stringEscape
            } else if byte == 0x07, stringKind == UInt8(ascii: "]") {
                endString()
            } else if byte == 0x1A {
                state = .ground
            } else {
                collected.append(byte)
            }
        case .stringEscape: endString()
        }
    }
}
