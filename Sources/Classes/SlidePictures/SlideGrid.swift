import Cells
import Classes
import Mosaic
import PlayCore

struct SlideGrid: Sendable, Equatable {
    let width: Int
    let height: Int
    /// Width of a pixel divided by its height.
    let pixelAspect: Double
    /// In pixels of the pane. Larger than the pane if only a part of the page is visible.
    let pageWidth: Int
    let pageHeight: Int
    /// The page's upper left corner; negative outside the pane.
    let x: Int
    let y: Int
    private let columnsInCell: Int
    private let rowsInCell: Int

    /// For a page whose picture and recording state no aspect.
    private static let usualAspect = 4.0 / 3

    /// - Parameter pageAspect: the picture's aspect; `nil` for the recording's, else ``usualAspect``.
    init(_ page: SlidePage, in pane: SlidePane, _ symbols: MosaicSymbols, pageAspect: Double?) {
        columnsInCell = symbols.columnsInCell
        rowsInCell = symbols.rowsInCell
        width = pane.columns * columnsInCell
        height = pane.rows * rowsInCell
        pixelAspect = pane.cellAspect * Double(rowsInCell) / Double(columnsInCell)
        let named = page.width.flatMap { width in
            page.height.map { Double(max(1, width)) / Double(max(1, $0)) }
        }
        let aspect = min(max(pageAspect ?? named ?? Self.usualAspect, 0.05), 20)
        let seen = page.viewport
        let wanted = aspect * seen.width / seen.height / pixelAspect
        let isWide = wanted * Double(height) > Double(width)
        let byWidth = isWide != (pane.fit == .filling)
        let scale = byWidth ? Double(width) / (wanted * seen.height) : Double(height) / seen.height
        let (tall, wide) =
            pane.fit == .stretched
            ? (Double(height) / seen.height, Double(width) / seen.width) : (scale, scale * aspect / pixelAspect)
        pageHeight = max(1, Int(tall.rounded()))
        pageWidth = max(1, Int(wide.rounded()))
        x = Int((Double(width) / 2 - wide * (seen.x + seen.width / 2)).rounded())
        y = Int((Double(height) / 2 - tall * (seen.y + seen.height / 2)).rounded())
    }

    /// Returns pixels of the pane, limited to a distance of a few panes.
    func place(_ point: BoardPoint) -> (x: Int, y: Int) {
        (Self.bounded(Double(x) + point.x * Double(pageWidth)), Self.bounded(Double(y) + point.y * Double(pageHeight)))
    }

    func cell(_ place: (x: Int, y: Int)) -> (column: Int, row: Int) {
        (place.x / columnsInCell, place.y / rowsInCell)
    }

    func pixels(columns: Range<Int>, row: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        (
            columns.lowerBound * columnsInCell..<columns.upperBound * columnsInCell,
            row * rowsInCell..<(row + 1) * rowsInCell
        )
    }

    private static func bounded(_ value: Double) -> Int {
        value.isFinite ? Int(min(max(value, -20_000), 20_000)) : -20_000
    }
}
