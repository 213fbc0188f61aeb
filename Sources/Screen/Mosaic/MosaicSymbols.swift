package import PlayCore

/// The glyphs that a picture is made of.
package enum MosaicSymbols: Sendable, CaseIterable {
    /// ▀ ▄ █: two pixels a cell. Needs a UTF-8 terminal.
    case halfBlocks
    /// ▘ ▝ ▖ ▗ and their unions: four pixels, two colours a cell. In most fonts.
    case quadrants
    /// 🬀 and the like: six pixels, two colours a cell. Unicode 13 (2020): not in every font.
    case sextants
    /// Eight dots and one colour a cell.
    case braille
    /// ASCII only: one colour a cell, or a ramp of denser and denser characters where there are no colours.
    case ascii

    /// Pixels of the grid in a cell.
    package var columnsInCell: Int {
        switch self {
        case .halfBlocks, .ascii: 1
        case .quadrants, .sextants, .braille: 2
        }
    }

    /// Pixels of the grid in a cell. ASCII has two as well, whose mean is shown: so the grid stays when only the
    /// characters are in question.
    package var rowsInCell: Int {
        switch self {
        case .halfBlocks, .quadrants, .ascii: 2
        case .sextants: 3
        case .braille: 4
        }
    }

    /// The pixels of a pane of cells; each size at least 1. `cellAspect` is a cell's width divided by its height.
    package func grid(columns: Int, rows: Int, cellAspect: Double) -> PixelGrid {
        PixelGrid(
            width: columns * columnsInCell, height: rows * rowsInCell,
            pixelAspect: cellAspect * Double(rowsInCell) / Double(columnsInCell), cellWidth: columnsInCell,
            cellHeight: rowsInCell)
    }
}
