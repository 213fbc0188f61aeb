package import Cells
import DownloadScreen
import History
import Library
import PlayCore
import ScreenKit

extension HomePage {
    package func draw(on cells: inout CellBuffer, _ context: HomeContext) {
        cells.fill(Rect(column: 0, row: 0, width: cells.columns, height: cells.rows))
        cells.write(self, context)
    }
}

extension CellBuffer {
    fileprivate mutating func write(_ page: HomePage, _ context: HomeContext) {
        let glyphs = Glyphs(isASCII: context.player.terminal.isASCII)
        let layout = HomeLayout(context.player)
        if let catalogue = page.catalogue {
            writeCatalogue(catalogue, layout, glyphs)
        } else if let folder = page.folder {
            writeFolder(folder, page, layout, glyphs)
        } else {
            writeHomeList(page, context, layout, glyphs)
        }
        writePreview(page, context, layout, glyphs)
        writeHomeBottom(page, context, layout, glyphs)
    }

    private mutating func writeHomeList(
        _ page: HomePage, _ context: HomeContext, _ layout: HomeLayout, _ glyphs: Glyphs
    ) {
        write("tvplay", column: layout.area.column + 1, row: layout.titleRow, style: Theme.bold)
        writeHomeFilter(page.list.filter, isTyping: true, after: 8, layout, glyphs)
        let list = page.list
        let shown = list.shown
        guard !shown.isEmpty else {
            let lines =
                list.filter == nil
                ? [
                    CentredLine(text: tr("Nothing here yet"), style: Theme.bold), CentredLine(text: ""),
                    CentredLine(text: tr("Ctrl+o opens a path, an address or a search"), style: Theme.dim),
                ] : [CentredLine(text: tr("No matches"), style: Theme.dim)]
            return write(centred: lines, in: layout.list, glyphs)
        }
        for (offset, place) in list.view(height: layout.list.height).enumerated() {
            let row = layout.list.row + offset
            guard let id = shown[place].id else {
                write(
                    glyphs.fitted(shown[place].label, layout.list.width - 2), column: layout.list.column + 1, row: row,
                    style: Theme.dim)
                continue
            }
            writeHomeRow(
                shown[place], isSelected: id == list.selection, page.fraction(id, context), layout, row, glyphs)
        }
    }

    /// Rows with fewer columns show only the name.
    private static let narrowHome = 30

    /// Writes a row with three fixed columns.
    private mutating func writeHomeRow(
        _ item: ListRow<HomeItem>, isSelected: Bool, _ fraction: Double?, _ layout: HomeLayout, _ row: Int,
        _ glyphs: Glyphs
    ) {
        let left = layout.list.column
        let end = left + layout.list.width - 1
        if isSelected { write(glyphs.selected, column: left + 1, row: row, style: Theme.accentBold) }
        let detail = item.detail.isEmpty && fraction == nil ? item.remark : item.detail
        let isNarrow = layout.list.width < Self.narrowHome
        let detailColumns = isNarrow ? 0 : min(max(14, TextWidth.columns(of: detail)), layout.list.width / 2)
        write(endingAt: end, glyphs.fitted(detail, detailColumns), row: row, style: Theme.dim)
        let bar = fraction == nil || isNarrow ? 0 : min(20, layout.list.width / 5)
        let barEnd = end - detailColumns - 1
        if let fraction, bar >= 4 {
            writeProgress(
                fraction, Rect(column: barEnd - bar, row: row, width: bar, height: 1),
                style: isSelected ? Theme.accent : Theme.plain, glyphs)
        }
        let space = (bar == 0 ? end - detailColumns - 1 : barEnd - bar - 2) - (left + 3)
        let text = glyphs.fitted(item.label, max(1, space))
        write(text, column: left + 3, row: row, style: isSelected ? Theme.bold : Theme.plain)
    }

    /// Writes a bar. The same thousandths give the same cells.
    mutating func writeProgress(_ fraction: Double, _ rect: Rect, style: Style, _ glyphs: Glyphs) {
        let done = min(rect.width, max(0, Int((fraction * Double(rect.width)).rounded(.down))))
        write(String(repeating: glyphs.done, count: done), column: rect.column, row: rect.row, style: style)
        write(
            String(repeating: glyphs.rest, count: rect.width - done), column: rect.column + done, row: rect.row,
            style: Theme.dim)
    }

    mutating func writeHomeFilter(
        _ filter: String?, isTyping: Bool, after columns: Int, _ layout: HomeLayout, _ glyphs: Glyphs
    ) {
        guard let filter else { return }
        let space = layout.area.width - columns - 4
        guard space > 4 else { return }
        var shown = SafeText.clean(filter, limit: 100)
        while TextWidth.columns(of: shown) > space - 2 { shown.removeFirst() }
        write(
            "/" + shown + (isTyping ? "_" : ""), column: layout.area.column + columns + 2, row: layout.titleRow,
            style: isTyping ? Theme.accentBold : Theme.accent)
    }

    // MARK: Beside the list

    private mutating func writePreview(
        _ page: HomePage, _ context: HomeContext, _ layout: HomeLayout, _ glyphs: Glyphs
    ) {
        guard let area = layout.preview, let subject = page.subject(context) else { return }
        var row = area.row
        if let cells = page.shownCover(context)?.cells {
            write(cells, column: area.column + max(0, area.width - cells.columns) / 2, row: row, rows: 0..<area.height)
            row += cells.rows + 1
        }
        let bottom = area.row + area.height
        for line in LineBreaking.lines(subject.title, width: area.width).prefix(2) where row < bottom {
            write(line, column: area.column, row: row, style: Theme.bold)
            row += 1
        }
        for line in subject.lines where row < bottom {
            write(glyphs.fitted(line, area.width), column: area.column, row: row, style: Theme.dim)
            row += 1
        }
    }

    // MARK: Below the list

    private mutating func writeHomeBottom(
        _ page: HomePage, _ context: HomeContext, _ layout: HomeLayout, _ glyphs: Glyphs
    ) {
        guard !context.isTyping else { return }
        let (column, space, row) = (layout.area.column + 1, layout.area.width - 2, layout.bottomRow)
        if let forgets = page.forgets {
            write(
                glyphs.fitted(HistoryChange.forget(forgets).question, space), column: column, row: row,
                style: Theme.warning)
        } else if let message = context.player.message {
            write(message, column: column, columns: space, row: row, glyphs)
        } else {
            write(HintLine.text(page.hints(context), space, glyphs), column: column, row: row, style: Theme.dim)
        }
    }
}

extension HomePage {
    func hints(_ context: HomeContext) -> [String] {
        let openHint = context.isKiosk ? [] : [tr("Ctrl+o open anything")]
        if let catalogue {
            if catalogue.editor != nil { return [tr("Enter search"), tr("Esc cancel")] }
            let download = context.downloads.isOffered ? [tr("D download")] : []
            let adding = [tr("Enter play from here"), tr("/ search"), tr("a add")] + download
            let rows = catalogue.list.rows.isEmpty ? [tr("/ search")] : adding
            return rows + [tr("Esc back"), tr("? keys")]
        }
        guard let folder else {
            if list.filter != nil { return [tr("Enter open"), tr("Esc all"), tr("? keys")] }
            let others = [
                context.isBase ? tr("q quit") : tr("q close"), tr("/ filter"), tr("a add"), tr("p playlist"),
                tr("? keys"),
            ]
            return [tr("Enter open")] + openHint + others
        }
        if folder.isTyping { return [tr("Enter keep"), tr("Esc all"), tr("? keys")] }
        let open = folder.selected?.kind == .media ? tr("Enter play from here") : tr("Enter open")
        let up = context.player.terminal.isASCII ? tr("Left up") : tr("← up")
        return [open, tr("Esc back"), tr("a add"), tr("/ filter"), up] + openHint + [tr("? keys")]
    }
}
