import CPlatform
import Cells

extension VTScreen {
    mutating func ground(_ byte: UInt8) {
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

    mutating func collectUTF8(_ byte: UInt8) {
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

    mutating func put(_ glyph: UInt32) {
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

    mutating func store(_ glyph: UInt32, at column: Int) {
        if penLink != nil || !links.isEmpty { links[cursorRow * columns + column] = penLink }
        cells[cursorRow * columns + column] = Cell(
            glyph: glyph, foreground: pen.foreground, background: pen.background, attributes: pen.attributes)
    }

    /// Blanks the other half of a wide glyph of which one half is overwritten.
    mutating func breakWide(_ column: Int) {
        let at = cursorRow * columns + column
        if cells[at].glyph == 0, column > 0 { cells[at - 1].glyph = 0x20 }
        if column + 1 < columns, cells[at + 1].glyph == 0 { cells[at + 1].glyph = 0x20 }
    }

    mutating func lineFeed() {
        isWrapPending = false
        guard cursorRow == region.upperBound - 1 else {
            move(column: cursorColumn, row: cursorRow + 1)
            return
        }
        scroll(up: 1, region)
    }

    mutating func reverseLineFeed() {
        guard cursorRow == region.lowerBound else {
            move(column: cursorColumn, row: cursorRow - 1)
            return
        }
        scroll(down: 1, region)
    }

    mutating func scroll(up n: Int, _ region: Range<Int>) {
        scrollCount += 1
        let n = min(n, region.count)
        cells.insert(contentsOf: [Cell](repeating: .blank, count: n * columns), at: region.upperBound * columns)
        cells.removeSubrange(region.lowerBound * columns..<(region.lowerBound + n) * columns)
    }

    mutating func scroll(down n: Int, _ region: Range<Int>) {
        scrollCount += 1
        let n = min(n, region.count)
        cells.removeSubrange((region.upperBound - n) * columns..<region.upperBound * columns)
        cells.insert(contentsOf: [Cell](repeating: .blank, count: n * columns), at: region.lowerBound * columns)
    }

    mutating func move(column: Int, row: Int) {
        cursorColumn = min(columns - 1, max(0, column))
        cursorRow = min(rows - 1, max(0, row))
        isWrapPending = false
    }

    mutating func erase(_ range: Range<Int>, row: Int) {
        var blank = Cell.blank
        if hasBackColorErase { blank.background = pen.background }
        for column in range.clamped(to: 0..<columns) { cells[row * columns + column] = blank }
    }
}
