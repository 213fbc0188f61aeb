import Cells
import TestSupport

/// Chrome rows that come and go at random above a picture that changes in places.
struct RandomScreen {
    var frames: RandomFrames
    var chrome: CellBuffer
    var picture: CellBuffer
    let columns: Int
    let rows: Int

    /// Whether the terminal can underline coloured text. According to terminfo's `ncv` the Linux console cannot.
    var underlines = true

    init(seed: UInt64, columns: Int, rows: Int) {
        frames = RandomFrames(seed: seed)
        (self.columns, self.rows) = (columns, rows)
        chrome = CellBuffer(columns: columns, rows: rows, filledWith: .transparent)
        picture = CellBuffer(columns: columns, rows: rows)
    }

    mutating func next() -> ScreenFrame {
        if !frames.chance(3) {
            for row in 0..<rows {
                for column in 0..<columns {
                    var cell = frames.cell()
                    (cell.glyph, cell.attributes) = (0x2580, [])
                    if frames.chance(3) { picture[column, row] = cell }
                }
            }
        }
        for _ in 0..<Int.random(in: 0...3, using: &frames.generator) {
            let row = Int.random(in: 0..<rows, using: &frames.generator)
            if frames.chance(2) { clear(row) } else { write(row) }
        }
        if frames.chance(4) { moveRows() }
        return ScreenFrame(chrome: chrome, picture: picture, pictureColumn: 0, pictureRow: 0)
    }

    private mutating func clear(_ row: Int) {
        for column in 0..<columns { chrome[column, row] = .transparent }
        // One cell of chrome above the picture.
        if frames.chance(2) { chrome[columns / 2, row] = letter(0x58) }
    }

    /// Moves the rows up as a scrolling list does, which tempts ncurses to scroll the terminal.
    private mutating func moveRows() {
        for row in 1..<max(1, rows) {
            for column in 0..<columns { chrome[column, row - 1] = chrome[column, row] }
        }
    }

    private mutating func letter(_ glyph: UInt32) -> Cell {
        let named: [Color] = [.terminalDefault, .palette(1), .palette(3), .palette(6)]
        let style: [Cell.Attributes] = [[], .bold, .reverse, underlines ? [.bold, .underline] : .bold]
        return Cell(
            glyph: glyph, foreground: frames.pick(named), background: frames.pick(named),
            attributes: frames.pick(style))
    }

    private mutating func write(_ row: Int) {
        let isBlank = frames.chance(4)
        var column = 0
        while column < columns {
            chrome[column, row] = isBlank ? .blank : letter(frames.pick([0x20, 0x20, 0x61, 0x2501, 0x25B6]))
            if !isBlank, frames.chance(9), column + 1 < columns {
                chrome[column, row] = letter(0x672C)
                column += 1
                chrome[column, row] = chrome[column - 1, row]
                chrome[column, row].glyph = 0
            }
            column += 1
        }
    }
}
