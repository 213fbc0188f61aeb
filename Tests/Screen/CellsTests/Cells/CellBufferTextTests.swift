import Cells
import PlayCore
import TestSupport
import Testing

@Suite struct CellBufferTextTests {
    /// Returns a row as text, with "·" for the right half of a wide glyph.
    private func row(_ buffer: CellBuffer, _ row: Int = 0) -> String {
        (0..<buffer.columns).map { column in
            let glyph = buffer[column, row].glyph
            return glyph == 0 ? "·" : Unicode.Scalar(glyph).map { String(Character($0)) } ?? "?"
        }.joined()
    }

    private func written(_ text: String, column: Int = 0, columns: Int = 6, maxColumns: Int = .max) -> (String, Int) {
        var buffer = CellBuffer(columns: columns, rows: 1)
        let used = buffer.write(text, column: column, row: 0, maxColumns: maxColumns)
        return (row(buffer), used)
    }

    private func reordered(_ text: String, column: Int = 0, columns: Int = 8, maxColumns: Int = .max) -> String {
        var buffer = CellBuffer(columns: columns, rows: 1)
        buffer.reordersText = true
        buffer.write(text, column: column, row: 0, maxColumns: maxColumns)
        return row(buffer)
    }

    @Test("right-to-left text is reordered if the buffer reorders text")
    func order() {
        #expect(written("שלום") == ("שלום  ", 4))
        expect(reordered("שלום"), is: "םולש    ")
        expect(reordered("日本 שם"), is: "日·本· םש ")
    }

    @Test("a column limit cuts right-to-left text at its end, and the buffer's edges cut it where it lies")
    func orderOfPart() {
        expect(reordered("שלום!", maxColumns: 3), is: "ולש     ")
        expect(reordered("שלום", column: -1), is: "ולש     ")
        expect(reordered("שלום", column: 6), is: "      םו")
        // The text's beginning lies far beyond the edge, as when danmaku enters.
        expect(reordered("שלום עולם טוב", column: 7), is: "       ב")
    }

    @Test("text is clipped at the edges and never ends with half a wide glyph")
    func clipping() {
        #expect(written("abc") == ("abc   ", 3))
        #expect(written("abcdefgh") == ("abcdef", 6))
        #expect(written("日本語") == ("日·本·語·", 6))
        #expect(written("a日本語") == ("a日·本· ", 6))
        #expect(written("a日本語", maxColumns: 4) == ("a日·   ", 4))
        #expect(written("xyz", column: 4) == ("    xy", 2))
        #expect(written("日本", column: -1) == (" 本·   ", 4))
        #expect(written("abc", column: -2) == ("c     ", 3))
        #expect(written("abc", column: 6) == ("      ", 0))
        #expect(written("abc", maxColumns: 0) == ("      ", 0))
    }

    @Test("a cluster of several scalars is shown by one scalar, and scalars without width are left out")
    func clusters() {
        #expect(written("e\u{301}x") == ("éx    ", 2))
        #expect(written("\u{1112}\u{1161}\u{11AB}x") == ("한·x   ", 3))
        #expect(written("\u{301}a\u{200B}b") == ("ab    ", 2))
        #expect(written("👨\u{200D}👩\u{200D}👧x") == ("👨·x   ", 3))
        #expect(written("q\u{1B}[0m") == ("q[0m  ", 4))
    }

    @Test("writing over half of a wide glyph also erases its other half")
    func overwriting() {
        var buffer = CellBuffer(columns: 6, rows: 1)
        buffer.write("日本語", column: 0, row: 0)
        buffer.write("x", column: 1, row: 0)
        expect(row(buffer), is: " x本·語·")
        buffer.write("y", column: 4, row: 0)
        expect(row(buffer), is: " x本·y ")
        buffer.fill(Rect(column: 3, row: 0, width: 1, height: 1), with: .blank)
        expect(row(buffer), is: " x  y ")
    }

    @Test("the style applies to every cell written, including right halves of wide glyphs")
    func style() {
        var buffer = CellBuffer(columns: 4, rows: 1)
        let style = Style(foreground: .rgb(1, 2, 3), background: .palette(4), attributes: [.bold])
        buffer.write("a本", column: 0, row: 0, style: style)
        for column in 0..<3 {
            let cell = buffer[column, 0]
            expect(
                Style(foreground: cell.foreground, background: cell.background, attributes: cell.attributes), is: style)
        }
        expect(buffer[3, 0], is: .blank)
    }

    @Test("only the part of a rectangle inside the buffer is filled")
    func filling() {
        var buffer = CellBuffer(columns: 3, rows: 2)
        let cell = Cell(glyph: 0x23, foreground: .terminalDefault, background: .terminalDefault, attributes: [])
        buffer.fill(Rect(column: -1, row: 1, width: 3, height: 9), with: cell)
        expect(row(buffer, 0), is: "   ")
        expect(row(buffer, 1), is: "## ")
        buffer.fill(Rect(column: 1, row: 0, width: .max, height: .max), with: .blank)
        buffer.fill(Rect(column: .max, row: .min, width: 5, height: 5), with: cell)
        expect(row(buffer, 1), is: "#  ")
    }

    @Test("after random writes every wide glyph has its right half, and no right half is alone")
    func wholeGlyphs() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            var buffer = CellBuffer(columns: Int.random(in: 0...12, using: &random), rows: 2)
            for _ in 0..<8 {
                let maxColumns = Int.random(in: 0...14, using: &random)
                let used = buffer.write(
                    RandomText.make(using: &random), column: Int.random(in: -8...14, using: &random),
                    row: Int.random(in: -1...2, using: &random), maxColumns: maxColumns)
                #expect(used <= maxColumns)
            }
            for row in 0..<2 { expectWholeGlyphs(buffer, row: row) }
        }
    }

    private func expectWholeGlyphs(_ buffer: CellBuffer, row: Int) {
        var column = 0
        while column < buffer.columns {
            let glyph = buffer[column, row].glyph
            guard let scalar = Unicode.Scalar(glyph), glyph != 0 else {
                Issue.record("half a glyph at \(column)")
                return
            }
            let width = TextWidth.columns(of: scalar)
            #expect(width > 0)
            if width == 2 { #expect(column + 1 < buffer.columns && buffer[column + 1, row].glyph == 0) }
            column += max(1, width)
        }
    }
}
