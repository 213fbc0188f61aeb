import TestSupport
import Testing

@testable import PlayCore

@Suite("Right-to-left text in display order") struct TextOrderTests {
    private func shown(_ text: String, isRightToLeft: Bool? = nil) -> String {
        var shown = String.UnicodeScalarView()
        for glyph in TextOrder.glyphs(Array(text), isRightToLeft: isRightToLeft) { shown.append(glyph.scalar) }
        return String(shown)
    }

    @Test("only text with right-to-left letters is reordered")
    func need() {
        for text in ["", "abc", "é ж я", "视频 한국어 ＡＢ", "😀", "ﬁ", "\u{FEFF}"] { #expect(!TextOrder.isNeeded(for: text)) }
        for text in ["x שלום", "سلام", "ﬡ", "ﻢ", "\u{10900}", "ܫ"] { #expect(TextOrder.isNeeded(for: text)) }
    }

    @Test("words run from right to left, and numbers and Latin words within them from left to right")
    func words() {
        expect(shown("שלום, VLC 2 עולם!"), is: "!םלוע VLC 2 ,םולש")
        expect(shown("VLC: שלום עולם (2)"), is: "VLC: (2) םלוע םולש")
        expect(shown("(שלום)"), is: "(םולש)")
    }

    @Test("a continued line keeps the direction of its paragraph")
    func paragraphs() {
        expect(shown("VLC שלום!"), is: "VLC םולש!")
        expect(shown("VLC שלום!", isRightToLeft: true), is: "!םולש VLC")
        #expect(TextOrder.isRightToLeft("… 2 שלום") && !TextOrder.isRightToLeft("2 VLC שלום"))
    }

    @Test("Arabic letters are joined without changing the width of the text")
    func joining() {
        expect(shown("سلام"), is: "\u{FEE1}\u{FE8E}\u{FEE0}\u{FEB3}")
        // The joiner that divides two letters is not shown itself.
        expect(shown("می\u{200C}خواهم"), is: "\u{FEE2}\u{FEEB}\u{FE8D}\u{FEEE}\u{FEA7}\u{FBFD}\u{FEE3}")
    }

    @Test("blanks at the ends keep their places, and each glyph knows its character")
    func places() {
        expect(shown("  שלום "), is: "  םולש ")
        expect(TextOrder.glyphs(Array(" אב")).map(\.place), is: [0, 2, 1])
    }

    @Test("a line that is too long is not reordered")
    func long() {
        let text = String(repeating: "א", count: 4097) + "b"
        expect(shown(text), is: text)
    }
}
