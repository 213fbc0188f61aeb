package import Cells
import PlayCore

/// The hints in the bottom line of a page, the most useful key first.
package enum HintLine {
    /// Always keeps the last hint, which leads to all other keys.
    package static func text(_ hints: [String], _ columns: Int, _ glyphs: Glyphs) -> String {
        var hints = hints
        let separator = " \(glyphs.separator) "
        while hints.count > 2, TextWidth.columns(of: hints.joined(separator: separator)) > columns {
            hints.remove(at: hints.count - 2)
        }
        return glyphs.fitted(hints.joined(separator: separator), columns)
    }
}

extension Message.Kind {
    package var style: Style {
        switch self {
        case .info: Theme.plain
        case .warning: Theme.warning
        case .error: Theme.error
        }
    }
}

extension CellBuffer {
    package mutating func write(_ message: Message, column: Int, columns: Int, row: Int, _ glyphs: Glyphs) {
        write(glyphs.fitted(message.text, columns), column: column, row: row, style: message.kind.style)
    }

    /// Writes a question and the keys that answer it over a whole row.
    package mutating func write(question: String, keys: String, row: Int, _ glyphs: Glyphs) {
        fill(Rect(column: 0, row: row, width: columns, height: 1))
        let space = max(8, columns - 4 - TextWidth.columns(of: keys))
        let end = 1 + write(glyphs.fitted(question, space), column: 1, row: row, style: Theme.warning)
        write(glyphs.fitted(keys, max(0, columns - end - 3)), column: end + 2, row: row, style: Theme.dim)
    }
}
