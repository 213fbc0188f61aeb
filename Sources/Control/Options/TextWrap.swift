/// Breaks plain text into lines of at most so many columns, in languages with and without spaces.
///
/// Pure, so that help looks the same in tests as in a terminal: the widths come from a small table of East Asian blocks
/// instead of the locale. Enough for our own messages; text from outside never comes here.
enum TextWrap {
    /// A word longer than `width` stands alone on its line and sticks out.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for piece in pieces(of: text) {
            let word = piece.last == " " ? piece.dropLast() : piece[...]
            if !line.isEmpty, columns(line) + columns(word) > width {
                lines.append(trimmed(line))
                line = ""
            }
            line += piece
        }
        if !line.isEmpty { lines.append(trimmed(line)) }
        return lines
    }

    /// Columns that the text takes in a terminal.
    static func columns(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
    }

    /// What must stay together: words with the space after them, and East Asian characters with their punctuation.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var last: UnicodeScalar?
        for scalar in text.unicodeScalars {
            if let previous = last, canBreak(between: previous, and: scalar) {
                pieces.append(piece)
                piece = ""
            }
            piece.unicodeScalars.append(scalar)
            last = scalar
        }
        if !piece.isEmpty { pieces.append(piece) }
        return pieces
    }

    private static func canBreak(between first: UnicodeScalar, and second: UnicodeScalar) -> Bool {
        if second == " " || closing.contains(second) || opening.contains(first) { return false }
        return first == " " || isWide(first) || isWide(second)
    }

    private static let closing: Set<UnicodeScalar> = [
        "。", "，", "；", "：", "、", "！", "？", "）", "》", "」", "”", "’", "%", ".", ",", ";", ":", ")",
    ]
    private static let opening: Set<UnicodeScalar> = ["（", "《", "「", "“", "‘", "("]

    private static func isWide(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
