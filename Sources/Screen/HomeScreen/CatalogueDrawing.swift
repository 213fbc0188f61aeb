import Catalogue
import Cells
import PlayCore
import ScreenKit

extension CellBuffer {
    mutating func writeCatalogue(
        _ catalogue: CatalogueView, _ layout: HomeLayout, _ glyphs: Glyphs
    ) {
        let area = layout.area
        let names = catalogue.order.places.map { SafeText.phrase($0.name) }
        let title = catalogue.isSearch ? tr("Search") : names.count == 1 ? names[0] : tr("All catalogues")
        let used = write(
            glyphs.fitted(title, area.width / 2), column: area.column + 1, row: layout.titleRow, style: Theme.bold)
        if let editor = catalogue.editor {
            let start = area.column + used + 3
            write("/", column: start, row: layout.titleRow, style: Theme.accentBold)
            write(editor, column: start + 1, columns: max(1, area.width - used - 6), row: layout.titleRow)
        } else if let text = catalogue.order.text {
            writeHomeFilter(text, isTyping: false, after: used + 1, layout, glyphs)
        } else if catalogue.order.places.contains(where: \.hasNewestFirst) {
            write(
                " \(glyphs.separator) " + tr("newest"), column: area.column + 1 + used, row: layout.titleRow,
                style: Theme.dim)
        }
        guard catalogue.list.shownCount > 0 else {
            return write(centred: catalogue.emptyLines, in: layout.list, glyphs)
        }
        let (list, shown) = (catalogue.list, catalogue.list.shown)
        for (offset, place) in list.view(height: layout.list.height).enumerated() {
            let row = layout.list.row + offset
            guard let id = shown[place].id else {
                let text = glyphs.fitted(shown[place].label, layout.list.width - 2)
                write(text, column: layout.list.column + 1, row: row, style: Theme.dim)
                continue
            }
            let (left, end) = (layout.list.column, layout.list.column + layout.list.width - 1)
            let isSelected = id == list.selection
            if isSelected { write(glyphs.selected, column: left + 1, row: row, style: Theme.accentBold) }
            write(endingAt: end, shown[place].detail, row: row, style: Theme.dim)
            let space = end - max(9, TextWidth.columns(of: shown[place].detail)) - 1 - (left + 3)
            write(
                glyphs.fitted(shown[place].label, max(1, space)), column: left + 3, row: row,
                style: isSelected ? Theme.bold : Theme.plain)
        }
    }
}

extension CatalogueView {
    fileprivate var emptyLines: [CentredLine] {
        if let failure {
            return [
                CentredLine(text: tr("The catalogue cannot be read"), style: Theme.error), CentredLine(text: ""),
                CentredLine(text: SafeText.phrase(failure)),
                CentredLine(text: tr("Ctrl+r read again"), style: Theme.dim),
            ]
        }
        guard isComplete else {
            let text = isSearch ? tr("Searching…") : tr("Asking the catalogue…")
            return [CentredLine(text: text, style: Theme.dim)]
        }
        return [CentredLine(text: order.text == nil ? tr("No videos") : tr("No matches"), style: Theme.dim)]
    }
}
