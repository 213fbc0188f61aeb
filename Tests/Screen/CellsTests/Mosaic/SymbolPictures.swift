import Cells
import Mosaic
import PlayCore

/// Pictures in quadrants, sextants and braille, and the parts of the cells that a terminal shows.
struct SymbolPictures {
    let symbols: MosaicSymbols
    var look: MosaicLook { MosaicLook(depth: depth, symbols: symbols, background: background) }
    var depth = ColorDepth.trueColor
    var background: UInt32?

    var cellSize: (width: Int, height: Int) { (symbols.columnsInCell, symbols.rowsInCell) }

    /// Returns the cells of a picture of 0xRRGGBB pixels, `width` a row, at a place in a pane.
    func cells(
        _ pixels: [UInt32], width: Int, x: Int = 0, y: Int = 0, columns: Int, rows: Int, isStill: Bool = false
    ) -> CellBuffer {
        let picture = Pictures.make(pixels, width: width, x: x, y: y, columns: columns, rows: rows, isStill: isStill)
        var renderer = MosaicRenderer()
        return renderer.render(picture, columns: columns, rows: rows, look: look)
    }

    /// Returns the cells of a picture that fills `columns` whole cells a row.
    func cells(_ pixels: [UInt32], columns: Int, isStill: Bool = false) -> CellBuffer {
        let width = columns * cellSize.width
        return cells(
            pixels, width: width, columns: columns, rows: pixels.count / width / cellSize.height, isStill: isStill)
    }

    /// Returns the colours of a cell's parts, row by row, from the same mask that the encoder uses.
    func parts(_ cell: Cell) -> [UInt32] {
        let foreground = Pictures.rgb(cell.foreground, ofDefault: 0xFFFFFF)
        let background = Pictures.rgb(cell.background, ofDefault: 0)
        guard let mask = GlyphMask.of(glyph: cell.glyph) else { return [] }
        let height = 12 / cellSize.height
        return (0..<cellSize.width * cellSize.height).map { part in
            let bit = part / cellSize.width * height * 2 + part % cellSize.width
            return mask >> UInt32(bit) & 1 == 1 ? foreground : background
        }
    }

    /// Returns the colour (0xRRGGBB) of every part of the pane, row by row.
    func shown(_ cells: CellBuffer) -> [UInt32] {
        var pixels: [UInt32] = []
        for row in 0..<cells.rows {
            let all = (0..<cells.columns).map { parts(cells[$0, row]) }
            for line in 0..<cellSize.height {
                for cell in all { pixels += cell[line * cellSize.width..<(line + 1) * cellSize.width] }
            }
        }
        return pixels
    }

    /// Returns the sum of 2·ΔR² + 4·ΔG² + 3·ΔB² over all pixels.
    static func error(_ a: [UInt32], _ b: [UInt32]) -> Int {
        zip(a, b).reduce(0) { sum, pair in
            func part(_ shift: UInt32) -> Int { Int(pair.0 >> shift & 0xFF) - Int(pair.1 >> shift & 0xFF) }
            return sum + 2 * part(16) * part(16) + 4 * part(8) * part(8) + 3 * part(0) * part(0)
        }
    }
}
