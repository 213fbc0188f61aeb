/// The parts of a cell that a glyph's foreground covers, by which any two cells are compared. A mask has 24 bits for 2
/// columns × 12 rows, row by row from the upper left, the lowest bit first. This is the coarsest grid in which halves,
/// quadrants, sextants and braille are all exact. All parts have the same size: the number of different bits, divided
/// by 24, is the share of the cell that differs. A dot of braille counts as its whole part.
package enum GlyphMask {
    package static let partCount = 24
    package static let full: UInt32 = 0xFF_FFFF

    /// Returns `nil` for glyphs that are not blocks (text). Constant time, no allocation; any thread.
    @inlinable package static func of(glyph: UInt32) -> UInt32? {
        if glyph == 0x20 { return 0 }
        if glyph &- 0x2580 < 0x20 { return block(glyph) }
        if glyph &- 0x1FB00 < 0x3C { return sextant(glyph) }
        return glyph &- 0x2800 < 0x100 ? braille(glyph) : nil
    }

    @inlinable static func block(_ glyph: UInt32) -> UInt32? {
        switch glyph {
        case 0x2580: quadrants(3)
        case 0x2584: quadrants(12)
        case 0x2588: full
        case 0x258C: quadrants(5)
        case 0x2590: quadrants(10)
        case 0x2596: quadrants(4)
        case 0x2597: quadrants(8)
        case 0x2598: quadrants(1)
        case 0x2599: quadrants(13)
        case 0x259A: quadrants(9)
        case 0x259B: quadrants(7)
        case 0x259C: quadrants(11)
        case 0x259D: quadrants(2)
        case 0x259E: quadrants(6)
        case 0x259F: quadrants(14)
        default: nil
        }
    }

    @inlinable static func sextant(_ glyph: UInt32) -> UInt32 {
        var mask = glyph &- 0x1FB00 &+ 1
        if mask >= 21 { mask &+= 1 }
        if mask >= 42 { mask &+= 1 }
        return thirds(mask & 3) | thirds((mask &>> 2) & 3) &<< 8 | thirds(mask &>> 4) &<< 16
    }

    @inlinable static func braille(_ glyph: UInt32) -> UInt32 {
        let dots = glyph & 0xFF
        let left = quarters(dots & 7 | (dots & 0x40) &>> 3)
        let right = quarters((dots &>> 3) & 7 | (dots & 0x80) &>> 4)
        return left | right &<< 1
    }

    /// Expands four bits of quadrants; each quadrant is six rows high.
    @inlinable static func quadrants(_ mask: UInt32) -> UInt32 {
        (mask & 1) &* 0x555 | ((mask &>> 1) & 1) &* 0xAAA | ((mask &>> 2) & 1) &* 0x55_5000
            | (mask &>> 3) &* 0xAA_A000
    }

    /// Expands two bits side by side, four rows high.
    @inlinable static func thirds(_ pair: UInt32) -> UInt32 { (pair & 1) &* 0x55 | (pair &>> 1) &* 0xAA }

    /// Expands four bits of the left column, three rows high each.
    @inlinable static func quarters(_ dots: UInt32) -> UInt32 {
        (dots & 1) &* 0x15 | ((dots &>> 1) & 1) &* 0x540 | ((dots &>> 2) & 1) &* 0x1_5000 | (dots &>> 3) &* 0x54_0000
    }
}
