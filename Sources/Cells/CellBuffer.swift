/// A rectangle of cells, row by row from the top.
package struct CellBuffer: Sendable, Equatable {
    /// Columns and rows, each at least 0.
    package let columns: Int
    package let rows: Int
    /// `columns × rows`, row-major.
    package private(set) var cells: [Cell]

    package init(columns: Int, rows: Int, filledWith cell: Cell = .blank) {
        precondition(columns >= 0 && rows >= 0)
        self.columns = columns
        self.rows = rows
        cells = [Cell](repeating: cell, count: columns * rows)
    }

    package subscript(column: Int, row: Int) -> Cell {
        get { cells[row * columns + column] }
        set { cells[row * columns + column] = newValue }
    }

    package func withCells<R>(_ body: (UnsafeBufferPointer<Cell>) throws -> R) rethrows -> R {
        try cells.withUnsafeBufferPointer(body)
    }

    package mutating func withMutableCells<R>(_ body: (UnsafeMutableBufferPointer<Cell>) throws -> R) rethrows -> R {
        try cells.withUnsafeMutableBufferPointer { try body($0) }
    }
}
