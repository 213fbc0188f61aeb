package import Cells
import PlayCore

/// The symbols of the chrome. Each is one column wide and has an ASCII form that may be wider. Terminal fonts (DejaVu
/// Sans Mono, Liberation Mono, Noto Sans Mono, Terminus) have little more than WGL4, so only such symbols are used.
package struct Glyphs: Sendable, Equatable {
    package let isASCII: Bool

    package init(isASCII: Bool) { self.isASCII = isASCII }

    package var play: String { isASCII ? ">" : "►" }
    package var pause: String { isASCII ? "||" : "║" }
    package var stop: String { isASCII ? "#" : "■" }
    package var previous: String { isASCII ? "|<" : "|◄" }
    package var next: String { isASCII ? ">|" : "►|" }
    package var jumpBack: String { isASCII ? "<<" : "◄◄" }
    package var times: String { isASCII ? "x" : "×" }
    package var screenMode: String { isASCII ? "[]" : "▒" }
    package var route: String { isASCII ? "->" : "→" }
    package var done: String { isASCII ? "=" : "═" }
    package var head: String { isASCII ? "o" : "●" }
    package var buffered: String { isASCII ? "-" : "─" }
    package var rest: String { isASCII ? "." : "░" }
    package var part: String { isASCII ? "#" : "▒" }
    package var chapter: String { isASCII ? "|" : "│" }
    package var ellipsis: String { isASCII ? "..." : "…" }
    package var separator: String { isASCII ? "-" : "·" }
    package var horizontal: String { isASCII ? "-" : "─" }
    package var vertical: String { isASCII ? "|" : "│" }
    package var topLeft: String { isASCII ? "+" : "┌" }
    package var topRight: String { isASCII ? "+" : "┐" }
    package var bottomLeft: String { isASCII ? "+" : "└" }
    package var bottomRight: String { isASCII ? "+" : "┘" }
    package var selected: String { isASCII ? ">" : "›" }
    package var checked: String { isASCII ? "x" : "√" }
    package var spinner: [String] { ["|", "/", "-", "\\"] }

    package func fitted(_ text: String, _ columns: Int) -> String {
        TextWidth.truncated(text, columns: columns, ellipsis: ellipsis)
    }
}

/// The terminal's own colours, on its own background.
package enum Theme {
    package static let plain = Style()
    package static let bold = Style(attributes: .bold)
    package static let dim = Style(attributes: .dim)
    package static let accent = Style(foreground: .palette(6))
    package static let accentBold = Style(foreground: .palette(6), attributes: .bold)
    package static let focused = Style(foreground: .palette(6), attributes: [.bold, .underline])
    package static let link = Style(foreground: .palette(6), attributes: .underline)
    package static let warning = Style(foreground: .palette(3))
    package static let error = Style(foreground: .palette(1), attributes: .bold)
}

extension CellBuffer {
    /// Writes text that ends in `column` − 1.
    package mutating func write(endingAt column: Int, _ text: String, row: Int, style: Style) {
        write(text, column: column - TextWidth.columns(of: text), row: row, style: style)
    }

    /// Ignores the part of the rectangle outside the buffer.
    package mutating func fill(_ rect: Rect, _ cell: Cell = .blank) {
        let columns = columns
        let left = max(0, rect.column)
        let right = max(left, min(columns, rect.column + rect.width))
        let top = max(0, rect.row)
        let bottom = max(top, min(rows, rect.row + rect.height))
        withMutableCells { cells in
            for row in top..<bottom { cells[row * columns + left..<row * columns + right].update(repeating: cell) }
        }
    }

    /// - Parameter glyph: one column wide.
    package mutating func fill(_ rect: Rect, with glyph: String, _ style: Style) {
        guard let scalar = glyph.unicodeScalars.first else { return }
        let cell = Cell(
            glyph: scalar.value, foreground: style.foreground, background: style.background,
            attributes: style.attributes)
        fill(rect, with: cell)
    }

    /// Fills the inside with blanks; the title is above, the hint below. Omits a hint that does not fit.
    package mutating func box(_ rect: Rect, title: String, hint: String, _ glyphs: Glyphs) {
        guard rect.width >= 4, rect.height >= 2 else { return }
        fill(rect)
        let line = String(repeating: glyphs.horizontal, count: rect.width - 2)
        let right = rect.column + rect.width - 1
        let bottom = rect.row + rect.height - 1
        write(glyphs.topLeft + line + glyphs.topRight, column: rect.column, row: rect.row, style: Theme.dim)
        write(glyphs.bottomLeft + line + glyphs.bottomRight, column: rect.column, row: bottom, style: Theme.dim)
        for row in rect.row + 1..<bottom {
            write(glyphs.vertical, column: rect.column, row: row, style: Theme.dim)
            write(glyphs.vertical, column: right, row: row, style: Theme.dim)
        }
        let space = rect.width - 4
        if !title.isEmpty {
            write(
                " " + glyphs.fitted(title, space - 1) + " ", column: rect.column + 1, row: rect.row, style: Theme.bold)
        }
        if !hint.isEmpty, TextWidth.columns(of: hint) < space {
            write(" " + hint + " ", column: rect.column + 1, row: bottom, style: Theme.dim)
        }
    }
}
