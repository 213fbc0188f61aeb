/// Which parts of a cell a glyph covers.
package enum GlyphMask {
    /// Bit 2·y + x stands for the part at column x of 2, row y of 4; nil for a glyph that is not of blocks.
    @inlinable
    package static func of(glyph: UInt32) -> UInt8? {
        switch glyph {
        case 0x20: 0
        case 0x2580: 0x0F
        case 0x2584: 0xF0
        case 0x2588: 0xFF
        default: nil
        }
    }
}
