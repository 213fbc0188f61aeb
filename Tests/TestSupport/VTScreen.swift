import CPlatform
package import Cells

/// A model of a terminal: understands what tvplay and ncurses write, and keeps what would be seen.
///
/// What it does not know goes to ``problems``, so that a test can insist that nothing strange was written.
package struct VTScreen: Sendable {
    package private(set) var columns: Int
    package private(set) var rows: Int
    package private(set) var cells: [Cell]
    package private(set) var cursorColumn = 0
    package private(set) var cursorRow = 0
    /// The last column is written and the next glyph goes to the next row.
    package private(set) var isWrapPending = false
    /// Private modes that are set (`?25`, `?1049`, …).
    package private(set) var modes: Set<Int> = [7, 25]
    package private(set) var title = ""
    package private(set) var problems: [String] = []
    /// What it wants to say to DA1 and DSR; whoever sends it empties it.
    package var answers = ""
    /// Times the contents moved up; a full-screen program never wants that.
    package private(set) var scrollCount = 0
    /// Times the whole screen was erased.
    package private(set) var clearCount = 0
    /// Synchronised updates that were begun and ended.
    package private(set) var updateCount = 0
    /// Whether erasing fills with the current background.
    package var hasBackColorErase = true
    /// Sixel images (`P`) and kitty's commands (`_`), oldest first, with where the cursor was.
    package private(set) var graphics: [Graphics] = []

    /// A string of graphics without introducer and terminator.
    package struct Graphics: Sendable {
        package let kind: Character
        package let column: Int
        package let row: Int
        package let body: [UInt8]
    }

    private struct Pen: Sendable {
        var foreground = Color.terminalDefault
        var background = Color.terminalDefault
        var attributes: Cell.Attributes = []
    }

    private struct Saved: Sendable {
        var column = 0
        var row = 0
        var isWrapPending = false
        var pen = Pen()
    }

    private enum State: Sendable { case ground, escape, charset, control, string, stringEscape }

    private var pen = Pen()
    private var saved = Saved()
    private var state = State.ground
    private var collected: [UInt8] = []
    private var stringKind: UInt8 = 0
    private var utf8: [UInt8] = []
    private var lastGlyph: UInt32?
    /// Scrolling region: first row, and the row after the last.
    private var region: Range<Int>

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = [Cell](repeating: .blank, count: columns * rows)
        region = 0..<rows
    }

    package subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

    /// As a terminal does it: contents stay at the upper left.
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

    /// Text of a row, wide glyphs once, without blanks at the end.
    package func text(row: Int) -> String {
        var text = ""
        for column in 0..<columns {
            let glyph = self[column, row].glyph
            if glyph != 0, let scalar = Unicode.Scalar(glyph) { text.unicodeScalars.append(scalar) }
        }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// All rows, joined by line feeds.
    package var text: String { (0..<rows).map { text(row: $0) }.joined(separator: "\n") }

    package mutating func feed(_ bytes: some Sequence<UInt8>) { for byte in bytes { feed(byte) } }

    private mutating func feed(_ byte: UInt8) {
        if byte == 0x18 {
            // CAN ends what was cut off: the program begins with it when it leaves a terminal that takes nothing.
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

// MARK: - Text and C0

extension VTScreen {
    private mutating func ground(_ byte: UInt8) {
        if byte >= 0x80 || !utf8.isEmpty {
            collectUTF8(byte)
            return
        }
        switch byte {
        case 0x1B: state = .escape
        case 0x0D: move(column: 0, row: cursorRow)
        case 0x0A: lineFeed()
        case 0x08: move(column: cursorColumn - 1, row: cursorRow)
        case 0x09: move(column: (cursorColumn / 8 + 1) * 8, row: cursorRow)
        case 0x0E, 0x0F: break
        case 0x20...0x7E: put(UInt32(byte))
        default: problems.append("byte \(byte)")
        }
    }

    private mutating func collectUTF8(_ byte: UInt8) {
        utf8.append(byte)
        guard let first = utf8.first else { return }
        let wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard utf8.count >= wanted else { return }
        let text = String(validating: utf8, as: UTF8.self)
        utf8 = []
        guard let scalar = text?.unicodeScalars.first else {
            problems.append("bad UTF-8")
            return
        }
        put(scalar.value)
    }

    private mutating func put(_ glyph: UInt32) {
        let isBlock =
            (0x2500..<0x2600).contains(glyph) || (0x2800..<0x2900).contains(glyph)
            || (0x1FB00..<0x1FC00).contains(glyph)
        let width = glyph < 0x300 || isBlock ? 1 : Int(wcwidth(wchar_t(glyph)))
        guard width == 1 || width == 2 else {
            problems.append("glyph \(glyph) of width \(width)")
            return
        }
        if isWrapPending, modes.contains(7) {
            move(column: 0, row: cursorRow)
            lineFeed()
        }
        if cursorColumn + width > columns {
            problems.append("wide glyph at the edge")
            return
        }
        lastGlyph = glyph
        for column in cursorColumn..<cursorColumn + width { breakWide(column) }
        store(glyph, at: cursorColumn)
        if width == 2 { store(0, at: cursorColumn + 1) }
        isWrapPending = cursorColumn + width >= columns
        cursorColumn = min(columns - 1, cursorColumn + width)
    }

    private mutating func store(_ glyph: UInt32, at column: Int) {
        cells[cursorRow * columns + column] = Cell(
            glyph: glyph, foreground: pen.foreground, background: pen.background, attributes: pen.attributes)
    }

    /// Overwriting one half of a wide glyph blanks the other.
    private mutating func breakWide(_ column: Int) {
        let at = cursorRow * columns + column
        if cells[at].glyph == 0, column > 0 { cells[at - 1].glyph = 0x20 }
        if column + 1 < columns, cells[at + 1].glyph == 0 { cells[at + 1].glyph = 0x20 }
    }

    private mutating func lineFeed() {
        isWrapPending = false
        guard cursorRow == region.upperBound - 1 else {
            move(column: cursorColumn, row: cursorRow + 1)
            return
        }
        scroll(up: 1, region)
    }

    private mutating func reverseLineFeed() {
        guard cursorRow == region.lowerBound else {
            move(column: cursorColumn, row: cursorRow - 1)
            return
        }
        scroll(down: 1, region)
    }

    private mutating func scroll(up n: Int, _ region: Range<Int>) {
        scrollCount += 1
        let n = min(n, region.count)
        cells.insert(contentsOf: [Cell](repeating: .blank, count: n * columns), at: region.upperBound * columns)
        cells.removeSubrange(region.lowerBound * columns..<(region.lowerBound + n) * columns)
    }

    private mutating func scroll(down n: Int, _ region: Range<Int>) {
        scrollCount += 1
        let n = min(n, region.count)
        cells.removeSubrange((region.upperBound - n) * columns..<region.upperBound * columns)
        cells.insert(contentsOf: [Cell](repeating: .blank, count: n * columns), at: region.lowerBound * columns)
    }

    private mutating func move(column: Int, row: Int) {
        cursorColumn = min(columns - 1, max(0, column))
        cursorRow = min(rows - 1, max(0, row))
        isWrapPending = false
    }

    private mutating func erase(_ range: Range<Int>, row: Int) {
        var blank = Cell.blank
        if hasBackColorErase { blank.background = pen.background }
        for column in range.clamped(to: 0..<columns) { cells[row * columns + column] = blank }
    }
}

// MARK: - Sequences

extension VTScreen {
    private mutating func escape(_ byte: UInt8) {
        state = .ground
        switch byte {
        case UInt8(ascii: "["):
            collected = []
            state = .control
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
            collected = []
            stringKind = byte
            state = .string
        case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
        case UInt8(ascii: "7"):
            saved = Saved(column: cursorColumn, row: cursorRow, isWrapPending: isWrapPending, pen: pen)
        case UInt8(ascii: "8"):
            move(column: saved.column, row: saved.row)
            isWrapPending = saved.isWrapPending
            pen = saved.pen
        case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "\\"): break
        case UInt8(ascii: "D"): lineFeed()
        case UInt8(ascii: "M"): reverseLineFeed()
        case UInt8(ascii: "E"):
            move(column: 0, row: cursorRow)
            lineFeed()
        default: problems.append("ESC \(byte)")
        }
    }

    private mutating func endString() {
        state = .ground
        let text = String(decoding: collected, as: UTF8.self)
        if stringKind == UInt8(ascii: "]"), text.hasPrefix("2;") || text.hasPrefix("0;") {
            title = String(text.dropFirst(2))
        }
        let isSixel = stringKind == UInt8(ascii: "P") && text.prefix(16).contains("q\"")
        if isSixel || stringKind == UInt8(ascii: "_") {
            let kind = Character(Unicode.Scalar(stringKind))
            graphics.append(Graphics(kind: kind, column: cursorColumn, row: cursorRow, body: collected))
        }
    }

    private mutating func control() {
        guard let final = collected.popLast() else { return }
        let body = String(decoding: collected, as: UTF8.self)
        let prefix = body.first.flatMap { "?<=>".contains($0) ? $0 : nil }
        let plain = prefix == nil ? Substring(body) : body.dropFirst()
        let intermediates = plain.filter { " !\"#$%&'".contains($0) }
        let numbers = plain.filter { !" !\"#$%&'".contains($0) }.split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        if !intermediates.isEmpty || (prefix != nil && prefix != "?") {
            // Queries and kitty's keyboard flags: nothing to be seen.
            return
        }
        if prefix == "?" {
            setModes(numbers, final)
        } else {
            plainControl(numbers, final)
        }
    }

    private mutating func setModes(_ numbers: [Int], _ final: UInt8) {
        switch final {
        case UInt8(ascii: "h"):
            modes.formUnion(numbers)
            if numbers.contains(1049) { erasePage() }
        case UInt8(ascii: "l"):
            if numbers.contains(2026), modes.contains(2026) { updateCount += 1 }
            modes.subtract(numbers)
        case UInt8(ascii: "u"), UInt8(ascii: "c"), UInt8(ascii: "S"): break
        default: problems.append("CSI ?\(numbers) \(final)")
        }
    }

    private mutating func erasePage() {
        clearCount += 1
        for row in 0..<rows { erase(0..<columns, row: row) }
    }

    private mutating func plainControl(_ numbers: [Int], _ final: UInt8) {
        let n = max(1, numbers.first ?? 1)
        let raw = numbers.first ?? 0
        switch Character(Unicode.Scalar(final)) {
        case "H", "f": move(column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, row: n - 1)
        case "A": move(column: cursorColumn, row: cursorRow - n)
        case "B": move(column: cursorColumn, row: cursorRow + n)
        case "C": move(column: cursorColumn + n, row: cursorRow)
        case "D": move(column: cursorColumn - n, row: cursorRow)
        case "G", "`": move(column: n - 1, row: cursorRow)
        case "d": move(column: cursorColumn, row: n - 1)
        case "Z": move(column: (cursorColumn + 7) / 8 * 8 - 8 * n, row: cursorRow)
        case "m": style(numbers)
        case "X": erase(cursorColumn..<max(cursorColumn, min(columns, cursorColumn + n)), row: cursorRow)
        case "b": if let lastGlyph { for _ in 0..<n { put(lastGlyph) } }
        case "K":
            erase(raw == 0 ? cursorColumn..<columns : raw == 1 ? 0..<cursorColumn + 1 : 0..<columns, row: cursorRow)
        case "J": eraseDisplay(raw)
        case "@": insertBlanks(n)
        case "P": deleteCells(n)
        case "S": scroll(up: n, region)
        case "T": scroll(down: n, region)
        case "L" where region.contains(cursorRow): scroll(down: n, cursorRow..<region.upperBound)
        case "M" where region.contains(cursorRow): scroll(up: n, cursorRow..<region.upperBound)
        case "r":
            let last = numbers.count > 1 && numbers[1] > 0 ? min(rows, numbers[1]) : rows
            region = min(n - 1, last - 1)..<last
            move(column: 0, row: 0)
        case "c": answers += "\u{1B}[?62;22c"
        case "n" where numbers.first == 5: answers += "\u{1B}[0n"
        case "l", "h", "t", "n": break
        default: problems.append("CSI \(numbers) \(Character(Unicode.Scalar(final)))")
        }
    }

    private mutating func eraseDisplay(_ kind: Int) {
        if kind == 2 || (kind == 0 && cursorColumn == 0 && cursorRow == 0) {
            erasePage()
        } else if kind == 0 {
            erase(cursorColumn..<columns, row: cursorRow)
            for row in cursorRow + 1..<max(cursorRow + 1, rows) { erase(0..<columns, row: row) }
        } else {
            problems.append("CSI \(kind) J")
        }
    }

    private mutating func insertBlanks(_ n: Int) {
        let start = cursorRow * columns
        var row = Array(cells[start..<start + columns])
        row.insert(contentsOf: [Cell](repeating: .blank, count: n), at: cursorColumn)
        cells.replaceSubrange(start..<start + columns, with: row.prefix(columns))
    }

    private mutating func deleteCells(_ n: Int) {
        let start = cursorRow * columns
        var row = Array(cells[start..<start + columns])
        row.removeSubrange(cursorColumn..<min(columns, cursorColumn + n))
        row += [Cell](repeating: .blank, count: columns - row.count)
        cells.replaceSubrange(start..<start + columns, with: row)
    }

    private mutating func style(_ numbers: [Int]) {
        var rest = numbers.isEmpty ? [0][...] : numbers[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: pen = Pen()
            case 1: pen.attributes.insert(.bold)
            case 2: pen.attributes.insert(.dim)
            case 3: pen.attributes.insert(.italic)
            case 4: pen.attributes.insert(.underline)
            case 7: pen.attributes.insert(.reverse)
            case 22: pen.attributes.subtract([.bold, .dim])
            case 23: pen.attributes.remove(.italic)
            case 24: pen.attributes.remove(.underline)
            case 27: pen.attributes.remove(.reverse)
            case 10, 11: break
            case 30...37: pen.foreground = .palette(UInt8(code - 30))
            case 40...47: pen.background = .palette(UInt8(code - 40))
            case 90...97: pen.foreground = .palette(UInt8(code - 82))
            case 100...107: pen.background = .palette(UInt8(code - 92))
            case 39: pen.foreground = .terminalDefault
            case 49: pen.background = .terminalDefault
            case 38: pen.foreground = extended(&rest)
            case 48: pen.background = extended(&rest)
            default: problems.append("SGR \(code)")
            }
        }
    }

    private mutating func extended(_ rest: inout ArraySlice<Int>) -> Color {
        func next() -> UInt8 { UInt8(clamping: rest.popFirst() ?? 0) }
        switch rest.popFirst() {
        case 2:
            let (red, green, blue) = (next(), next(), next())
            return .rgb(red, green, blue)
        case 5: return .palette(next())
        default:
            problems.append("SGR 38 without a kind")
            return .terminalDefault
        }
    }
}

// MARK: - Comparing

extension VTScreen {
    /// What one sees of a cell: two terminals with equal looks cannot be told apart.
    package struct Look: Hashable, Sendable, CustomStringConvertible {
        package var glyph: UInt32
        package var foreground: UInt32
        package var background: UInt32
        package var attributes: UInt16

        /// Half blocks become "upper and lower colour"; a blank's foreground does not count.
        package init(_ cell: Cell) {
            glyph = cell.glyph
            (foreground, background) = (cell.foreground.rawValue, cell.background.rawValue)
            attributes = cell.attributes.rawValue
            // Bold, dim and italic of a blank cannot be seen.
            if glyph == 0x20, cell.attributes.isDisjoint(with: [.underline, .reverse]) { attributes = 0 }
            guard attributes == 0 else { return }
            switch glyph {
            case 0x20: (glyph, foreground) = (0x2580, background)
            case 0x2588: (glyph, background) = (0x2580, foreground)
            case 0x2584: (glyph, foreground, background) = (0x2580, background, foreground)
            default: break
            }
        }

        package var description: String {
            "U+\(String(glyph, radix: 16)) \(String(foreground, radix: 16))/\(String(background, radix: 16)) \(attributes)"
        }
    }

    /// Cells that look different from `target`, at most `limit` of them, described.
    package func differences(from target: CellBuffer, limit: Int = 5) -> [String] {
        guard target.columns == columns, target.rows == rows else { return ["another size"] }
        var found: [String] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let (wanted, seen) = (Look(target[column, row]), Look(self[column, row]))
                if wanted != seen { found.append("(\(column),\(row)): \(seen) instead of \(wanted)") }
                if found.count == limit { return found }
            }
        }
        return found
    }
}
