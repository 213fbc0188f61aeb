import Cells
import Mosaic
import PlayCore

/// Small pictures, and the colours of the cells made from them.
enum Pictures {
    /// Returns a picture with `width` pixels a row, in a grid of `columns × (2 · rows)` pixels.
    static func make(
        _ pixels: [UInt32], opacity: [UInt8]? = nil, width: Int, x: Int = 0, y: Int = 0, columns: Int, rows: Int,
        isStill: Bool = false
    ) -> ScaledPicture {
        let buffer = PixelBuffer(width: width, height: pixels.count / width) { bytes in
            for (at, pixel) in pixels.enumerated() {
                bytes[at * 4] = UInt8(truncatingIfNeeded: pixel >> 16)
                bytes[at * 4 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                bytes[at * 4 + 2] = UInt8(truncatingIfNeeded: pixel)
                // The fourth byte has no meaning and must not matter.
                bytes[at * 4 + 3] = UInt8(truncatingIfNeeded: at &* 37)
            }
        }
        return ScaledPicture(
            pixels: buffer, opacity: opacity, grid: PixelGrid(width: columns, height: 2 * rows, pixelAspect: 1), x: x,
            y: y, time: .zero, due: nil, isStill: isStill)
    }

    /// Returns the cells of a picture that fills the pane, made from 0xRRGGBB pixels.
    static func cells(_ pixels: [UInt32], columns: Int, look: MosaicLook, isStill: Bool = false) -> CellBuffer {
        let rows = pixels.count / columns / 2
        var renderer = MosaicRenderer()
        let picture = make(pixels, width: columns, columns: columns, rows: rows, isStill: isStill)
        return renderer.render(picture, columns: columns, rows: rows, look: look)
    }

    /// Returns the colour (0xRRGGBB) of every half cell on a terminal with xterm's palette. Mono is white on black.
    static func shown(_ cells: CellBuffer) -> [UInt32] {
        var pixels: [UInt32] = []
        for row in 0..<cells.rows {
            for isLower in [false, true] {
                for column in 0..<cells.columns { pixels.append(half(cells[column, row], isLower: isLower)) }
            }
        }
        return pixels
    }

    private static func half(_ cell: Cell, isLower: Bool) -> UInt32 {
        let isInk =
            switch cell.glyph {
            case 0x2580: !isLower
            case 0x2584: isLower
            case 0x2588: true
            default: false
            }
        return isInk ? rgb(cell.foreground, ofDefault: 0xFFFFFF) : rgb(cell.background, ofDefault: 0)
    }

    /// Returns a colour as 0xRRGGBB. The palette is repeated here, so that a wrong table in the renderer is noticed.
    static func rgb(_ color: Color, ofDefault: UInt32) -> UInt32 {
        guard let index = color.paletteIndex.map(Int.init) else { return color.isDefault ? ofDefault : color.rawValue }
        if index >= 232 { return UInt32(8 + 10 * (index - 232)) * 0x010101 }
        if index >= 16 {
            let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
            let cube = index - 16
            return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6]
        }
        return [
            0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
            0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
        ][index]
    }

    /// Returns the mean red, green and blue of `pixels`.
    static func mean(_ pixels: [UInt32]) -> SIMD3<Double> {
        var sum = SIMD3<Double>(repeating: 0)
        for pixel in pixels { sum += SIMD3(Double(pixel >> 16), Double(pixel >> 8 & 0xFF), Double(pixel & 0xFF)) }
        return sum / Double(pixels.count)
    }

    static func luma(_ pixel: UInt32) -> Double {
        0.2126 * Double(pixel >> 16) + 0.7152 * Double(pixel >> 8 & 0xFF) + 0.0722 * Double(pixel & 0xFF)
    }
}
