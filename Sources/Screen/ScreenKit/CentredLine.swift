package import Cells
import PlayCore

package struct CentredLine: Equatable {
    package var text: String
    package var style: Style
    package var isOptional: Bool

    package init(text: String, style: Style = Theme.plain, isOptional: Bool = false) {
        (self.text, self.style, self.isOptional) = (text, style, isOptional)
    }
}

extension CellBuffer {
    /// Drops blank lines if space is short, then the optional ones from the last on.
    package mutating func write(centred lines: [CentredLine], in rect: Rect, _ glyphs: Glyphs) {
        let space = max(0, rect.width - 2)
        var shown = lines.count <= rect.height ? lines : lines.filter { !$0.text.isEmpty }
        while shown.count > rect.height, let victim = shown.lastIndex(where: \.isOptional) { shown.remove(at: victim) }
        shown = Array(shown.prefix(rect.height))
        let top = rect.row + (rect.height - shown.count) / 2
        for (offset, line) in shown.enumerated() {
            let text = glyphs.fitted(line.text, space)
            let column = rect.column + (rect.width - TextWidth.columns(of: text)) / 2
            write(text, column: column, row: top + offset, style: line.style)
        }
    }
}
