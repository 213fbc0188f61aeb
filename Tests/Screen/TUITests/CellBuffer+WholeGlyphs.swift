import Cells
import PlayCore

extension CellBuffer {
    /// Whether each wide glyph has its right half, and each right half its glyph.
    var hasWholeGlyphs: Bool {
        for row in 0..<rows {
            var expectsHalf = false
            for column in 0..<columns {
                let cell = self[column, row]
                if (cell.glyph == 0) != expectsHalf { return false }
                let scalar = cell.isTransparent ? nil : Unicode.Scalar(cell.glyph)
                expectsHalf = cell.glyph != 0 && scalar.map { TextWidth.columns(of: $0) == 2 } == true
            }
            if expectsHalf { return false }
        }
        return true
    }
}
