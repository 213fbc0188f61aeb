/// Chooses the one scalar with which a cell shows a grapheme cluster.
package enum GlyphReduction {
    /// Returns the cluster's precomposed form if it has one (e + ´ → é, jamo → syllable), else its visible base.
    package static func scalar(of character: Character) -> Unicode.Scalar {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return " " }
        if scalars.dropFirst().isEmpty { return first }
        if let syllable = hangulSyllable(scalars) { return syllable }
        if let composed = composed[character] { return composed }
        return scalars.first { TextWidth.columns(of: $0) > 0 } ?? first
    }

    /// Precomposed letters of the Latin, Cyrillic, Greek and kana blocks. `Character` compares by canonical
    /// equivalence, so a decomposed cluster finds them. The lowest of several equivalent scalars is kept, as in normal
    /// form C. Created in about a millisecond, at the first cluster of several scalars.
    private static let composed: [Character: Unicode.Scalar] = {
        let blocks: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x386...0x4FF, 0x1E00...0x1FFF, 0x304B...0x30FF]
        var table: [Character: Unicode.Scalar] = [:]
        for value in blocks.joined() {
            guard let scalar = Unicode.Scalar(value), table[Character(scalar)] == nil else { continue }
            table[Character(scalar)] = scalar
        }
        return table
    }()

    /// Composes Hangul by arithmetic (The Unicode Standard 15.0, section 3.12).
    private static func hangulSyllable(_ scalars: Character.UnicodeScalarView) -> Unicode.Scalar? {
        let values = scalars.prefix(3).map(\.value)
        guard values.count >= 2, (0x1100...0x1112).contains(values[0]), (0x1161...0x1175).contains(values[1]) else {
            return nil
        }
        let final = values.count == 3 && (0x11A8...0x11C2).contains(values[2]) ? values[2] - 0x11A7 : 0
        return Unicode.Scalar(0xAC00 + ((values[0] - 0x1100) * 21 + (values[1] - 0x1161)) * 28 + final)
    }
}
