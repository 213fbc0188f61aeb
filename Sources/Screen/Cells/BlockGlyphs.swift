/// The glyphs that divide a cell into equal parts, found by the parts that their foreground covers. Parts are counted
/// row by row from the upper left, the lowest bit first. Sources: The Unicode Standard 15.0, code charts "Block
/// Elements", "Symbols for Legacy Computing" and "Braille Patterns".
package enum BlockGlyphs {
    /// Returns the glyph of 2 × 2 parts, `mask` 0 … 15. Halves get the glyphs that every font has.
    @inlinable package static func quadrant(_ mask: UInt32) -> UInt32 {
        switch mask & 15 {
        case 0: 0x20
        case 1: 0x2598
        case 2: 0x259D
        case 3: 0x2580
        case 4: 0x2596
        case 5: 0x258C
        case 6: 0x259E
        case 7: 0x259B
        case 8: 0x2597
        case 9: 0x259A
        case 10: 0x2590
        case 11: 0x259C
        case 12: 0x2584
        case 13: 0x2599
        case 14: 0x259F
        default: 0x2588
        }
    }

    /// Returns the glyph of 2 × 3 parts, `mask` 0 … 63. The range U+1FB00 … 1FB3B lacks the four glyphs that exist
    /// elsewhere: the blank (0), the left half (21), the right half (42) and the full block (63).
    @inlinable package static func sextant(_ mask: UInt32) -> UInt32 {
        switch mask & 63 {
        case 0: 0x20
        case 21: 0x258C
        case 42: 0x2590
        case 63: 0x2588
        case let mask: 0x1FAFF &+ mask &- (mask > 21 ? 1 : 0) &- (mask > 42 ? 1 : 0)
        }
    }

    /// Returns the glyph of 2 × 4 dots, `mask` 0 … 255. Braille numbers its upper six dots column by column, and the
    /// lowest two last. Without dots the result is a space, which every font has.
    @inlinable package static func braille(_ mask: UInt32) -> UInt32 {
        if mask & 0xFF == 0 { return 0x20 }
        let left = mask & 1 | (mask & 4) &>> 1 | (mask & 16) &>> 2
        let right = (mask & 2) &<< 2 | (mask & 8) &<< 1 | mask & 32
        return 0x2800 | left | right | mask & 0xC0
    }
}
