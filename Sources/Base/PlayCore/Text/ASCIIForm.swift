package enum ASCIIForm {
    /// Returns letters without their diacritics, punctuation in ASCII, and a `?` per column for the rest.
    package static func of(_ character: Character) -> String {
        if let form = forms[character] { return form }
        // A letter with a separate combining mark becomes the letter.
        if let first = character.unicodeScalars.first, let letter = first.isASCII ? String(first) : latin(first) {
            return letter
        }
        return String(repeating: "?", count: max(1, TextWidth.columns(of: character)))
    }

    private static let forms: [Character: String] = [
        "\u{A0}": " ", "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "–": "-",
        "—": "--", "‐": "-", "…": "...", "•": "*", "·": ".", "♪": "#", "♫": "#", "×": "x", "¿": "?", "¡": "!",
        "ß": "ss", "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "©": "(c)", "™": "(tm)", "€": "EUR", "£": "GBP",
        "、": ",", "。": ".", "，": ",", "！": "!", "？": "?", "：": ":", "（": "(", "）": ")", "「": "\"", "」": "\"",
        "\u{3000}": "  ",
    ]

    /// Returns the base letters of a Latin letter, or `nil` for any other scalar.
    static func latin(_ scalar: Unicode.Scalar) -> String? {
        let place: Int
        switch scalar.value {
        case 0xC0..<0x250: place = Int(scalar.value) - 0xC0
        case 0x1E00..<0x1F00: place = Int(scalar.value) - 0x1E00 + 0x190
        default: return nil
        }
        if let form = forms[Character(scalar)] { return form }
        return letters[place] == UInt8(ascii: "?") ? nil : String(UnicodeScalar(letters[place]))
    }

    /// The letters from U+00C0, then from U+1E00.
    private static let letters = Array(
        ("AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuytyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGg"
            + "GgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"
            + "bBBb???Cc?DDd????FfG???IKkl??NnOOo??Pp?????tTtTUu?VYyZz??????????????D??L??N?AaIiOoUuUuUuUuUu?Aa"
            + "Aa??GgGgKkOoOo??j?D?Gg??NnAa??OoAaAaEeEeIiIiOoOoRrRrUuUuSsTt??HhNd??ZzAaEeOoOoOoOoYylnt???ACcLTsz"
            + "??B??EeJj?qRrYy"
            + "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOoOoOoPpPpRrRrRrRr"
            + "SsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwya?????AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEe"
            + "EeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy????Yy").utf8)
}
