/// Finds the two colours and the shape with the least error for the four or six pixels of a cell. It tries every
/// division of the pixels into two groups: 7 for four pixels, 31 for six. The first pixel is always in the foreground,
/// because a shape and its inverse look the same. The best colours of a division are the groups' means. The remaining
/// squared error is least where the spread between the groups is greatest. That spread is |D|² · n / (k · (n − k)); D
/// is the sum over one group of its pixels' differences from the mean of all. All numbers are integers, so equal
/// pictures yield equal cells. Channels weigh 2 : 4 : 3 as in ``MosaicPalette``. Takes some 50 ns for a cell of four
/// pixels, 200 ns for six (`tvplay-bench --case mosaic-`, 2026, AMD EPYC).
struct TwoColorSplit {
    /// One bit per pixel of the foreground; the first is always set. If all are set, there is one colour.
    let mask: UInt32
    /// 0x00RRGGBB.
    let foreground: UInt32
    let background: UInt32

    static let workCapacity = 18

    /// - Parameter pixels: `count` words 0x00RRGGBB, row by row; `count` is 4 or 6.
    @inline(__always)
    init(_ pixels: UnsafePointer<UInt32>, count: Int, work: UnsafeMutablePointer<Int32>) {
        let whole = (UInt32(1) &<< UInt32(count)) &- 1
        guard !Self.isFlat(pixels, count: count) else {
            (mask, foreground, background) = (whole, pixels[0], pixels[0])
            return
        }
        Self.differences(pixels, count: count, into: work)
        mask = Self.bestMask(work, count: count)
        foreground = Self.mean(pixels, of: mask, count: count)
        background = Self.mean(pixels, of: ~mask & whole, count: count)
    }

    @inline(__always)
    private static func isFlat(_ pixels: UnsafePointer<UInt32>, count: Int) -> Bool {
        var different: UInt32 = 0
        var at = 1
        while at < count {
            different |= pixels[at] ^ pixels[0]
            at &+= 1
        }
        return different == 0
    }

    /// Computes three numbers for each pixel: `count` times its components, minus their sum over all pixels.
    @inline(__always)
    private static func differences(
        _ pixels: UnsafePointer<UInt32>, count: Int, into out: UnsafeMutablePointer<Int32>
    ) {
        var red: Int32 = 0
        var green: Int32 = 0
        var blue: Int32 = 0
        var at = 0
        while at < count {
            let pixel = Int32(truncatingIfNeeded: pixels[at])
            red &+= (pixel &>> 16) & 0xFF
            green &+= (pixel &>> 8) & 0xFF
            blue &+= pixel & 0xFF
            at &+= 1
        }
        let factor = Int32(truncatingIfNeeded: count)
        at = 0
        while at < count {
            let pixel = Int32(truncatingIfNeeded: pixels[at])
            out[3 &* at] = ((pixel &>> 16) & 0xFF) &* factor &- red
            out[3 &* at &+ 1] = ((pixel &>> 8) & 0xFF) &* factor &- green
            out[3 &* at &+ 2] = (pixel & 0xFF) &* factor &- blue
            at &+= 1
        }
    }

    /// Tries the groups in the order of a Gray code, so that one pixel changes at a time.
    ///
    /// No overflow: |D|² is at most 9 · 2295² for three of six pixels; times 40 it is 1.9 · 10⁹.
    @inline(__always)
    private static func bestMask(_ d: UnsafePointer<Int32>, count: Int) -> UInt32 {
        var mask: UInt32 = 1
        var (red, green, blue) = (d[0], d[1], d[2])
        var size: UInt32 = 1
        var best: UInt32 = 1
        var bestSpread: Int32 = -1
        let steps = UInt32(1) &<< UInt32(count &- 1)
        var step: UInt32 = 0
        while true {
            let square = (red &* red) &* 2 &+ (green &* green) &* 4 &+ (blue &* blue) &* 3
            let spread = square &* factor(size, count)
            if spread > bestSpread {
                bestSpread = spread
                best = mask
            }
            step &+= 1
            if step == steps { return best }
            let place = step.trailingZeroBitCount &+ 1
            let bit = UInt32(1) &<< UInt32(truncatingIfNeeded: place)
            mask ^= bit
            let sign: Int32 = mask & bit == 0 ? -1 : 1
            red &+= d[3 &* place] &* sign
            green &+= d[3 &* place &+ 1] &* sign
            blue &+= d[3 &* place &+ 2] &* sign
            size = size &+ UInt32(bitPattern: sign)
        }
    }

    /// Returns 1 / (k · (n − k)) as an integer: in 12ths for four pixels, in 360ths for six; 0 for the group of all.
    @inline(__always)
    private static func factor(_ size: UInt32, _ count: Int) -> Int32 {
        // One byte per size, from 0 on.
        let factors: UInt64 = count == 4 ? 0x04_03_04_00 : 0x48_2D_28_2D_48_00
        return Int32(truncatingIfNeeded: (factors &>> (UInt64(size) &* 8)) & 0xFF)
    }

    @inline(__always)
    static func mean(_ pixels: UnsafePointer<UInt32>, of mask: UInt32, count: Int) -> UInt32 {
        var redBlue: UInt64 = 0
        var green: UInt32 = 0
        var at = 0
        while at < count {
            if (mask &>> UInt32(truncatingIfNeeded: at)) & 1 == 1 {
                redBlue &+= UInt64(pixels[at] & 0xFF_00FF)
                green &+= (pixels[at] &>> 8) & 0xFF
            }
            at &+= 1
        }
        let red = UInt32(truncatingIfNeeded: redBlue &>> 16)
        let blue = UInt32(truncatingIfNeeded: redBlue & 0xFFFF)
        let size = UInt32(truncatingIfNeeded: mask.nonzeroBitCount)
        return divided(red, size) &<< 16 | divided(green, size) &<< 8 | divided(blue, size)
    }

    /// Divides by multiplication with the reciprocal, rounded up. Exact for sums of up to 8 components.
    @inline(__always)
    private static func divided(_ sum: UInt32, _ size: UInt32) -> UInt32 {
        let reciprocal: UInt32 =
            switch size {
            case 1: 65_536
            case 2: 32_768
            case 3: 21_846
            case 4: 16_384
            case 5: 13_108
            case 6: 10_923
            case 7: 9_363
            default: 8_192
            }
        return (sum &* reciprocal &+ 32_768) &>> 16
    }
}
