package import Cells

/// Requests a picture beside a list.
package protocol CoverWish: Sendable, Equatable {
    /// Absolute.
    var path: String { get }
    var space: CellSpace { get }
}

package struct WishedPicture<Wish: Sendable & Equatable>: Sendable, Equatable {
    package let wish: Wish
    /// The picture, no larger than requested.
    package let cells: CellBuffer?

    package init(_ wish: Wish, _ cells: CellBuffer?) {
        self.wish = wish
        self.cells = cells
    }
}

extension CellBuffer {
    /// Cuts off what is outside the buffer.
    ///
    /// - Parameter rows: the picture's rows to write.
    package mutating func write(_ picture: CellBuffer, column: Int, row: Int, rows wanted: Range<Int>) {
        for (offset, source) in wanted.clamped(to: 0..<picture.rows).enumerated() where row + offset < rows {
            for across in 0..<min(picture.columns, columns - column) {
                self[column + across, row + offset] = picture[across, source]
            }
        }
    }
}
