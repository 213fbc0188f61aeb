import Cells
import TestSupport
import Testing

@Suite("ANSI text")
struct AnsiTextTests {
    private func text(_ buffer: CellBuffer) -> String { String(decoding: AnsiText.bytes(of: buffer), as: UTF8.self) }

    @Test("each row becomes a line without trailing blanks, and styles are written only where they change")
    func rows() {
        var buffer = CellBuffer(columns: 8, rows: 3)
        buffer.write("ab", column: 0, row: 0, style: Style(foreground: .palette(6), attributes: .bold))
        buffer.write("本", column: 2, row: 0)
        buffer[1, 2] = Cell(glyph: 0x2580, foreground: .rgb(1, 2, 3), background: .palette(200), attributes: [])
        buffer[2, 2] = Cell(glyph: 0x20, foreground: .terminalDefault, background: .palette(9), attributes: [])
        expect(
            text(buffer), is: "\u{1B}[0;1;36mab\u{1B}[0m本\n\n \u{1B}[0;38;2;1;2;3;48;5;200m▀\u{1B}[0;101m \u{1B}[0m\n")
    }

    @Test("a flattened screen shows the chrome above the picture and blanks where neither covers a cell")
    func flattened() {
        var chrome = CellBuffer(columns: 4, rows: 2, filledWith: .transparent)
        chrome.write("x", column: 1, row: 0)
        let picture = CellBuffer(
            columns: 2, rows: 1,
            filledWith: Cell(glyph: 0x2588, foreground: .palette(1), background: .terminalDefault, attributes: []))
        let frame = ScreenFrame(chrome: chrome, picture: picture, pictureColumn: 1, pictureRow: 0)
        expect(text(frame.flattened()), is: " x\u{1B}[0;31m█\u{1B}[0m\n\n")
    }
}
