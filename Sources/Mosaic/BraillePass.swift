import Cells

/// Dots to cells of braille.
///
/// A dot stands for brightness: the values of the pixels (their greatest component) are dithered to dots, and with
/// colours the cell's dots get the hue of its mean at full brightness. Dots and dark between them then have the mean
/// colour together, on a dark background.
struct BraillePass {
    /// Nil: dots in the terminal's own foreground.
    let hues: PixelRows?
    /// Nil: hues are direct colours.
    let palette: MosaicPalette?
    let letterbox: Color
    let columns: Int
    let cells: UnsafeMutablePointer<Cell>

    /// The value of every pixel as a grey; `out` takes `width × height` words.
    static func values(_ pixels: PixelRows, into out: UnsafeMutablePointer<UInt32>) -> PixelRows {
        pixels.forEachRow { row, y in
            let target = out + y * pixels.width
            var at = 0
            while at < pixels.width {
                let pixel = row[at]
                let value = max(pixel & 0xFF, (pixel &>> 8) & 0xFF, (pixel &>> 16) & 0xFF)
                target[at] = value &* 0x01_0101
                at &+= 1
            }
        }
        return PixelRows(
            first: UnsafePointer(out), width: pixels.width, height: pixels.height, stride: pixels.width, x: pixels.x,
            y: pixels.y)
    }

    /// - Parameters:
    ///   - dots: 0 or 1, `width × height` without gaps.
    ///   - x: place of the first in the pane's grid; the picture lies inside the pane.
    func run(_ dots: UnsafePointer<UInt32>, width: Int, height: Int, x: Int, y: Int) {
        for row in (y / 4)..<((y &+ height &+ 3) / 4) {
            let lines = max(0, row &* 4 &- y)..<min(height, row &* 4 &+ 4 &- y)
            for column in (x / 2)..<((x &+ width &+ 1) / 2) {
                let places = max(0, column &* 2 &- x)..<min(width, column &* 2 &+ 2 &- x)
                var mask: UInt32 = 0
                for line in lines {
                    for place in places {
                        let bit = (line &+ y &- row &* 4) &* 2 &+ place &+ x &- column &* 2
                        mask |= dots[line &* width &+ place] &<< UInt32(truncatingIfNeeded: bit)
                    }
                }
                let ink = mask == 0 ? Color.terminalDefault.rawValue : hue(lines, places)
                let cell = cells + (row &* columns &+ column)
                CellAssembly.store(BlockGlyphs.braille(mask), ink, letterbox.rawValue, to: cell)
            }
        }
    }

    /// The mean of the cell's pixels, as bright as it goes.
    @inline(__always)
    private func hue(_ lines: Range<Int>, _ places: Range<Int>) -> UInt32 {
        guard let hues else { return Color.terminalDefault.rawValue }
        var red: UInt32 = 0
        var green: UInt32 = 0
        var blue: UInt32 = 0
        for line in lines {
            for place in places {
                let pixel = hues.first[line &* hues.stride &+ place]
                red &+= pixel & 0xFF
                green &+= (pixel &>> 8) & 0xFF
                blue &+= (pixel &>> 16) & 0xFF
            }
        }
        let top = max(red, green, blue, 1)
        func scaled(_ sum: UInt32) -> UInt32 { (sum &* 255 &+ top / 2) / top }
        guard let palette else { return scaled(red) &<< 16 | scaled(green) &<< 8 | scaled(blue) }
        return palette.nearest(
            red: UInt8(truncatingIfNeeded: scaled(red)), green: UInt8(truncatingIfNeeded: scaled(green)),
            blue: UInt8(truncatingIfNeeded: scaled(blue))
        ).rawValue
    }
}
