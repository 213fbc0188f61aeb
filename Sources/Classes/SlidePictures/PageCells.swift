package import Classes
import Mosaic

package struct PageCells: Sendable, Equatable {
    private let grid: SlideGrid
    private let columnsInCell: Double
    private let rowsInCell: Double

    package init(_ page: SlidePage, in pane: SlidePane) {
        let symbols = MosaicSymbols.braille
        grid = SlideGrid(page, in: pane, symbols, pageAspect: nil)
        (columnsInCell, rowsInCell) = (Double(symbols.columnsInCell), Double(symbols.rowsInCell))
    }

    /// Returns the middle of a cell in ten-thousandths of the page, or `nil` if the cell shows no part of it.
    package func point(column: Int, row: Int) -> BoardPoint? {
        let x = ((Double(column) + 0.5) * columnsInCell - Double(grid.x)) / Double(grid.pageWidth)
        let y = ((Double(row) + 0.5) * rowsInCell - Double(grid.y)) / Double(grid.pageHeight)
        guard (0...1).contains(x), (0...1).contains(y) else { return nil }
        return BoardPoint(x: (x * 10_000).rounded() / 10_000, y: (y * 10_000).rounded() / 10_000)
    }

    /// The cell may lie outside of the pane.
    package func cell(of point: BoardPoint) -> (column: Int, row: Int) {
        let place = grid.place(point)
        return (
            Int((Double(place.x) / columnsInCell).rounded(.down)), Int((Double(place.y) / rowsInCell).rounded(.down))
        )
    }

    package var rowHeight: Double { rowsInCell / Double(grid.pageHeight) }
    package var columnWidth: Double { columnsInCell / Double(grid.pageWidth) }
}
