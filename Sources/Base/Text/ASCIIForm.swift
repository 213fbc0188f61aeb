/// The ASCII spelling of a character, for terminals that cannot show it.
package enum ASCIIForm {
    /// Returns the letters without their marks, the punctuation in ASCII, and a `?` per column for the rest.
    package static func of(_ character: Character) -> String {
        if let form = forms[character] { return form }
        let scalar = character.unicodeScalars.first?.value ?? 0
        if scalar < 0x180, let letter = letter(character) { return letter }
        return String(repeating: "?", count: max(1, TextWidth.columns(of: character)))
    }

    private static let forms: [Character: String] = [
        "\u{A0}": " ", "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "–": "-",
        "—": "--", "‐": "-", "…": "...", "•": "*", "·": ".", "♪": "#", "♫": "#", "×": "x", "¿": "?", "¡": "!",
        "ß": "ss", "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "©": "(c)", "™": "(tm)", "€": "EUR", "£": "GBP",
        "、": ",", "。": ".", "，": ",", "！": "!", "？": "?", "：": ":", "（": "(", "）": ")", "「": "\"", "」": "\"",
        "\u{3000}": "  ",
    ]

    /// The letters of Latin-1 and Latin Extended-A without their marks, from U+00C0 on.
    private static func letter(_ character: Character) -> String? {
        let letters =
            "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuytyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGg"
            + "GgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"
        let scalars = character.unicodeScalars
        // With a mark of its own behind it: the letter itself.
        if let first = scalars.first, first.isASCII { return String(Character(first)) }
        guard let value = scalars.first?.value, value >= 0xC0, Int(value) - 0xC0 < letters.utf8.count else {
            return nil
        }
        return String(letters.utf8.dropFirst(Int(value) - 0xC0).prefix(1))
    }
}
