/// Dithering for motion: the place on the screen alone decides whether a pixel becomes darker or brighter, so still
/// parts cost no bytes. Pixels are words with red lowest; `x` and `y` are places in the pane's grid of pixels.
enum OrderedDither {
    /// Picks from the pattern by the 4 × 4 matrix. Between the table's colours, a 2 × 2 matrix of such blocks decides,
    /// so that the mean of an 8 × 8 tile is right.
    static func palette(
        _ pixels: UnsafePointer<UInt32>, count: Int, x: Int, y: Int, table: UnsafePointer<UInt8>,
        into inks: UnsafeMutablePointer<UInt32>
    ) {
        let thresholds = BayerMatrix.row4(y)
        let offsets = BayerMatrix.row2(y &>> 2)
        var at = 0
        while at < count {
            let pixel = pixels[at]
            let column = UInt32(truncatingIfNeeded: x &+ at)
            let threshold = (thresholds &>> ((column & 3) &* 8)) & 0xFF
            let offset = ((offsets &>> (((column &>> 2) & 1) &* 8)) & 0xFF) &* 64 &+ 32
            let red = step(pixel & 0xFF, offset)
            let green = step((pixel &>> 8) & 0xFF, offset)
            let blue = step((pixel &>> 16) & 0xFF, offset)
            let entry = ((red &<< 10 | green &<< 5 | blue) &<< 4) | threshold
            inks[at] = 0x0100_0000 | UInt32(table[Int(entry)])
            at &+= 1
        }
    }

    /// Turns a row of grey pixels into levels 0 ..< `levels`. The mean of an 8 × 8 tile is right to a 64th of a level.
    static func levels(
        _ pixels: UnsafePointer<UInt32>, count: Int, x: Int, y: Int, levels: UInt32,
        into inks: UnsafeMutablePointer<UInt32>
    ) {
        let thresholds = BayerMatrix.row8(y)
        let top = levels &- 1
        var at = 0
        while at < count {
            let column = UInt64(truncatingIfNeeded: x &+ at)
            let threshold = UInt32(truncatingIfNeeded: (thresholds &>> ((column & 7) &* 8)) & 0xFF)
            // Both terms are in 255ths of a level; the thresholds are the centres of 64 equal parts.
            inks[at] = ((pixels[at] & 0xFF) &* top &+ (threshold &* 255 &+ 127) / 64) / 255
            at &+= 1
        }
    }

    /// Rounds up from the fraction `offset` (0 ..< 256) on.
    @inline(__always)
    private static func step(_ component: UInt32, _ offset: UInt32) -> UInt32 {
        // 7967 / 256 · 255 = 31 · 256, rounded: steps in 256ths.
        (((component &* 7967 &+ 128) &>> 8) &+ offset) &>> 8
    }
}

/// Bayer's matrices (1973), one row at a time, one byte a column from the lowest.
enum BayerMatrix {
    /// Returns a row of 2 × 2 values, 0 ..< 4.
    @inline(__always)
    static func row2(_ y: Int) -> UInt32 { y & 1 == 0 ? 0x0200 : 0x0103 }

    /// Returns a row of 4 × 4 values, 0 ..< 16.
    @inline(__always)
    static func row4(_ y: Int) -> UInt32 {
        switch y & 3 {
        case 0: 0x0A02_0800
        case 1: 0x060E_040C
        case 2: 0x0901_0B03
        default: 0x050D_070F
        }
    }

    /// Returns a row of 8 × 8 values, 0 ..< 64.
    static func row8(_ y: Int) -> UInt64 {
        var row: UInt64 = 0
        for x in 0..<8 {
            let coarse = UInt64((row4(y) >> UInt32(8 * (x & 3))) & 0xFF)
            let fine = UInt64((row2(y >> 2) >> UInt32(8 * (x >> 2 & 1))) & 0xFF)
            row |= (coarse * 4 + fine) << UInt64(8 * x)
        }
        return row
    }
}
