/// Chooses the two of a cell's inks that represent all of them best, for colours from a palette. The pixels are
/// dithered already. If more than two inks meet in a cell, every pair is tried, and each pixel takes the nearer ink.
/// The measure is the squared error of the pixels plus that of the whole cell, which remains visible from a distance.
/// Distances are those of ``MosaicPalette``.
struct InkPair {
    /// One bit per pixel of the foreground; the first is always set. If all are set, there is one ink.
    let mask: UInt32
    let foreground: UInt32
    let background: UInt32

    /// - Parameters:
    ///   - inks: `count` palette colours (``Cells/Color`` raw values), row by row; `count` is 4 or 6.
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

    private struct Choice {
        var one = 0
        var other = 0
        var mask: UInt32 = 0
        var error = Int32.max
    }

    private struct Ink {
        let red: Int32
        let green: Int32
        let blue: Int32
        /// The ink's first pixel. `mask` has all its pixels, and `weight` is their number.
        let place: Int
        let mask: UInt32
        let weight: Int32

        @inline(__always)
        init(_ ink: UInt32, place: Int, mask: UInt32, _ colors: UnsafePointer<UInt32>) {
            let color = Int32(truncatingIfNeeded: colors[Int(ink & 0xFF)])
            (red, green, blue) = (color &>> 16, (color &>> 8) & 0xFF, color & 0xFF)
            self.place = place
            self.mask = mask
            weight = Int32(truncatingIfNeeded: mask.nonzeroBitCount)
        }
    }

    @inline(never)
    private static func bestPair(
        _ inks: UnsafePointer<UInt32>, count: Int, colors: UnsafePointer<UInt32>
    ) -> Choice {
        withUnsafeTemporaryAllocation(of: Ink.self, capacity: 6) { buffer in
            var best = Choice()
            guard let list = buffer.baseAddress else { return best }
            let different = collect(inks, count: count, colors: colors, into: list)
            var one = 0
            while one < different {
                var other = one &+ 1
                while other < different {
                    let choice = choice(one, other, list, count: different)
                    if choice.error < best.error { best = choice }
                    other &+= 1
                }
                one &+= 1
            }
            return best
        }
    }

    @inline(__always)
    private static func collect(
        _ inks: UnsafePointer<UInt32>, count: Int, colors: UnsafePointer<UInt32>, into list: UnsafeMutablePointer<Ink>
    ) -> Int {
        var different = 0
        var seen: UInt32 = 0
        var at = 0
        while at < count {
            if (seen &>> UInt32(truncatingIfNeeded: at)) & 1 == 0 {
                let mask = mask(of: inks[at], inks, count: count)
                seen |= mask
                (list + different).initialize(to: Ink(inks[at], place: at, mask: mask, colors))
                different &+= 1
            }
            at &+= 1
        }
        return different
    }

    @inline(__always)
    private static func choice(_ one: Int, _ other: Int, _ list: UnsafePointer<Ink>, count: Int) -> Choice {
        var choice = Choice(one: list[one].place, other: list[other].place, mask: 0, error: 0)
        var red: Int32 = 0
        var green: Int32 = 0
        var blue: Int32 = 0
        var at = 0
        while at < count {
            let ofFirst = distance(list[at], list[one])
            let ofSecond = distance(list[at], list[other])
            let isFirst = ofFirst <= ofSecond
            let nearer = isFirst ? one : other
            if isFirst { choice.mask |= list[at].mask }
            let weight = list[at].weight
            red &+= (list[at].red &- list[nearer].red) &* weight
            green &+= (list[at].green &- list[nearer].green) &* weight
            blue &+= (list[at].blue &- list[nearer].blue) &* weight
            choice.error &+= min(ofFirst, ofSecond) &* weight
            at &+= 1
        }
        // At most 9 · (6 · 255)² = 21 · 10⁶.
        choice.error &+= red &* red &* 2 &+ green &* green &* 4 &+ blue &* blue &* 3
        return choice
    }

    @inline(__always)
    private static func distance(_ a: Ink, _ b: Ink) -> Int32 {
        let (red, green, blue) = (a.red &- b.red, a.green &- b.green, a.blue &- b.blue)
        return red &* red &* 2 &+ green &* green &* 4 &+ blue &* blue &* 3
    }
}
