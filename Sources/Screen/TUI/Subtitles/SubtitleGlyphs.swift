import Cells
import PlayCore
import Subtitles

struct SubtitleGlyph: Sendable, Equatable {
    let character: Character
    /// 1 or 2.
    let columns: Int
    let style: CueStyle
    /// Whether a line may end here, without this glyph.
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
    /// Returns the characters that take space, in the file's order.
    ///
    /// - Parameter isASCII: whether narrow characters beyond ASCII are written in ASCII. Wide ones stay, because a
    ///   terminal that draws ambiguous characters wide shows them; for other terminals the encoder replaces them.
    func glyphs(isASCII: Bool) -> [SubtitleGlyph] {
        flatMap { span in
            span.text.flatMap { character -> [SubtitleGlyph] in
                guard let glyph = SubtitleGlyph(character, span.style) else { return [] }
                guard isASCII, !character.isASCII, glyph.columns < 2 else { return [glyph] }
                return ASCIIForm.of(character).compactMap { SubtitleGlyph($0, span.style) }
            }
        }
    }
}
