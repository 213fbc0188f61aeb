import Cells

/// The logo in half-blocks, for bars with at least two terminal rows per row of controls. It scales with its place and
/// keeps its proportions.
struct LogoPicture {
    /// A screen (`#`) with the play symbol (`>`).
    private static let drawing: [[Character]] = [
        "################",
        "#              #",
        "#     >>       #",
        "#     >>>>     #",
        "#     >>>>     #",
        "#     >>       #",
        "#              #",
        "################",
    ].map(Array.init)

    /// In pixels, each a cell wide and half a cell high.
    let width: Int
    let height: Int

    /// Creates the largest logo that fits, or `nil` if it would be too small to recognise.
    init?(columns: Int, rows: Int) {
        let (sourceWidth, sourceHeight) = (Self.drawing[0].count, Self.drawing.count)
        guard rows >= 2, columns >= 6 else { return nil }
        let fitsWidth = columns * sourceHeight <= rows * 2 * sourceWidth
        width = fitsWidth ? columns : rows * 2 * sourceWidth / sourceHeight
        height = fitsWidth ? columns * sourceHeight / sourceWidth : rows * 2
    }

    private func color(x: Int, y: Int) -> Color? {
        guard x < width, y < height else { return nil }
        let mark = Self.drawing[y * Self.drawing.count / height][x * Self.drawing[0].count / width]
        return mark == "#" ? .palette(6) : mark == ">" ? .palette(7) : nil
    }

    func cell(column: Int, row: Int) -> Cell {
        let (upper, lower) = (color(x: column, y: row * 2), color(x: column, y: row * 2 + 1))
        switch (upper, lower) {
        case (nil, nil): return .blank
        case (let upper?, nil):
            return Cell(glyph: 0x2580, foreground: upper, background: .terminalDefault, attributes: [])
        case (nil, let lower?):
            return Cell(glyph: 0x2584, foreground: lower, background: .terminalDefault, attributes: [])
        case (let upper?, let lower?): return Cell(glyph: 0x2580, foreground: upper, background: lower, attributes: [])
        }
    }
}

extension CellBuffer {
    /// Returns false if there is no space for a picture. The logo is then a word.
    mutating func writeLogoPicture(column: Int, row: Int, width: Int, height: Int) -> Bool {
        guard let logo = LogoPicture(columns: width, rows: height) else { return false }
        let left = column + (width - logo.width) / 2
        for y in 0..<(logo.height + 1) / 2 where row + y < rows {
            for x in 0..<logo.width where left + x < columns { self[left + x, row + y] = logo.cell(column: x, row: y) }
        }
        return true
    }
}
