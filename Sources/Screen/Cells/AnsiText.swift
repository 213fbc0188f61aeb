extension ScreenFrame {
    /// Returns the picture's cells where the chrome is transparent, and blanks where the frame has no picture either.
    package func flattened() -> CellBuffer {
        var screen = chrome
        for row in 0..<screen.rows {
            for column in 0..<screen.columns where screen[column, row].isTransparent {
                let (x, y) = (column - pictureColumn, row - pictureRow)
                if let picture, x >= 0, y >= 0, x < picture.columns, y < picture.rows {
                    screen[column, row] = picture[x, y]
                } else {
                    screen[column, row] = .blank
                }
            }
        }
        return screen
    }
}

/// A screen as a text file: UTF-8, colours as SGR sequences, a line for each row. `cat` shows the screen again.
package enum AnsiText {
    /// Omits blanks in default colours at the ends of rows. Each row ends in default colours.
    package static func bytes(of screen: CellBuffer) -> [UInt8] {
        var text = ""
        for row in 0..<screen.rows { write(row: row, of: screen, to: &text) }
        return Array(text.utf8)
    }

    private static func write(row: Int, of screen: CellBuffer, to text: inout String) {
        let last = (0..<screen.columns).last { screen[$0, row] != .blank }
        var style = Style()
        for column in 0..<(last.map { $0 + 1 } ?? 0) {
            let cell = screen[column, row]
            guard cell.glyph != 0 else { continue }
            let own = Style(foreground: cell.foreground, background: cell.background, attributes: cell.attributes)
            if own != style { text += sequence(for: own) }
            style = own
            text.unicodeScalars.append(
                cell.isTransparent ? " " : Unicode.Scalar(cell.glyph) ?? Unicode.Scalar(UInt8(0x3F)))
        }
        if style != Style() { text += "\u{1B}[0m" }
        text += "\n"
    }

    package static func sequence(for style: Style) -> String {
        var codes = ["0"]
        let names: [(Cell.Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        ]
        codes += names.filter { style.attributes.contains($0.0) }.map(\.1)
        if !style.foreground.isDefault { codes.append(code(style.foreground, base: 30)) }
        if !style.background.isDefault { codes.append(code(style.background, base: 40)) }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    private static func code(_ color: Color, base: Int) -> String {
        guard let index = color.paletteIndex.map(Int.init) else {
            return "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
        }
        if index < 8 { return String(base + index) }
        return index < 16 ? String(base + 52 + index) : "\(base + 8);5;\(index)"
    }
}
