import Cells

/// For every colour, 16 palette entries whose mean is that colour, dark to bright: a pattern that ordered dithering
/// picks from by its threshold.
///
/// Thomas Knoll's pattern dithering (US patent 6 606 166, expired 2019), with the lists worked out beforehand for a
/// grid of 32 × 32 × 32 colours. 512 KiB and 13 to 20 ms per palette, at the first picture that needs it.
final class PatternTable: Sendable {
    /// Colours along each axis; the spacing is 255 / 31.
    static let steps = 32
    /// Entries in a list.
    static let listLength = 16

    /// Palette numbers: `((red · 32 + green) · 32 + blue) · 16 + threshold`.
    let entries: [UInt8]

    private static let xterm256 = PatternTable(.xterm256)
    private static let greys256 = PatternTable(.greys256)
    private static let xterm16 = PatternTable(.xterm16)
    private static let xterm8 = PatternTable(.xterm8)

    /// The table of the palette that a look needs; nil where it needs none.
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

    /// Calls `body` for every colour in the table's order, with its list: palette numbers in the lowest byte.
    private static func build(_ palette: MosaicPalette, _ body: (UnsafeBufferPointer<UInt32>) -> Void) {
        withUnsafeTemporaryAllocation(of: Candidate.self, capacity: palette.colors.count) { candidates in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: listLength) { picks in
                palette.indexes.withUnsafeBufferPointer { indexes in
                    palette.colors.withUnsafeBufferPointer { colors in
                        guard let first = candidates.baseAddress, let picks = picks.baseAddress else { return }
                        for at in 0..<steps * steps * steps {
                            let target = SIMD4(component(at >> 10), component(at >> 5 & 31), component(at & 31), 0)
                            let count =
                                palette.isXtermCube
                                ? neighbours(of: target, indexes, colors, into: first)
                                : everything(indexes, colors, for: target, into: first)
                            list(target, first, count, into: picks)
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
    /// An entry that a list may hold.
    private struct Candidate {
        let color: SIMD4<Int32>
        /// What choosing it costs, because it is not the target itself.
        let penalty: Int32
        /// Brightness above, palette number in the lowest byte.
        let key: UInt32
    }

    /// Each pick makes up for the error of those before it; then they are put in order of brightness.
    ///
    /// By that alone a list holds entries far from its colour, which are seen as specks. So an entry also pays for being
    /// another colour than the target (half the distance), and for being brighter or darker (half the squared luma,
    /// times the nine that the distance's weights add up to). Against lists without: +0.5 dB raw and +0.4 dB after a
    /// blur of 3 × 3 in RGB, +2.5 and +1.9 dB in luma with 256 colours; with 16 +0.4, +0.5, +0.9, +0.7; with 8 +0.2,
    /// +0.3, +1.5, +1.3 (a frame of Big Buck Bunny at 160 × 90).
    ///
    /// In the dark it pays up to seven times as much (``darkness``): there the palettes have gaps (0 to 95 in the cube),
    /// and the dot that fills one is many times brighter than all around it, since light adds up and codes do not.
    /// Where the luma is below 40 that gives +3.3 dB raw and +3.0 dB in the mean of the light of 3 × 3 pixels, against
    /// −0.7 dB in the mean of codes, with 256 colours; with 16 +2.3, +2.7, −1.1; with 8 +3.0, +2.9, −1.2.
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
            // A colour outside the palette's reach must not pile up a debt that nothing can pay.
            owed = (owed &+ target &- candidates[best].color)
                .clamped(lowerBound: SIMD4(repeating: -255), upperBound: SIMD4(repeating: 510))
            insert(candidates[best].key, into: picks, count: pick)
        }
    }

    @inline(__always)
    private static func distance(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Int32 {
        let difference = a &- b
        return (difference &* difference &* SIMD4(2, 4, 3, 0)).wrappedSum()
    }

    @inline(__always)
    private static func candidate(_ index: UInt8, _ color: UInt32, for target: SIMD4<Int32>) -> Candidate {
        let parts = SIMD4<Int32>(
            truncatingIfNeeded: SIMD4<UInt32>(color &>> 16, (color &>> 8) & 0xFF, color & 0xFF, 0))
        let luma = luma(parts)
        let lighter = luma &- self.luma(target)
        let penalty = (distance(parts, target) / 2 &+ lighter &* lighter &* 9 / 2) &* darkness(self.luma(target)) / 64
        return Candidate(color: parts, penalty: penalty, key: UInt32(luma) &<< 8 | UInt32(index))
    }

    /// How much an entry pays beside a colour of this luma, in 64ths: 7 times where it is black, once from 64 on.
    @inline(__always)
    private static func darkness(_ luma: Int32) -> Int32 { 64 &+ 6 &* max(0, 64 &- luma) }

    @inline(__always)
    private static func luma(_ color: SIMD4<Int32>) -> Int32 {
        Int32(Luma.of(red: UInt32(color[0]), green: UInt32(color[1]), blue: UInt32(color[2])))
    }

    private static func everything(
        _ indexes: UnsafeBufferPointer<UInt8>, _ colors: UnsafeBufferPointer<UInt32>, for target: SIMD4<Int32>,
        into candidates: UnsafeMutablePointer<Candidate>
    ) -> Int {
        for at in indexes.indices {
            (candidates + at).initialize(to: candidate(indexes[at], colors[at], for: target))
        }
        return indexes.count
    }

    /// The corners of the cube's cell around the target and the greys on either side of it: the others are as good as
    /// never picked.
    private static func neighbours(
        of target: SIMD4<Int32>, _ indexes: UnsafeBufferPointer<UInt8>, _ colors: UnsafeBufferPointer<UInt32>,
        into candidates: UnsafeMutablePointer<Candidate>
    ) -> Int {
        let low = (lowerLevel(target[0]), lowerLevel(target[1]), lowerLevel(target[2]))
        var count = 0
        func add(_ at: Int) {
            (candidates + count).initialize(to: candidate(indexes[at], colors[at], for: target))
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

    /// The cube's level (0 … 4) at or below a component; the next one is above it. Levels are 0, 95, 135, … 255.
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
