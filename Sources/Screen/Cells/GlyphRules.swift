import CPlatform
import PlayCore

/// Makes a row of cells displayable: each glyph has the same width in the terminal as in the row.
enum GlyphRules {
    /// Replaces cells that cannot be shown, in place. Wide glyphs without their right half, right halves without a
    /// glyph, control and combining characters become blanks or `?`. A right half gets the style of its glyph.
    /// Characters that the terminal cannot show are written in ASCII.
    ///
    /// With `hasWideAmbiguous` any narrow glyph beyond ASCII may take two columns, so these are replaced, too.
    ///
    /// Cost: one pass over the glyphs if all are ASCII, blocks, sextants or braille.
    static func sanitize(
        _ row: UnsafeMutablePointer<Cell>, count: Int, isUTF8: Bool, hasWideAmbiguous: Bool = false
    ) {
        let hasNarrow = isUTF8 && !hasWideAmbiguous
        var at = 0
        while at < count {
            let glyph = row[at].glyph
            if glyph &- 0x20 < 0x5F
                || (hasNarrow && (glyph &- 0x2500 < 0x100 || glyph &- 0x2800 < 0x100 || glyph &- 0x1FB00 < 0x3C))
            {
                at &+= 1
            } else {
                at &+= replaceUnshowable(row, at: at, count: count, isUTF8: isUTF8, hasNarrow: hasNarrow)
            }
        }
    }

    /// Replaces the cell if it cannot be shown. Returns the columns that it takes.
    @inline(never)
    private static func replaceUnshowable(
        _ row: UnsafeMutablePointer<Cell>, at: Int, count: Int, isUTF8: Bool, hasNarrow: Bool
    ) -> Int {
        let glyph = row[at].glyph
        let hasRightHalf = at + 1 < count && row[at + 1].glyph == 0
        let columns = width(of: glyph)
        if columns == 1, hasNarrow || glyph < 0x7F { return 1 }
        if columns == 2, hasRightHalf {
            row[at + 1] = row[at]
            row[at + 1].glyph = 0
            if isUTF8 { return 2 }
            let form = asciiForm(of: glyph)
            (row[at].glyph, row[at + 1].glyph) = (form.first ?? 0x20, form.dropFirst().first ?? 0x20)
            return 2
        }
        // A block from a picture made before the terminal answered becomes a blank in its background colour.
        let isBlank =
            glyph < 0x20 || glyph == Cell.transparentGlyph || (isUTF8 && glyph < 0xA0) || glyph &- 0x2580 < 0x20
        row[at].glyph = isBlank ? 0x20 : columns == 1 ? asciiForm(of: glyph).first ?? 0x20 : UInt32(UInt8(ascii: "?"))
        return 1
    }

    private static func asciiForm(of glyph: UInt32) -> [UInt32] {
        Unicode.Scalar(glyph).map { ASCIIForm.of(Character($0)).unicodeScalars.map(\.value) } ?? []
    }

    /// Returns 0 for a glyph that cannot be printed by itself.
    static func width(of glyph: UInt32) -> Int {
        if glyph < 0x20 || glyph &- 0x7F < 0x21 { return 0 }
        if glyph < 0x300 || glyph &- 0x2500 < 0x100 || glyph &- 0x2800 < 0x100 { return 1 }
        // Legacy computing symbols (sextants, octants) are newer than the tables of many C libraries; one column each.
        if glyph &- 0x1FB00 < 0x100 || glyph &- 0x1CC00 < 0x2F0 { return 1 }
        guard glyph <= 0x10FFFF, glyph &- 0xD800 >= 0x800 else { return 0 }
        return max(0, Int(wcwidth(wchar_t(glyph))))
    }
}
