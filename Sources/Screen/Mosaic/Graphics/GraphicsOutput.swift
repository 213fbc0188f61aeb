package import Cells
import PlayCore

package struct GraphicsOutput: Sendable, Equatable {
    package let format: GraphicsFrame.Format
    /// Pixels of a cell, at least 1.
    package let cellWidth: Int
    package let cellHeight: Int
    /// How many colours may be defined at a time. Used for sixel.
    package let colorCount: Int
    /// Whether the terminal reads kitty's pictures from shared memory, which carries many more pixels than a tty.
    package let isShared: Bool
    /// Rows from the pane's top. A sixel image that ends in the terminal's last row would scroll the terminal.
    package let usableRows: Int

    package init(
        format: GraphicsFrame.Format, cellWidth: Int, cellHeight: Int, colorCount: Int = 256, isShared: Bool = false,
        usableRows: Int
    ) {
        precondition(cellWidth > 0 && cellHeight > 0)
        self.format = format
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.colorCount = colorCount
        self.isShared = isShared
        self.usableRows = usableRows
    }
}

struct GraphicsPane: Equatable {
    /// In pixels. At least 1, like the height.
    let width: Int
    let height: Int
    let firstColumn: Int
    let firstRow: Int
    /// The terminal's pixels per pixel of the image: more than 1 only if the terminal stretches.
    let scale: Int

    /// xterm's default limit is 1000 × 1000 (`maxGraphicSize`); 480 000 pixels take some 10 ms to encode.
    private static let sixelSide = 1000
    private static let sixelArea = 480_000.0
    /// 0.9 MB in base64: 25 frames a second then use a fifth of a pty's rate (120 MB/s, measured 2026).
    private static let kittyArea = 230_000.0
    /// 1920 × 1080, of 8.3 MB in shared memory.
    private static let sharedArea = 2_073_600.0

    init?(_ output: GraphicsOutput, columns: Int, rows: Int) {
        let rows = min(rows, output.usableRows)
        let full = (width: columns * output.cellWidth, height: rows * output.cellHeight)
        guard columns > 0, rows > 0, full.height >= 6 else { return nil }
        switch output.format {
        case .kitty:
            let ratio = Double(full.width * full.height) / (output.isShared ? Self.sharedArea : Self.kittyArea)
            scale = max(1, Int(ratio.squareRoot().rounded(.up)))
            (width, height) = (max(1, full.width / scale), max(1, full.height / scale))
            (firstColumn, firstRow) = (0, 0)
        case .sixel:
            let byArea = (Self.sixelArea / Double(full.width * full.height)).squareRoot()
            let bySide = Double(Self.sixelSide) / Double(max(full.width, full.height))
            let factor = min(1, byArea, bySide)
            scale = 1
            width = max(1, Int(Double(full.width) * factor))
            // Whole bands only: the rest of a last band would lie in the next row of cells.
            height = max(6, Int(Double(full.height) * factor) / 6 * 6)
            // Rounded to the nearest cell. The picture's place in this area is a cell, rounded down.
            firstColumn = ((full.width - width) / 2 + output.cellWidth / 2) / output.cellWidth
            firstRow = ((full.height - height) / 2 + output.cellHeight / 2) / output.cellHeight
        }
    }

    func grid(_ output: GraphicsOutput, cellAspect: Double) -> PixelGrid {
        PixelGrid(
            width: width, height: height,
            pixelAspect: cellAspect * Double(output.cellHeight) / Double(output.cellWidth),
            cellWidth: max(1, output.cellWidth / scale), cellHeight: max(1, output.cellHeight / scale))
    }
}
