/// The error between two cells with any glyphs of ``GlyphMask``.
enum GlyphError {
    /// The assumed distance of the terminal's own foreground and background: as far apart as colours can be.
    private static let opposite: Int32 = 3 * 255 * 255

    /// Returns the squared error in the unit of ``ColorError``, summed over both halves. `nil` if a look is unknown.
    @inline(never)
    static func of(_ cell: Cell, _ now: Cell, _ inks: InkTable, _ lumaWeight: Int32) -> Int32? {
        guard now.attributes == cell.attributes, let wanted = GlyphMask.of(glyph: cell.glyph),
            let shown = GlyphMask.of(glyph: now.glyph),
            let both = part(wanted & shown, cell.foreground, now.foreground, 0, inks, lumaWeight),
            let less = part(wanted & ~shown, cell.foreground, now.background, opposite, inks, lumaWeight),
            let more = part(~wanted & shown, cell.background, now.foreground, opposite, inks, lumaWeight),
            let neither = part(~wanted & ~shown & GlyphMask.full, cell.background, now.background, 0, inks, lumaWeight)
        else { return nil }
        return both &+ less &+ more &+ neither
    }

    /// - Parameter defaults: the distance if both colours are the terminal's own.
    @inline(__always)
    private static func part(
        _ mask: UInt32, _ a: Color, _ b: Color, _ defaults: Int32, _ inks: InkTable, _ lumaWeight: Int32
    ) -> Int32? {
        guard mask != 0 else { return 0 }
        let distance: Int32
        switch (InkTable.isKnown(a.rawValue), InkTable.isKnown(b.rawValue)) {
        case (true, true):
            distance = ColorError.squared(inks.rgb(a.rawValue), inks.rgb(b.rawValue), lumaWeight: lumaWeight)
        case (false, false): distance = defaults
        default: return nil
        }
        return Int32(truncatingIfNeeded: mask.nonzeroBitCount) &* distance
            / Int32(GlyphMask.partCount / 2)
    }
}
