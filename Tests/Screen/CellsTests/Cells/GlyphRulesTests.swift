import CPlatform
import TestSupport
import Testing

@testable import Cells

@Suite("Glyph rules")
struct GlyphRulesTests {
    init() { setlocale(LC_CTYPE, "C.UTF-8") }

    private func shown(_ text: String, isUTF8: Bool, hasWideAmbiguous: Bool) -> String {
        var buffer = CellBuffer(columns: 16, rows: 1)
        buffer.write(text, column: 0, row: 0, style: Style())
        buffer.withMutableCells { cells in
            guard let row = cells.baseAddress else { return }
            GlyphRules.sanitize(row, count: 16, isUTF8: isUTF8, hasWideAmbiguous: hasWideAmbiguous)
        }
        let scalars = (0..<16).compactMap { Unicode.Scalar(buffer[$0, 0].glyph) }.filter { $0.value != 0 }
        return String(String.UnicodeScalarView(scalars)).trimmingSuffix(" ")
    }

    @Test("with wide ambiguous characters, Chinese stays and narrow characters are replaced by ASCII")
    func wideAmbiguous() {
        expect(shown("“本该，é…”—ж", isUTF8: true, hasWideAmbiguous: true), is: "\"本该，e.\"-?")
    }

    @Test("without UTF-8 a wide character is replaced by two columns of ASCII")
    func ascii() {
        expect(shown("é本，a", isUTF8: false, hasWideAmbiguous: false), is: "e??, a")
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
