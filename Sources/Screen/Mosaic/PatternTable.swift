import Cells

/// 16 palette entries for every colour, dark to bright, whose mean is that colour. Ordered dithering picks one of them
/// by its threshold. This is Thomas Knoll's pattern dithering (US patent 6 606 166, expired 2019), computed in advance
/// for a grid of 32 × 32 × 32 colours, and weakened (``weaken(_:for:_:_:_:)``). It takes 512 KiB and 13 to 20 ms per
/// palette, when the first picture needs it.
final class PatternTable: Sendable {
    /// The colours along each axis; the spacing is 255 / 31.
    static let steps = 32
    static let listLength = 16

    /// Palette numbers: `((red · 32 + green) · 32 + blue) · 16 + threshold`.
    let entries: [UInt8]

    private static let xterm256 = PatternTable(.xterm256)
    private static let greys256 = PatternTable(.greys256)
    private static let xterm16 = PatternTable(.xterm16)
    private static let xterm8 = PatternTable(.xterm8)

    static func of(_ look: MosaicLook) -> PatternTable? {
        switch PaletteKind(look) {
        case .greys256?: greys256
        case .xterm256?: xterm256
        case .xterm16?: xterm16
        case .xterm8?: xterm8
        case nil: nil
        }
    }

    init(_ palette: MosaicPalette) {
        entries = [UInt8](unsafeUninitializedCapacity: Self.steps * Self.steps * Self.steps * Self.listLength) {
            buffer, count in
            count = buffer.count
            guard var out = buffer.baseAddress else { return }
            Self.build(palette) { picks in
                for pick in picks {
                    out.initialize(to: UInt8(truncatingIfNeeded: pick))
                    out += 1
                }
            }
        }
    }

    /// Calls `body` for every colour in the table's order with its list; an entry's lowest byte is the palette number.
    private static func build(_ palette: MosaicPalette, _ body: (UnsafeBufferPointer<UInt32>) -> Void) {
        withUnsafeTemporaryAllocation(of: Candidate.self, capacity: palette.colors.count) { candidates in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: listLength) { picks in
                palette.indexes.withUnsafeBufferPointer { indexes in
                    palette.colors.withUnsafeBufferPointer { colors in
                        guard let first = candidates.baseAddress, let picks = picks.baseAddress else { return }
                        let strength = palette.isFine ? Strength.fine : .coarse
                        for at in 0..<steps * steps * steps {
                            let target = SIMD4(component(at >> 10), component(at >> 5 & 31), component(at & 31), 0)
                            let count =
                                palette.isXtermCube
                                ? neighbours(of: target, indexes, colors, strength, into: first)
                                : everything(indexes, colors, for: target, strength, into: first)
                            list(target, first, count, into: picks)
                            weaken(picks, for: target, first, count, strength)
                            body(UnsafeBufferPointer(start: picks, count: listLength))
                        }
                    }
                }
            }
        }
    }

    private static func component(_ step: Int) -> Int32 { (Int32(step) * 255 + 15) / 31 }
}

// MARK: - One list

extension PatternTable {
    private struct Candidate {
        let color: SIMD4<Int32>
        /// The penalty for not being the target itself.
        let penalty: Int32
        /// Brightness in the upper bits, palette number in the lowest byte.
        let key: UInt32
    }

    /// Limits of a pattern's strength. Where colours are dense, dots are weak anyway.
    private struct Strength {
        /// The weight of a squared difference of luma; the weights of the distance add up to nine.
        let lumaPenalty: Int32
        /// The least share of an entry, in sixteenths.
        let leastShare: Int
        /// The greatest difference of luma between an entry and the nearest one, 0 … 255.
        let mostContrast: Int32

        static let fine = Strength(lumaPenalty: 48, leastShare: 4, mostContrast: 255)
        static let coarse = Strength(lumaPenalty: 24, leastShare: 3, mostContrast: 130)
    }

    /// Fills `picks`. Each pick corrects the error of the previous ones; then they are sorted by brightness. This alone
    /// would pick entries far from the colour, which are visible as specks, because a cell is larger than a dot of ink.
    /// So an entry also gets a penalty for its distance from the target, and for its difference in brightness
    /// (``Strength/lumaPenalty``). In the dark the penalty is up to seven times as high (``darkness``), because the
    /// palettes have gaps there (0 to 95 in the cube). A dot that fills a gap is many times brighter than its
    /// surroundings, because light adds up linearly and codes do not.
    @inline(__always)
    private static func list(
        _ target: SIMD4<Int32>, _ candidates: UnsafePointer<Candidate>, _ count: Int,
        into picks: UnsafeMutablePointer<UInt32>
    ) {
        var owed = target
        for pick in 0..<listLength {
            var best = 0
            var bestCost = Int32.max
            for at in 0..<count {
                let cost = distance(owed, candidates[at].color) &+ candidates[at].penalty
                if cost < bestCost { (best, bestCost) = (at, cost) }
            }
            // Limits the error of a colour outside the palette's range: no pick can correct it.
            owed = (owed &+ target &- candidates[best].color)
                .clamped(lowerBound: SIMD4(repeating: -255), upperBound: SIMD4(repeating: 510))
            insert(candidates[best].key, into: picks, count: pick)
        }
    }

    /// Replaces lone dots and checkerboards of distant colours by the nearest entry, so that smooth areas stay smooth.
    ///
    /// Measured on four frames of films at 160 × 90 with 256 colours: dB as they are, dB after a blur of 3 × 3, SSIM,
    /// and the deviation of luma in smooth areas are 26.2, 33.3, 0.93 and 3.9. Without dithering they are 27.5, 31.1,
    /// 0.92 and 2.8; with whole lists and half the penalties 24.8, 35.4, 0.84 and 7.0.
    private static func weaken(
        _ picks: UnsafeMutablePointer<UInt32>, for target: SIMD4<Int32>, _ candidates: UnsafePointer<Candidate>,
        _ count: Int, _ strength: Strength
    ) {
        var nearest = candidates[0]
        for at in 1..<count where distance(target, candidates[at].color) < distance(target, nearest.color) {
            nearest = candidates[at]
        }
        var at = 0
        while at < listLength {
            // Equal entries are adjacent.
            var end = at &+ 1
            while end < listLength, picks[end] == picks[at] { end &+= 1 }
            let contrast = abs(Int32(picks[at] >> 8) &- Int32(nearest.key >> 8))
            if end &- at < strength.leastShare || contrast > strength.mostContrast {
                for place in at..<end { picks[place] = nearest.key }
            }
            at = end
        }
        for place in 1..<listLength { insert(picks[place], into: picks, count: place) }
    }

    @inline(__always)
    private static func distance(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Int32 {
        let difference = a &- b
        return (difference &* difference &* SIMD4(2, 4, 3, 0)).wrappedSum()
    }

    @inline(__always)
    private static func candidate(
        _ index: UInt8, _ color: UInt32, for target: SIMD4<Int32>, _ strength: Strength
    ) -> Candidate {
        let parts = SIMD4<Int32>(
            truncatingIfNeeded: SIMD4<UInt32>(color &>> 16, (color &>> 8) & 0xFF, color & 0xFF, 0))
        let luma = luma(parts)
        let lighter = luma &- self.luma(target)
        let cost = distance(parts, target) &+ lighter &* lighter &* strength.lumaPenalty
        let penalty = Int32(clamping: Int(cost) * Int(darkness(self.luma(target))) / 64)
        return Candidate(color: parts, penalty: penalty, key: UInt32(luma) &<< 8 | UInt32(index))
    }

    /// Returns the factor of an entry's penalty at this luma, in 64ths: 7 at black, 1 from 64 on.
    @inline(__always)
    private static func darkness(_ luma: Int32) -> Int32 { 64 &+ 6 &* max(0, 64 &- luma) }

    @inline(__always)
    private static func luma(_ color: SIMD4<Int32>) -> Int32 {
        Int32(Luma.of(red: UInt32(color[0]), green: UInt32(color[1]), blue: UInt32(color[2])))
    }

    private static func everything(
        _ indexes: UnsafeBufferPointer<UInt8>, _ colors: UnsafeBufferPointer<UInt32>, for target: SIMD4<Int32>,
        _ strength: Strength, into candidates: UnsafeMutablePointer<Candidate>
    ) -> Int {
        for at in indexes.indices {
            (candidates + at).initialize(to: candidate(indexes[at], colors[at], for: target, strength))
        }
        return indexes.count
    }

    /// Returns the corners of the cube's cell around the target, and the nearest greys. Others are hardly ever picked.
    private static func neighbours(
        of target: SIMD4<Int32>, _ indexes: UnsafeBufferPointer<UInt8>, _ colors: UnsafeBufferPointer<UInt32>,
        _ strength: Strength, into candidates: UnsafeMutablePointer<Candidate>
    ) -> Int {
        let low = (lowerLevel(target[0]), lowerLevel(target[1]), lowerLevel(target[2]))
        var count = 0
        func add(_ at: Int) {
            (candidates + count).initialize(to: candidate(indexes[at], colors[at], for: target, strength))
            count += 1
        }
        for corner in 0..<8 {
            add((low.0 + (corner & 1)) * 36 + (low.1 + (corner >> 1 & 1)) * 6 + low.2 + (corner >> 2))
        }
        let mean = (Int(target[0]) * 2 + Int(target[1]) * 4 + Int(target[2]) * 3) / 9
        let grey = min(max((mean - 8) / 10, 0), 23)
        add(216 + grey)
        if grey < 23 { add(217 + grey) }
        return count
    }

    /// Returns the cube's level (0 … 4) at or below a component; levels are 0, 95, 135, … 255.
    private static func lowerLevel(_ component: Int32) -> Int {
        component < 95 ? 0 : min(Int(component - 55) / 40, 4)
    }

    @inline(__always)
    private static func insert(_ key: UInt32, into sorted: UnsafeMutablePointer<UInt32>, count: Int) {
        var at = count
        while at > 0, sorted[at &- 1] > key {
            sorted[at] = sorted[at &- 1]
            at &-= 1
        }
        sorted[at] = key
    }
}
