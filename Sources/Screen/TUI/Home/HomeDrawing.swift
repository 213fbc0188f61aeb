import Cells
import History
import Library
import PlayCore

extension CellBuffer {
    mutating func writeHome(_ state: AppState) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let layout = HomeLayout(state)
        if let catalogue = state.home.catalogue {
            writeCatalogue(catalogue, state, layout, glyphs)
        } else if let folder = state.home.folder {
            writeFolder(folder, state, layout, glyphs)
        } else {
            writeHomeList(state, layout, glyphs)
        }
        writePreview(state, layout, glyphs)
        writeHomeBottom(state, layout, glyphs)
    }

    private mutating func writeHomeList(_ state: AppState, _ layout: HomeLayout, _ glyphs: Glyphs) {
        write("tvplay", column: layout.area.column + 1, row: layout.titleRow, style: Theme.bold)
        writeHomeFilter(state.home.list.filter, isTyping: true, after: 8, layout, glyphs)
        let list = state.home.list
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
            writeHomeRow(shown[place], isSelected: id == list.selection, state.homeFraction(id), layout, row, glyphs)
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

    private mutating func writePreview(_ state: AppState, _ layout: HomeLayout, _ glyphs: Glyphs) {
        guard let area = layout.preview, let subject = state.homeSubject else { return }
        var row = area.row
        if let cells = state.homeCover?.cells {
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

    private mutating func writeHomeBottom(_ state: AppState, _ layout: HomeLayout, _ glyphs: Glyphs) {
        guard !state.isTyping else { return }
        let (column, space, row) = (layout.area.column + 1, layout.area.width - 2, layout.bottomRow)
        if let question = state.home.question {
            write(glyphs.fitted(question.text, space), column: column, row: row, style: Theme.warning)
        } else if let message = state.message {
            write(glyphs.fitted(message.text, space), column: column, row: row, style: message.kind.style)
        } else {
            write(HintLine.text(state.homeHints, space, glyphs), column: column, row: row, style: Theme.dim)
        }
    }
}

extension Message.Kind {
    var style: Style {
        switch self {
        case .info: Theme.plain
        case .warning: Theme.warning
        case .error: Theme.error
        }
    }
}

/// The keys in the bottom line of a page, the most useful first.
enum HintLine {
    /// Always keeps the last hint, which leads to all other keys.
    static func text(_ hints: [String], _ columns: Int, _ glyphs: Glyphs) -> String {
        var hints = hints
        let separator = " \(glyphs.separator) "
        while hints.count > 2, TextWidth.columns(of: hints.joined(separator: separator)) > columns {
            hints.remove(at: hints.count - 2)
        }
        return glyphs.fitted(hints.joined(separator: separator), columns)
    }
}

extension AppState {
    var homeHints: [String] {
        if let catalogue = home.catalogue {
            if catalogue.editor != nil { return [tr("Enter search"), tr("Esc cancel")] }
            let download = downloads.isOffered ? [tr("D download")] : []
            let adding = [tr("Enter play from here"), tr("/ search"), tr("a add")] + download
            let rows = catalogue.list.rows.isEmpty ? [tr("/ search")] : adding
            return rows + [tr("Esc back"), tr("? keys")]
        }
        guard let folder = home.folder else {
            if home.list.filter != nil { return [tr("Enter open"), tr("Esc all"), tr("? keys")] }
            let others = [
                navigation.base == .home ? tr("q quit") : tr("q close"), tr("/ filter"), tr("a add"), tr("p playlist"),
                tr("? keys"),
            ]
            return [tr("Enter open")] + openHint + others
        }
        if folder.isTyping { return [tr("Enter keep"), tr("Esc all"), tr("? keys")] }
        let open = folder.selected?.kind == .media ? tr("Enter play from here") : tr("Enter open")
        let up = terminal.isASCII ? tr("Left up") : tr("← up")
        return [open, tr("Esc back"), tr("a add"), tr("/ filter"), up] + openHint + [tr("? keys")]
    }

    private var openHint: [String] { options.isKiosk ? [] : [tr("Ctrl+o open anything")] }
}
