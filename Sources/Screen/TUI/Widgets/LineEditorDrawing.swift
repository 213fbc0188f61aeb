import Cells
import Text

extension CellBuffer {
    /// A line that is being written, as much of it as fits around its cursor. `columns` are at least 1, and in the buffer.
    mutating func write(_ line: LineEditor, column: Int, columns: Int, row: Int) {
        let view = line.view(columns: columns)
        write(SafeText.clean(view.text, limit: columns), column: column, row: row, maxColumns: columns)
        guard view.cursor < columns else { return }
        // An underline is lost where a terminal has either that or colours.
        self[column + view.cursor, row].attributes.insert(.reverse)
    }
}
