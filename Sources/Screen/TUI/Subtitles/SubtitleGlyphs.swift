import Cells
import Subtitles
import Text

/// One character of a subtitle, as it is drawn.
struct SubtitleGlyph: Sendable, Equatable {
    let character: Character
    /// 1 or 2.
    let columns: Int
    let style: CueStyle
    /// A line may end here; the glyph itself is then left out.
    var isSpace: Bool { character == " " }

    init?(_ character: Character, _ style: CueStyle) {
        let columns = TextWidth.columns(of: character)
        guard columns > 0 else { return nil }
        self.character = character
        self.columns = columns
        self.style = style
    }
}

extension CueLine {
    /// The characters that take space, in the order in which the file has them: terminals that turn right-to-left text
    /// round do so themselves, the others show it as they always do.
    func glyphs(isASCII: Bool) -> [SubtitleGlyph] {
        flatMap { span in
            span.text.flatMap { character -> [SubtitleGlyph] in
                let shown = isASCII && !character.isASCII ? ASCIIForm.of(character) : String(character)
                return shown.compactMap { SubtitleGlyph($0, span.style) }
            }
        }
    }
}

/// What stands for a character on a terminal that knows ASCII only.
enum ASCIIForm {
    static func of(_ character: Character) -> String {
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
