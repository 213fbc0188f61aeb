package import Cells

/// Half-blocks that move as film does: wandering soft shapes, a still part, grain, and an occasional cut.
package struct MovingPicture {
    package let columns: Int
    package let rows: Int
    /// In levels.
    package var grain = 3
    private var generator: SeededGenerator
    private var phase: [Double]
    private var number = 0

    package init(columns: Int, rows: Int, seed: UInt64) {
        self.columns = columns
        self.rows = rows
        generator = SeededGenerator(seed: seed)
        phase = []
        cut()
    }

    package mutating func cut() {
        phase = (0..<6).map { _ in Double.random(in: 0...6.28, using: &generator) }
    }

    /// The left quarter never moves.
    package mutating func next() -> CellBuffer {
        number += 1
        var buffer = CellBuffer(columns: columns, rows: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let (top, bottom) = (color(column, 2 * row), color(column, 2 * row + 1))
                buffer[column, row] =
                    top == bottom
                    ? Cell(glyph: 0x20, foreground: .terminalDefault, background: bottom, attributes: [])
                    : Cell(glyph: 0x2580, foreground: top, background: bottom, attributes: [])
            }
        }
        return buffer
    }

    private mutating func color(_ x: Int, _ y: Int) -> Color {
        let isStill = x < columns / 4
        let time = isStill ? 0 : Double(number) * 0.07
        let (u, v) = (Double(x) / 17, Double(y) / 13)
        var levels: [UInt8] = []
        for component in 0..<3 {
            let wave = Self.wave(u + phase[component] + time) + Self.wave(v + phase[component + 3] - time / 2)
            let noise = isStill || grain == 0 ? 0 : Int.random(in: -grain...grain, using: &generator)
            levels.append(UInt8(clamping: Int(wave * 50) + 128 + noise))
        }
        return .rgb(levels[0], levels[1], levels[2])
    }

    /// Returns a wave between −1 and 1 with the period 2π. Parabolas make it the same on every machine.
    private static func wave(_ angle: Double) -> Double {
        let turn = angle / 6.283185307 - (angle / 6.283185307).rounded(.down)
        let x = turn < 0.5 ? turn * 2 : turn * 2 - 1
        return (turn < 0.5 ? 4 : -4) * x * (1 - x)
    }
}
