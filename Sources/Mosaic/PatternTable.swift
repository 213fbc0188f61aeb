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

    static let xterm256 = PatternTable(.xterm256)
    static let greys256 = PatternTable(.greys256)
    static let xterm16 = PatternTable(.xterm16)
    static let xterm8 = PatternTable(.xterm8)

    /// The table of the palette that a look needs; nil where it needs none.
    static func of(_ look: MosaicLook) -> PatternTable? {
        switch look.depth {
        case .trueColor, .mono: nil
        case .grey: look.hasDirectColor ? nil : greys256
        case .palette256: xterm256
        case .palette16: xterm16
        case .palette8: xterm8
        }
    }

    init(_ palette: MosaicPalette) {
        entries = palette.colors.withUnsafeBufferPointer { colors in
            guard let first = colors.baseAddress else { return [] }
            return palette.isXtermCube
                ? Self.build(palette, CubeSearch(colors: first))
                : Self.build(palette, ListSearch(colors: first, count: colors.count))
        }
    }

    private static func build(_ palette: MosaicPalette, _ search: some PaletteSearch) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: steps * steps * steps * listLength) { buffer, count in
            count = buffer.count
            guard var out = buffer.baseAddress else { return }
            palette.indexes.withUnsafeBufferPointer { indexes in
                for red in 0..<Int32(steps) {
                    for green in 0..<Int32(steps) {
                        for blue in 0..<Int32(steps) {
                            list(component(red), component(green), component(blue), search, indexes, into: out)
                            out += listLength
                        }
                    }
                }
            }
        }
    }

    private static func component(_ step: Int32) -> Int32 { (step * 255 + 15) / 31 }

    /// Each pick makes up for the error of those before it; then they are put in order of brightness.
    @inline(__always)
    private static func list(
        _ red: Int32, _ green: Int32, _ blue: Int32, _ search: some PaletteSearch,
        _ indexes: UnsafeBufferPointer<UInt8>,
        into out: UnsafeMutablePointer<UInt8>
    ) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: listLength) { picks in
            var owed = SIMD4<Int32>(red, green, blue, 0)
            let target = owed
            for pick in 0..<listLength {
                let at = search.nearest(owed[0], owed[1], owed[2])
                let color = search.colors[at]
                let parts = SIMD4<UInt32>(color &>> 16, (color &>> 8) & 0xFF, color & 0xFF, 0)
                // A colour outside the palette's reach must not pile up a debt that nothing can pay.
                owed = (owed &+ target &- SIMD4<Int32>(truncatingIfNeeded: parts))
                    .clamped(lowerBound: SIMD4(repeating: -255), upperBound: SIMD4(repeating: 510))
                let luma = Luma.of(red: parts[0], green: parts[1], blue: parts[2])
                insert(luma &<< 8 | UInt32(indexes[at]), into: picks, count: pick)
            }
            for pick in 0..<listLength { out[pick] = UInt8(truncatingIfNeeded: picks[pick]) }
        }
    }

    @inline(__always)
    private static func insert(_ key: UInt32, into sorted: UnsafeMutableBufferPointer<UInt32>, count: Int) {
        var at = count
        while at > 0, sorted[at &- 1] > key {
            sorted[at] = sorted[at &- 1]
            at &-= 1
        }
        sorted[at] = key
    }
}
