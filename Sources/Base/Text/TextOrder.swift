internal import CFriBidi
import PlayCore

/// The order in which the cells of a line show right-to-left text, for terminals that leave it in the order of the file.
package enum TextOrder {
    /// One cell's, or two cells', worth of text.
    package struct Glyph: Sendable, Equatable {
        /// Arabic letters have the form that joins their neighbours, brackets are mirrored.
        package let scalar: Unicode.Scalar
        /// The place of its character in the text.
        package let place: Int
    }

    /// Whether a text has letters that run from right to left.
    package static func isNeeded(for text: String) -> Bool {
        // The first bytes in UTF-8 of U+0580 … 08FF, and of what else has such letters.
        text.utf8.contains { (0xD6...0xE0).contains($0) || $0 == 0xEF || $0 == 0xF0 }
            && text.unicodeScalars.contains(where: isRightToLeft)
    }

    /// The direction of a paragraph: that of its first letter.
    package static func isRightToLeft(_ text: some Sequence<Character>) -> Bool {
        text.lazy.compactMap(\.unicodeScalars.first).first { $0.properties.isAlphabetic }.map(isRightToLeft) ?? false
    }

    /// The glyphs of a line from left to right. Blanks at its ends stay where they are. Without the library, or of more
    /// than 4096 characters, in the order of the text.
    ///
    /// - Parameter isRightToLeft: the direction of the paragraph; nil: that of the line.
    package static func glyphs(_ line: [Character], isRightToLeft: Bool? = nil) -> [Glyph] {
        let glyphs = line.enumerated().map { Glyph(scalar: GlyphReduction.scalar(of: $1), place: $0) }
        guard let first = line.firstIndex(where: { $0 != " " }), let last = line.lastIndex(where: { $0 != " " }),
            let library
        else { return glyphs }
        var scalars: [UInt32] = []
        // Of joiners nil: they decide on forms and are not shown.
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

    /// Looked up when the first such text is shown; the log says why there is none.
    nonisolated(unsafe) private static let library = FunctionTable.loaded(
        tv_fribidi(), library: "FriBidi", log: "text", by: { tv_fribidi_load($0) })
}
