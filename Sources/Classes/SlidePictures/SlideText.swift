import Cells
import Classes
import Glibc
import Mosaic

extension CellBuffer {
    /// Writes words as text, because letters as mosaic would be unreadable. Draws on the page without shapes, because
    /// strokes of the same colour would hide the words.
    mutating func write(_ shape: Shape, _ grid: SlideGrid, _ look: MosaicLook, on page: SlideCanvas) {
        guard let text = shape.text, let point = shape.points.first else { return }
        let place = grid.cell(grid.place(point))
        for (offset, line) in text.prefix(2000).split(whereSeparator: \.isNewline).prefix(rows).enumerated() {
            let row = place.row + offset
            guard row >= 0, row < rows, place.column < columns, place.column > -columns else { continue }
            guard look.depth == .trueColor else {
                write(String(line), column: place.column, row: row, style: Style(attributes: .reverse))
                continue
            }
            let color = (shape.color ?? 0x202020) & 0xFF_FFFF
            let first = max(0, place.column)
            let last = max(first + 1, min(columns, place.column + line.count))
            let under = page.mean(of: grid.pixels(columns: first..<last, row: row))
            write(
                String(line), column: place.column, row: row,
                style: Style(
                    foreground: Color(rawValue: color), background: Color(rawValue: Self.ground(for: color, on: under)))
            )
        }
    }

    static func ground(for color: UInt32, on page: UInt32) -> UInt32 {
        let (words, under) = (luminance(color), luminance(page))
        let contrast = (max(words, under) + 0.05) / (min(words, under) + 0.05)
        return contrast >= leastContrast ? page : words > 0.18 ? 0x101010 : 0xF0F0F0
    }

    /// WCAG's minimum for large text.
    private static var leastContrast: Double { 3 }

    private static func luminance(_ color: UInt32) -> Double {
        func linear(_ shift: UInt32) -> Double {
            let value = Double(color >> shift & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }
}
