/// A picture in the terminal's own pixels, and the cells of the pane that it covers. It can be shown in part: sixel
/// omits rows of cells with chrome, kitty only the cells that have it.
package struct GraphicsFrame: Sendable, Equatable {
    package enum Format: Sendable, Equatable {
        case sixel
        case kitty
    }

    package let format: Format
    /// Sixel: the colours, then the bands, without introducer and terminator; empty for kitty.
    package let bytes: [UInt8]
    /// The offset of each band in ``bytes``, then the end of the last band (sixel); empty for kitty.
    package let bandStarts: [Int]
    /// Kitty: all pixels, row after row, opaque; the lowest byte is red. Empty for sixel.
    package let pixels: [UInt32]
    /// The image's pixels, at least 1 each.
    package let width: Int
    package let height: Int
    /// The upper left cell in the pane, and the covered cells.
    package let column: Int
    package let row: Int
    package let columns: Int
    package let rows: Int
    /// The image's pixel rows in one row of cells.
    package let pixelsInRow: Double
    /// Columns of the image's pixels in a column of cells; used with kitty.
    package let pixelsInColumn: Double
    package let isStretched: Bool

    package init(
        format: Format, bytes: [UInt8] = [], bandStarts: [Int] = [], pixels: [UInt32] = [], width: Int,
        height: Int, column: Int, row: Int, columns: Int, rows: Int, pixelsInRow: Double, pixelsInColumn: Double = 1,
        isStretched: Bool = false
    ) {
        self.format = format
        self.bytes = bytes
        self.bandStarts = bandStarts
        self.pixels = pixels
        self.width = width
        self.height = height
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
        self.pixelsInRow = pixelsInRow
        self.pixelsInColumn = pixelsInColumn
        self.isStretched = isStretched
    }
}
