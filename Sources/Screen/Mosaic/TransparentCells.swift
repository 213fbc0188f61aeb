import Cells

/// Shows the terminal's own background where the picture is fully transparent; half-blocks are treated half by half.
struct TransparentCells {
    private static let least: UInt8 = 8
    private static let upperHalf: UInt32 = 0x2580
    private static let lowerHalf: UInt32 = 0x2584

    let opacity: [UInt8]
    let stride: Int
    let place: PicturePlacement
    let look: MosaicLook
    let columns: Int

    func clear(_ cells: UnsafeMutableBufferPointer<Cell>) {
        let (wide, tall) = (look.symbols.columnsInCell, look.symbols.rowsInCell)
        let columnRange = place.x / wide..<(place.x + place.width + wide - 1) / wide
        for row in place.y / tall..<(place.y + place.height + tall - 1) / tall {
            for column in columnRange {
                let rows = max(row * tall, place.y)..<min((row + 1) * tall, place.y + place.height)
                let pixels = max(column * wide, place.x)..<min((column + 1) * wide, place.x + place.width)
                // Parts of the cell outside the picture keep their own colour.
                guard rows.count == tall && pixels.count == wide || look.letterbox.isDefault else { continue }
                let at = row * columns + column
                if rows.allSatisfy({ isFree($0, pixels) }) {
                    cells[at] = .blank
                } else if look.symbols == .halfBlocks, look.depth != .mono, rows.count == tall {
                    clearHalf(&cells[at], isUpperFree: isFree(rows.lowerBound, pixels), rows.upperBound - 1, pixels)
                }
            }
        }
    }

    private func clearHalf(_ cell: inout Cell, isUpperFree: Bool, _ lower: Int, _ pixels: Range<Int>) {
        let isEven = cell.glyph != Self.upperHalf
        if isUpperFree {
            cell.glyph = Self.lowerHalf
            cell.foreground = cell.background
        } else if isFree(lower, pixels) {
            cell.glyph = Self.upperHalf
            if isEven { cell.foreground = cell.background }
        } else {
            return
        }
        cell.background = .terminalDefault
    }

    private func isFree(_ row: Int, _ pixels: Range<Int>) -> Bool {
        let first = (row - place.y + place.sourceY) * stride - place.x + place.sourceX
        return pixels.allSatisfy { opacity[first + $0] < Self.least }
    }
}
