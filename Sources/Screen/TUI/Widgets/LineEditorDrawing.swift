import Cells
import PlayCore

extension CellBuffer {
    /// Writes the part that fits around the cursor. `columns` is at least 1, and lies in the buffer.
    mutating func write(_ line: LineEditor, column: Int, columns: Int, row: Int) {
        let view = line.view(columns: columns)
        write(SafeText.clean(view.text, limit: columns), column: column, row: row, maxColumns: columns)
        guard view.cursor < columns else { return }
        // Reverse, because terminals that cannot combine underline and colours would lose an underline.
        self[column + view.cursor, row].attributes.insert(.reverse)
    }
}
