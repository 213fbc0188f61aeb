import Cells

/// Turns dots into cells of braille. Brightness is divided between the number of dots and their colour. If the greatest
/// component is v, 0 … 1, √v of all dots are set, in the mean colour divided by √v. On a dark background the cell then
/// has the mean colour, and dark parts keep enough dots to show shapes. Without colours the number of dots follows the
/// brightness.
struct BraillePass {
    /// The picture's own pixels, for the colours, or `nil` for dots in the terminal's own foreground.
    let hues: PixelRows?
    let values: PixelRows
    let palette: MosaicPalette?
    let letterbox: Color
    let columns: Int
    let cells: UnsafeMutablePointer<Cell>

    /// Returns the share of dots of every pixel, as a grey. `out` takes `width × height` words.
    static func values(_ pixels: PixelRows, into out: UnsafeMutablePointer<UInt32>) -> PixelRows {
        pixels.forEachRow { row, y in
            let target = out + y * pixels.width
            var at = 0
            while at < pixels.width {
                let pixel = row[at]
                let value = max(pixel & 0xFF, (pixel &>> 8) & 0xFF, (pixel &>> 16) & 0xFF)
                target[at] = UInt32(Float(value &* 255).squareRoot().rounded()) &* 0x01_0101
                at &+= 1
            }
        }
        return PixelRows(
            first: UnsafePointer(out), width: pixels.width, height: pixels.height, stride: pixels.width, x: pixels.x,
            y: pixels.y)
    }

    /// - Parameters:
    ///   - dots: 0 or 1, `width × height` without gaps.
    ///   - x: the place of the first dot in the pane's grid; the picture lies inside the pane.
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

    /// Returns the mean of the cell's pixels, brightened to compensate the gaps between the dots.
    @inline(__always)
    private func hue(_ lines: Range<Int>, _ places: Range<Int>) -> UInt32 {
        guard let hues else { return Color.terminalDefault.rawValue }
        var red: UInt32 = 0
        var green: UInt32 = 0
        var blue: UInt32 = 0
        var share: UInt32 = 0
        for line in lines {
            for place in places {
                let pixel = hues.first[line &* hues.stride &+ place]
                red &+= pixel & 0xFF
                green &+= (pixel &>> 8) & 0xFF
                blue &+= (pixel &>> 16) & 0xFF
                share &+= values.first[line &* values.stride &+ place] & 0xFF
            }
        }
        let whole = max(share, 1)
        func scaled(_ sum: UInt32) -> UInt32 { min(255, (sum &* 255 &+ whole / 2) / whole) }
        guard let palette else { return scaled(red) &<< 16 | scaled(green) &<< 8 | scaled(blue) }
        return palette.nearest(
            red: UInt8(truncatingIfNeeded: scaled(red)), green: UInt8(truncatingIfNeeded: scaled(green)),
            blue: UInt8(truncatingIfNeeded: scaled(blue))
        ).rawValue
    }
}
