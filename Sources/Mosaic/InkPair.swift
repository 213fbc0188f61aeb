/// The two of a cell's inks that stand best for all of them, where colours come from a palette.
///
/// The pixels are dithered already. Where more than two inks meet in a cell, every pair of them is tried, each pixel
/// taking the nearer one: what counts is the squared error of the pixels plus that of the cell as a whole, which is
/// what remains visible from a distance. Distances as in ``MosaicPalette``.
struct InkPair {
    /// Bit per pixel of the foreground, the first always set; all set: one ink.
    let mask: UInt32
    let foreground: UInt32
    let background: UInt32

    /// - Parameters:
    ///   - inks: `count` palette colours (``Cells/Color`` raw values), row by row.
    ///   - count: 4 or 6.
    ///   - colors: 0x00RRGGBB of every entry of the terminal's palette, 256.
    @inline(__always)
    init(_ inks: UnsafePointer<UInt32>, count: Int, colors: UnsafePointer<UInt32>) {
        let whole = (UInt32(1) &<< UInt32(count)) &- 1
        let first = inks[0]
        let firstMask = Self.mask(of: first, inks, count: count)
        guard firstMask != whole else {
            (mask, foreground, background) = (whole, first, first)
            return
        }
        let second = inks[(~firstMask).trailingZeroBitCount]
        if firstMask | Self.mask(of: second, inks, count: count) == whole {
            (mask, foreground, background) = (firstMask, first, second)
            return
        }
        let best = Self.bestPair(inks, count: count, colors: colors)
        let isFirst = best.mask & 1 == 1
        mask = isFirst ? best.mask : ~best.mask & whole
        foreground = inks[isFirst ? best.one : best.other]
        background = inks[isFirst ? best.other : best.one]
    }

    @inline(__always)
    private static func mask(of ink: UInt32, _ inks: UnsafePointer<UInt32>, count: Int) -> UInt32 {
        var mask: UInt32 = 0
        var at = 0
        while at < count {
            if inks[at] == ink { mask |= UInt32(1) &<< UInt32(truncatingIfNeeded: at) }
            at &+= 1
        }
        return mask
    }

    /// Places of the two inks among the pixels, and the pixels that take the first.
    private struct Choice {
        var one = 0
        var other = 0
        var mask: UInt32 = 0
        var error = Int32.max
    }

    @inline(never)
    private static func bestPair(
        _ inks: UnsafePointer<UInt32>, count: Int, colors: UnsafePointer<UInt32>
    ) -> Choice {
        var best = Choice()
        var one = 0
        while one < count {
            var other = one &+ 1
            while other < count {
                if inks[one] != inks[other] {
                    let choice = choice(one, other, inks, count: count, colors: colors)
                    if choice.error < best.error { best = choice }
                }
                other &+= 1
            }
            one &+= 1
        }
        return best
    }

    @inline(__always)
    private static func choice(
        _ one: Int, _ other: Int, _ inks: UnsafePointer<UInt32>, count: Int, colors: UnsafePointer<UInt32>
    ) -> Choice {
        let first = vector(inks[one], colors)
        let second = vector(inks[other], colors)
        var choice = Choice(one: one, other: other, mask: 0, error: 0)
        var total = SIMD4<Int32>(repeating: 0)
        var at = 0
        while at < count {
            let wanted = vector(inks[at], colors)
            let (byFirst, bySecond) = (wanted &- first, wanted &- second)
            let (errorOfFirst, errorOfSecond) = (square(byFirst), square(bySecond))
            if errorOfFirst <= errorOfSecond { choice.mask |= UInt32(1) &<< UInt32(truncatingIfNeeded: at) }
            total &+= errorOfFirst <= errorOfSecond ? byFirst : bySecond
            choice.error &+= min(errorOfFirst, errorOfSecond)
            at &+= 1
        }
        choice.error &+= square(total)
        return choice
    }

    @inline(__always)
    private static func vector(_ ink: UInt32, _ colors: UnsafePointer<UInt32>) -> SIMD4<Int32> {
        let color = Int32(truncatingIfNeeded: colors[Int(ink & 0xFF)])
        return SIMD4(color &>> 16, (color &>> 8) & 0xFF, color & 0xFF, 0)
    }

    /// At most 9 · (6 · 255)² = 21 · 10⁶.
    @inline(__always)
    private static func square(_ v: SIMD4<Int32>) -> Int32 {
        v[0] &* v[0] &* 2 &+ v[1] &* v[1] &* 4 &+ v[2] &* v[2] &* 3
    }
}
