/// Converts the full-width forms of East Asian input methods to ASCII.
package enum HalfWidth {
    /// Converts full-width letters, digits and signs to ASCII, and half-width katakana to katakana.
    package static func folded(_ text: String) -> String {
        // Full-width forms begin with 0xEF in UTF-8, the ideographic space with 0xE3.
        guard text.utf8.contains(where: { $0 == 0xEF || $0 == 0xE3 }) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(folded(scalar)) }
        return String(scalars)
    }

    package static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = scalar.value
        switch value {
        case 0x3000: return " "
        case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0) ?? scalar
        case 0xFF65...0xFF9F: return katakana[Int(value - 0xFF65)]
        case 0xFFE0...0xFFE6: return signs[Int(value - 0xFFE0)]
        default: return scalar
        }
    }

    /// Returns the key that types this character without an input method, for full-width forms and Chinese punctuation.
    package static func key(_ character: Character) -> Character {
        if let known = punctuation[character] { return known }
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return character }
        let folded = folded(scalar)
        return folded.isASCII ? Character(folded) : character
    }

    private static let punctuation: [Character: Character] = [
        "。": ".", "、": "/", "《": "<", "》": ">", "〈": "<", "〉": ">", "【": "[", "】": "]", "「": "{", "」": "}", "“": "\"",
        "”": "\"", "‘": "'", "’": "'", "·": "`", "…": "^", "—": "_", "￥": "$",
    ]

    /// From U+FF65; the last two are combining marks.
    private static let katakana =
        Array(
            "・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars)
        + ["\u{3099}", "\u{309A}"]
    /// From U+FFE0.
    private static let signs: [Unicode.Scalar] = ["¢", "£", "¬", "¯", "¦", "¥", "₩"]
}
