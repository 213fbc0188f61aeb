/// A rectangle of cells, row by row from the top. Copies share their memory until one is changed.
package struct CellBuffer: Sendable, Equatable {
    package let columns: Int
    package let rows: Int
    /// Whether right-to-left text is written in the displayed order (``TextOrder``), for terminals that do not reorder
    /// it. Comparisons ignore it.
    package var reordersText = false
    private var storage: CellStorage

    package init(columns: Int, rows: Int, filledWith cell: Cell = .blank) {
        precondition(columns >= 0 && rows >= 0)
        self.columns = columns
        self.rows = rows
        storage = CellStorage(count: columns * rows)
        storage.cells.initialize(repeating: cell)
    }

    package subscript(column: Int, row: Int) -> Cell {
        get { storage.cells[row * columns + column] }
        set {
            let index = row * columns + column
            withMutableCells { $0[index] = newValue }
        }
    }

    package var cells: [Cell] { Array(storage.cells) }

    package func withCells<R>(_ body: (UnsafeBufferPointer<Cell>) throws -> R) rethrows -> R {
        defer { withExtendedLifetime(storage) {} }
        return try body(UnsafeBufferPointer(storage.cells))
    }

    package mutating func withMutableCells<R>(_ body: (UnsafeMutableBufferPointer<Cell>) throws -> R) rethrows -> R {
        if !isKnownUniquelyReferenced(&storage) { storage = CellStorage(copying: storage) }
        defer { withExtendedLifetime(storage) {} }
        return try body(storage.cells)
    }

    /// Whether no other buffer shares the cells, so that a change costs no copy.
    fileprivate var isAlone: Bool {
        mutating get { isKnownUniquelyReferenced(&storage) }
    }

    package static func == (a: CellBuffer, b: CellBuffer) -> Bool {
        a.columns == b.columns && a.rows == b.rows
            && (a.storage === b.storage || a.storage.cells.elementsEqual(b.storage.cells))
    }
}

private final class CellStorage: @unchecked Sendable {
    // Sendable: written only by its sole owner.
    let cells: UnsafeMutableBufferPointer<Cell>

    /// The cells are not initialized yet.
    init(count: Int) { cells = .allocate(capacity: count) }

    convenience init(copying other: CellStorage) {
        self.init(count: other.cells.count)
        _ = cells.initialize(from: other.cells)
    }

    deinit { cells.deallocate() }
}

/// Makes buffers and reuses the memory of those without an owner, so that a series of pictures of one size allocates
/// nothing. Use the pool on one thread; its buffers may go to other threads.
package struct CellPool: Sendable {
    /// The buffers alive at a time: one being made, one ready, one shown, one being replaced.
    private static let capacity = 4
    private var buffers: [CellBuffer] = []

    package init() {}

    /// - Parameter fill: must write every cell, because they may hold the contents of an earlier buffer.
    package mutating func make(
        columns: Int, rows: Int, fill: (UnsafeMutableBufferPointer<Cell>) -> Void
    ) -> CellBuffer {
        if let first = buffers.first, first.columns != columns || first.rows != rows { buffers = [] }
        for index in buffers.indices where buffers[index].isAlone {
            buffers[index].withMutableCells(fill)
            return buffers[index]
        }
        var buffer = CellBuffer(columns: columns, rows: rows)
        buffer.withMutableCells(fill)
        if buffers.count < Self.capacity { buffers.append(buffer) }
        return buffer
    }
}
