package import PlayCore

package enum MosaicSymbols: Sendable, CaseIterable {
    /// ▀ ▄ █: two pixels a cell. Needs a UTF-8 terminal.
    case halfBlocks
    /// ▘ ▝ ▖ ▗ and their unions: four pixels, two colours a cell. Available in most fonts.
    case quadrants
    /// 🬀 and the like: six pixels, two colours a cell. Unicode 13 (2020): not in every font.
    case sextants
    case braille
    /// ASCII only: one colour a cell, or without colours a ramp of increasingly dense characters.
    case ascii

    package var columnsInCell: Int {
        switch self {
        case .halfBlocks, .ascii: 1
        case .quadrants, .sextants, .braille: 2
        }
    }

    /// In pixels of the grid. ASCII shows the mean of two, so that the grid stays the same when the characters change.
    package var rowsInCell: Int {
        switch self {
        case .halfBlocks, .quadrants, .ascii: 2
        case .sextants: 3
        case .braille: 4
        }
    }

    /// Returns the pixels of a pane of cells; each size at least 1. `cellAspect`: width ÷ height of a cell.
    package func grid(columns: Int, rows: Int, cellAspect: Double) -> PixelGrid {
        PixelGrid(
            width: columns * columnsInCell, height: rows * rowsInCell,
            pixelAspect: cellAspect * Double(rowsInCell) / Double(columnsInCell), cellWidth: columnsInCell,
            cellHeight: rowsInCell)
    }
}
