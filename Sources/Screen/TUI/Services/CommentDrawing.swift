import Cells
import PlayCore
import ScreenKit

extension CellBuffer {
    mutating func writeComments(_ panel: Panel, _ pane: CommentPane, _ state: AppState, _ glyphs: Glyphs) {
        let rows = panel.list.shown
        let selected = panel.list.selectedPlace ?? 0
        for (offset, entry) in pane.visible(rows, selected: selected).enumerated() {
            let isSelected = entry.place == panel.list.selectedPlace
            let y = pane.list.row + offset
            if isSelected, entry.isFirst {
                write(glyphs.selected, column: pane.list.column, row: y, style: Theme.accentBold)
            }
            write(entry.line, isSelected: isSelected, row: y, pane.list, glyphs)
        }
        if let editor = state.commentEditor, let rect = pane.editor { write(editor, in: rect, glyphs) }
    }

    private mutating func write(
        _ line: CommentPane.Line, isSelected: Bool, row: Int, _ list: Rect, _ glyphs: Glyphs
    ) {
        let column = list.column + line.indent
        let space = max(0, list.width - line.indent - 1)
        switch line.part {
        case .head(let author, let details):
            let used = write(glyphs.fitted(author, space), column: column, row: row, style: Theme.bold)
            let left = space - used - 2
            if left > 0, !details.isEmpty {
                write(glyphs.fitted(details, left), column: column + used + 2, row: row, style: Theme.dim)
            }
        case .text(let text):
            write(
                glyphs.fitted(text, space), column: column, row: row, style: isSelected ? Theme.bold : Theme.plain)
        case .note(let text): write(glyphs.fitted(text, space), column: column, row: row, style: Theme.dim)
        }
    }

    private mutating func write(_ editor: CommentEditor, in rect: Rect, _ glyphs: Glyphs) {
        let word =
            editor.target.answering == nil
            ? tr("Your comment") : tr("Your reply to %1", SafeText.clean(editor.name ?? "", limit: 60))
        if rect.height > 1 {
            write(glyphs.fitted(word, rect.width - 2), column: rect.column + 1, row: rect.row, style: Theme.dim)
        }
        let row = rect.row + rect.height - 1
        write(glyphs.selected, column: rect.column, row: row, style: Theme.accentBold)
        let space = max(1, rect.width - PanelFrame.signColumns)
        write(editor.line, column: rect.column + 2, columns: space, row: row)
    }
}
