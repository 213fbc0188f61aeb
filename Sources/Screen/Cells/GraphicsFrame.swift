/// A picture in the terminal's own pixels, encoded, and the cells of the pane that it covers.
///
/// It can be shown in part: rows of cells with chrome are left out, with kitty only the cells of these rows that have
/// it.
package struct GraphicsFrame: Sendable, Equatable {
    package enum Format: Sendable, Equatable {
        case sixel
        case kitty
    }

    /// The numbers of kitty's images: one shown, one on its way. High, so that they collide with no other program's.
    package static let kittyNumbers = [0x7476_0001, 0x7476_0002]

    package let format: Format
    /// Sixel: the colours and then the bands, without introducer and terminator. Kitty: the whole transmission.
    package let bytes: [UInt8]
    /// The offset in ``bytes`` of each band, and the end of the last (sixel); empty for kitty.
    package let bandStarts: [Int]
    /// The number of the image; used with kitty, where two images alternate.
    package let imageNumber: Int
    /// Pixels of the image, each at least 1.
    package let width: Int
    package let height: Int
    /// Upper left cell in the pane, and the cells that it covers.
    package let column: Int
    package let row: Int
    package let columns: Int
    package let rows: Int
    /// Rows of the image's pixels in a row of cells.
    package let pixelsInRow: Double
    /// Columns of the image's pixels in a column of cells; used with kitty.
    package let pixelsInColumn: Double
    package let isStretched: Bool

    package init(
        format: Format, bytes: [UInt8], bandStarts: [Int] = [], imageNumber: Int = 0, width: Int, height: Int,
        column: Int, row: Int, columns: Int, rows: Int, pixelsInRow: Double, pixelsInColumn: Double = 1,
        isStretched: Bool = false
    ) {
        self.format = format
        self.bytes = bytes
        self.bandStarts = bandStarts
        self.imageNumber = imageNumber
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
