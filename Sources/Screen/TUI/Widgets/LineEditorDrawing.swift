import Cells
import PlayCore

extension CellBuffer {
    /// Writes what fits around the cursor. `columns` are at least 1, and in the buffer.
    mutating func write(_ line: LineEditor, column: Int, columns: Int, row: Int) {
        let view = line.view(columns: columns)
        write(SafeText.clean(view.text, limit: columns), column: column, row: row, maxColumns: columns)
        guard view.cursor < columns else { return }
        // Terminals with either underline or colours would lose an underline.
        self[column + view.cursor, row].attributes.insert(.reverse)
    }
}
