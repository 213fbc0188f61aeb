import Cells
import PlayCore

/// The symbols of the chrome. Each is one column wide and has an ASCII form that may be wider. Only symbols that
/// terminal fonts have (DejaVu Sans Mono, Liberation Mono, Noto Sans Mono, Terminus), which is little more than WGL4.
struct Glyphs: Sendable, Equatable {
    let isASCII: Bool

    var play: String { isASCII ? ">" : "►" }
    var pause: String { isASCII ? "||" : "║" }
    var stop: String { isASCII ? "#" : "■" }
    var previous: String { isASCII ? "|<" : "|◄" }
    var next: String { isASCII ? ">|" : "►|" }
    var jumpBack: String { isASCII ? "<<" : "◄◄" }
    var times: String { isASCII ? "x" : "×" }
    var screenMode: String { isASCII ? "[]" : "▒" }
    var route: String { isASCII ? "->" : "→" }
    var done: String { isASCII ? "=" : "═" }
    var head: String { isASCII ? "o" : "●" }
    var buffered: String { isASCII ? "-" : "─" }
    var rest: String { isASCII ? "." : "░" }
    var part: String { isASCII ? "#" : "▒" }
    var chapter: String { isASCII ? "|" : "│" }
    var ellipsis: String { isASCII ? "..." : "…" }
    var separator: String { isASCII ? "-" : "·" }
    var horizontal: String { isASCII ? "-" : "─" }
    var vertical: String { isASCII ? "|" : "│" }
    var topLeft: String { isASCII ? "+" : "┌" }
    var topRight: String { isASCII ? "+" : "┐" }
    var bottomLeft: String { isASCII ? "+" : "└" }
    var bottomRight: String { isASCII ? "+" : "┘" }
    var spinner: [String] { ["|", "/", "-", "\\"] }

    func fitted(_ text: String, _ columns: Int) -> String {
        TextWidth.truncated(text, columns: columns, ellipsis: ellipsis)
    }
}

/// The terminal's own colours, on its own background.
enum Theme {
    static let plain = Style()
    static let bold = Style(attributes: .bold)
    static let dim = Style(attributes: .dim)
    static let accent = Style(foreground: .palette(6))
    static let accentBold = Style(foreground: .palette(6), attributes: .bold)
    static let focused = Style(foreground: .palette(6), attributes: [.bold, .underline])
    static let link = Style(foreground: .palette(6), attributes: .underline)
    static let warning = Style(foreground: .palette(3))

    /// Returns a colour near SponsorBlock's, as far as terminals have it.
    static func part(_ kind: Region.Kind) -> Style {
        let color: UInt8 =
            switch kind {
            case .sponsor, .commercial, .advert: 2
            case .selfpromo: 11
            case .interaction: 5
            case .intro: 14
            case .outro: 4
            case .preview, .hook: 12
            case .music: 3
            case .filler: 13
            case .cut: 1
            case .access: 10
            case .highlight: 9
            case .mute: 8
            case .chapter, .scene: 7
            }
        return Style(foreground: .palette(color))
    }
    static let error = Style(foreground: .palette(1), attributes: .bold)
}

extension CellBuffer {
    /// Writes text that ends in `column` − 1.
    mutating func write(endingAt column: Int, _ text: String, row: Int, style: Style) {
        write(text, column: column - TextWidth.columns(of: text), row: row, style: style)
    }

    /// Fills the part of the rectangle that is inside the buffer.
    mutating func fill(_ rect: Rect, _ cell: Cell = .blank) {
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
    mutating func fill(_ rect: Rect, with glyph: String, _ style: Style) {
        guard let scalar = glyph.unicodeScalars.first else { return }
        let cell = Cell(
            glyph: scalar.value, foreground: style.foreground, background: style.background,
            attributes: style.attributes)
        fill(rect, with: cell)
    }

    /// Draws a frame with blanks inside, the title above and the hint below. A hint that does not fit is left out.
    mutating func box(_ rect: Rect, title: String, hint: String, _ glyphs: Glyphs) {
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
