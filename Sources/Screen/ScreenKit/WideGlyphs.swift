package import Cells
import PlayCore

extension CellBuffer {
    /// Blanks the remaining halves of overwritten wide glyphs, which would shift the row.
    package mutating func mendWideGlyphs() {
        let columns = columns
        withMutableCells { cells in
            for index in cells.indices {
                let isRowStart = index % columns == 0
                if cells[index].glyph == 0 {
                    if isRowStart || !Self.isWide(cells[index - 1]) { cells[index].glyph = Cell.blank.glyph }
                } else if !isRowStart, Self.isWide(cells[index - 1]) {
                    cells[index - 1].glyph = Cell.blank.glyph
                }
                if index % columns == columns - 1, Self.isWide(cells[index]) { cells[index].glyph = Cell.blank.glyph }
            }
        }
    }

    private static func isWide(_ cell: Cell) -> Bool {
        // No character before Hangul is wide, which decides most cells.
        guard cell.glyph >= 0x1100, !cell.isTransparent, let scalar = Unicode.Scalar(cell.glyph) else { return false }
        return TextWidth.columns(of: scalar) == 2
    }
}
