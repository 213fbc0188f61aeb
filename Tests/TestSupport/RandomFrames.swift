package import Cells

/// Frames that no screen would compose, but that any encoder must handle.
package struct RandomFrames {
    package var generator: SeededGenerator
    /// Whether damaged cells occur: half wide glyphs, control characters, lone surrogates.
    package var hasDamage = false
    private let colors: [Color]

    package init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var colors: [Color] = [.terminalDefault, .palette(1), .palette(9), .palette(15), .palette(77), .palette(240)]
        for _ in 0..<4 { colors.append(Color(rawValue: UInt32.random(in: 0...0xFFFFFF, using: &generator))) }
        self.colors = colors
        self.generator = generator
    }

    private static let glyphs: [UInt32] =
        [0x20, 0x20, 0x20, 0x41, 0x7A, 0x2580, 0x2580, 0x2584, 0x2588, 0x2501, 0xE9, 0x25B6, 0x1FB00]
    private static let wide: [UInt32] = [0x672C, 0x1F600, 0xAC00]
    private static let damaged: [UInt32] = [0, 7, 0x1B, 0x7F, 0x9B, 0x301, 0xD800, 0x110000, 0x672C, 0x200D]

    package mutating func cell() -> Cell {
        var cell = Cell(
            glyph: pick(Self.glyphs), foreground: pick(colors), background: pick(colors), attributes: [])
        if chance(8) { cell.attributes = Cell.Attributes(rawValue: UInt16.random(in: 0...31, using: &generator)) }
        if hasDamage, chance(10) { cell.glyph = pick(Self.damaged) }
        return cell
    }

    /// Changes single cells, runs of one cell, and wide glyphs.
    package mutating func change(_ buffer: inout CellBuffer) {
        guard buffer.columns > 0, buffer.rows > 0 else { return }
        for _ in 0..<Int.random(in: 0...max(2, buffer.rows), using: &generator) {
            let row = Int.random(in: 0..<buffer.rows, using: &generator)
            var column = Int.random(in: 0..<buffer.columns, using: &generator)
            let one = cell()
            let isRun = chance(2)
            let end =
                chance(3) ? buffer.columns : min(buffer.columns, column + Int.random(in: 1...30, using: &generator))
            if !hasDamage { detach(&buffer, column, row) }
            while column < end {
                let isWide = chance(6) && column + 1 < end
                if isWide { buffer[column, row] = wideCell() } else { buffer[column, row] = isRun ? one : cell() }
                column += 1
                if isWide {
                    buffer[column, row] = buffer[column - 1, row]
                    buffer[column, row].glyph = 0
                    column += 1
                }
            }
            if !hasDamage, end < buffer.columns, buffer[end, row].glyph == 0 { buffer[end, row] = .blank }
        }
    }

    private mutating func wideCell() -> Cell {
        var cell = cell()
        cell.glyph = pick(Self.wide)
        return cell
    }

    /// Replaces a wide glyph whose right half is about to be overwritten by a blank.
    private func detach(_ buffer: inout CellBuffer, _ column: Int, _ row: Int) {
        if buffer[column, row].glyph == 0, column > 0 { buffer[column - 1, row] = .blank }
    }

    package mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &generator) == 0 }

    package mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &generator)] }
}
