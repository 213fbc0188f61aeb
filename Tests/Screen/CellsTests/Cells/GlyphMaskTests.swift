import Cells
import TestSupport
import Testing

@Suite struct GlyphMaskTests {
    /// Returns the mask of a glyph that divides a cell into 2 × `rows` parts, computed part by part.
    private func expanded(_ parts: UInt32, rows: Int) -> UInt32 {
        var mask: UInt32 = 0
        for row in 0..<12 {
            for column in 0..<2 where parts >> UInt32(row * rows / 12 * 2 + column) & 1 == 1 {
                mask |= 1 << UInt32(row * 2 + column)
            }
        }
        return mask
    }

    @Test("every quadrant, sextant and braille pattern has the mask of its parts")
    func allSets() {
        for parts in UInt32(0)..<16 {
            expect(GlyphMask.of(glyph: BlockGlyphs.quadrant(parts)), is: expanded(parts, rows: 2), "quadrant \(parts)")
        }
        for parts in UInt32(0)..<64 {
            expect(GlyphMask.of(glyph: BlockGlyphs.sextant(parts)), is: expanded(parts, rows: 3), "sextant \(parts)")
        }
        for parts in UInt32(0)..<256 {
            expect(GlyphMask.of(glyph: BlockGlyphs.braille(parts)), is: expanded(parts, rows: 4), "braille \(parts)")
        }
    }

    @Test("a set has a distinct glyph for every pattern, in the ranges of the Unicode standard")
    func distinct() {
        let quadrants = (UInt32(0)..<16).map(BlockGlyphs.quadrant)
        let sextants = (UInt32(0)..<64).map(BlockGlyphs.sextant)
        let braille = (UInt32(0)..<256).map(BlockGlyphs.braille)
        expect(Set(quadrants).count, is: 16)
        expect(Set(sextants).count, is: 64)
        expect(Set(braille).count, is: 256)
        expect(sextants.filter { $0 >= 0x1FB00 }, is: Array(0x1FB00...0x1FB3B))
        expect(Set(braille), is: Set(0x2801...0x28FF).union([0x20]))
    }

    @Test("some glyphs of each set have the code points that the Unicode standard names")
    func known() {
        // QUADRANT LOWER LEFT; QUADRANT UPPER LEFT AND LOWER LEFT AND LOWER RIGHT; UPPER RIGHT AND LOWER LEFT.
        expect(BlockGlyphs.quadrant(4), is: 0x2596)
        expect(BlockGlyphs.quadrant(13), is: 0x2599)
        expect(BlockGlyphs.quadrant(6), is: 0x259E)
        // BLOCK SEXTANT-1, -6, -1356, -23456.
        expect(BlockGlyphs.sextant(1), is: 0x1FB00)
        expect(BlockGlyphs.sextant(32), is: 0x1FB1E)
        expect(BlockGlyphs.sextant(0b110101), is: 0x1FB32)
        expect(BlockGlyphs.sextant(62), is: 0x1FB3B)
        // BRAILLE PATTERN DOTS-1, -4, -8, -37.
        expect(BlockGlyphs.braille(1), is: 0x2801)
        expect(BlockGlyphs.braille(2), is: 0x2808)
        expect(BlockGlyphs.braille(0x80), is: 0x2880)
        expect(BlockGlyphs.braille(0x50), is: 0x2844)
        expect(GlyphMask.of(glyph: 0x2800), is: 0)
    }

    @Test("text, eighths, shades and symbols that divide a cell in other ways have no mask")
    func others() {
        let glyphs: [UInt32] = [0, 0x1F, 0x21, 0x41, 0x2501, 0x257F, 0x2581, 0x2587, 0x2589, 0x2591, 0x2594, 0x25A0]
        for glyph in glyphs + [0x27FF, 0x2900, 0x1FAFF, 0x1FB3C, 0xFFFF_FFFF] {
            expect(GlyphMask.of(glyph: glyph), is: nil, "\(String(glyph, radix: 16))")
        }
    }
}
