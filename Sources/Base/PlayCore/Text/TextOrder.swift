internal import CFriBidi

/// The visual order of right-to-left text in the cells of a line, for terminals that do not reorder it.
package enum TextOrder {
    package struct Glyph: Sendable, Equatable {
        /// Arabic letters are in the form that joins their neighbours; brackets are mirrored.
        package let scalar: Unicode.Scalar
        package let place: Int
    }

    package static func isNeeded(for text: String) -> Bool {
        // The first UTF-8 bytes of U+0580 … 08FF, and of the other blocks with such letters.
        text.utf8.contains { (0xD6...0xE0).contains($0) || $0 == 0xEF || $0 == 0xF0 }
            && text.unicodeScalars.contains(where: isRightToLeft)
    }

    /// Returns whether the first letter, and thus the paragraph, is right-to-left.
    package static func isRightToLeft(_ text: some Sequence<Character>) -> Bool {
        text.lazy.compactMap(\.unicodeScalars.first).first { $0.properties.isAlphabetic }.map(isRightToLeft) ?? false
    }

    /// Returns the glyphs of a line from left to right, with spaces at its ends in place. Without FriBidi, or beyond
    /// 4096 characters, keeps the order. `isRightToLeft` is the paragraph's direction, or `nil` for the line's own.
    package static func glyphs(_ line: [Character], isRightToLeft: Bool? = nil) -> [Glyph] {
        let glyphs = line.enumerated().map { Glyph(scalar: GlyphReduction.scalar(of: $1), place: $0) }
        guard let first = line.firstIndex(where: { $0 != " " }), let last = line.lastIndex(where: { $0 != " " }),
            let library
        else { return glyphs }
        var scalars: [UInt32] = []
        // `nil` for joiners, which change forms but are not shown.
        var places: [Int?] = []
        for place in first...last {
            scalars.append(glyphs[place].scalar.value)
            places.append(place)
            for joiner in line[place].unicodeScalars where isJoiner(joiner) && joiner != glyphs[place].scalar {
                scalars.append(joiner.value)
                places.append(nil)
            }
        }
        var order = [Int32](repeating: 0, count: scalars.count)
        let direction = isRightToLeft ?? Self.isRightToLeft(line)
        guard tv_fribidi_order(library, &scalars, Int32(clamping: scalars.count), direction ? 1 : 0, &order) != 0 else {
            return glyphs
        }
        let shown = zip(scalars, order).compactMap { value, place -> Glyph? in
            guard let place = places[Int(place)] else { return nil }
            return Glyph(scalar: Unicode.Scalar(value) ?? glyphs[place].scalar, place: place)
        }
        return glyphs[..<first] + shown + glyphs[(last + 1)...]
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFEFF, 0x10800..<0x11000, 0x1E800..<0x1F000: true
        default: false
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { (0x200C...0x200D).contains(scalar.value) }

    /// Loaded when the first such text is shown. A failure is logged.
    nonisolated(unsafe) private static let library = FunctionTable.loaded(
        tv_fribidi(), library: "FriBidi", log: "text", by: { tv_fribidi_load($0) })
}
