import Cells
import Mosaic
import Rooms

extension CellBuffer {
    /// Words are written as words: no mosaic of theirs could be read.
    mutating func write(_ shape: Shape, _ grid: SlideGrid, _ look: MosaicLook) {
        guard let text = shape.text, let point = shape.points.first else { return }
        let place = grid.cell(grid.place(point))
        for (offset, line) in text.prefix(2000).split(whereSeparator: \.isNewline).prefix(rows).enumerated() {
            let row = place.row + offset
            guard row >= 0, row < rows, place.column < columns, place.column > -columns else { continue }
            let under = self[max(0, place.column), row].background
            let color =
                look.depth == .trueColor ? Color(rawValue: (shape.color ?? 0x202020) & 0xFF_FFFF) : .terminalDefault
            let style =
                look.depth == .trueColor ? Style(foreground: color, background: under) : Style(attributes: .reverse)
            write(String(line), column: place.column, row: row, style: style)
        }
    }
}
