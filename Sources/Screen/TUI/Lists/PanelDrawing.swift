import Cells
import ClassPanes
import ClassRules
import DownloadScreen
import PlayCore
import ScreenKit

extension CellBuffer {
    mutating func write(_ panel: Panel, _ state: AppState, _ geometry: ScreenGeometry) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let comments = panel.kind == .comments ? CommentPane(state, geometry) : nil
        let frame = PanelFrame(panel, state, geometry)
        let row = panel.list.selectedRow
        let isWriting = comments?.editor != nil
        let warning = isWriting ? nil : panel.question?.text ?? row?.refusal ?? row?.note
        box(frame.rect, title: "", hint: warning == nil ? panel.hint(frame.rect.width - 5, state, glyphs) : "", glyphs)
        writeTitle(panel, state.title(of: panel.kind), frame, glyphs)
        if let warning, frame.rect.width > 5 {
            write(
                " " + glyphs.fitted(warning, frame.rect.width - 5) + " ", column: frame.rect.column + 1,
                row: frame.rect.row + frame.rect.height - 1, style: Theme.warning)
        }
        if let comments {
            writeComments(panel, comments, state, glyphs)
        } else {
            writeRows(panel, frame, glyphs)
        }
        if panel.list.shownCount == 0 {
            write(
                glyphs.fitted(tr("No matches"), frame.list.width - PanelFrame.signColumns),
                column: frame.list.column + PanelFrame.signColumns, row: frame.list.row, style: Theme.dim)
        }
    }

    private mutating func writeRows(_ panel: Panel, _ frame: PanelFrame, _ glyphs: Glyphs) {
        let view = panel.list.view(height: frame.list.height)
        for (offset, row) in panel.list.shown[view].enumerated() {
            writeRow(row, isSelected: row.id != nil && row.id == panel.list.selection, offset, frame, glyphs)
        }
    }

    /// Writes title and filter at the left, and at the right the position in a list that is longer than the panel.
    private mutating func writeTitle(_ panel: Panel, _ title: String, _ frame: PanelFrame, _ glyphs: Glyphs) {
        let rect = frame.rect
        var space = rect.width - 4
        var place = ""
        if panel.list.shownCount > frame.list.height, let selected = panel.list.selectedPlace {
            place = " \(selected + 1)/\(panel.list.shownCount) "
            if TextWidth.columns(of: place) + 8 <= space {
                space -= TextWidth.columns(of: place)
                write(endingAt: rect.column + rect.width - 1, place, row: rect.row, style: Theme.dim)
            }
        }
        guard space > 1 else { return }
        var column = rect.column + 1
        if !title.isEmpty {
            let text = " " + glyphs.fitted(title, space - 1) + " "
            column += write(text, column: column, row: rect.row, style: Theme.bold)
        }
        guard let filter = panel.list.filter else { return }
        // The viewer types at the end of the filter, so that end stays visible.
        let left = rect.column + 1 + space - column
        guard left > 3 else { return }
        var shown = filter
        while TextWidth.columns(of: shown) > left - 3 { shown.removeFirst() }
        write("/" + shown + "_ ", column: column, row: rect.row, style: Theme.accentBold)
    }

    private mutating func writeRow(
        _ row: ListRow<PanelChoice>, isSelected: Bool, _ offset: Int, _ frame: PanelFrame, _ glyphs: Glyphs
    ) {
        let y = frame.list.row + offset
        let x = frame.list.column
        guard !row.isHeading else {
            write(glyphs.fitted(row.label, frame.list.width - 2), column: x + 1, row: y, style: Theme.dim)
            return
        }
        if isSelected { write(glyphs.selected, column: x, row: y, style: Theme.accentBold) }
        if row.isCurrent { write(glyphs.checked, column: x + 1, row: y, style: Theme.accent) }
        let style = row.refusal != nil ? Theme.dim : isSelected ? Theme.bold : Theme.plain
        let label = x + PanelFrame.signColumns
        write(glyphs.fitted(row.label, frame.labelColumns), column: label, row: y, style: style)
        if frame.detailColumns > 0 {
            write(
                glyphs.fitted(row.detail, frame.detailColumns), column: label + frame.labelColumns + 2, row: y,
                style: Theme.dim)
        }
        if frame.remarkColumns > 0 {
            let column = label + frame.labelColumns + (frame.detailColumns > 0 ? 2 + frame.detailColumns : 0) + 2
            write(glyphs.fitted(row.remark, frame.remarkColumns), column: column, row: y, style: Theme.dim)
        }
        if let sign = glyphs.slot(row.slot) {
            write(sign, column: x + frame.list.width - 2, row: y, style: Theme.accent)
        }
    }
}

extension Panel {
    /// Returns as many keys as fit, the most useful first.
    func hint(_ columns: Int, _ state: AppState, _ glyphs: Glyphs) -> String {
        var hints = hints(state, glyphs)
        while !hints.isEmpty, TextWidth.columns(of: hints.joined(separator: glyphs.hintSeparator)) > columns {
            hints.removeLast()
        }
        return hints.joined(separator: glyphs.hintSeparator)
    }

    /// Returns the columns of `Enter` and of the keys that only this kind of list has.
    func ownHintColumns(_ glyphs: Glyphs) -> Int {
        TextWidth.columns(of: ownHints(glyphs).joined(separator: glyphs.hintSeparator))
    }

    private func ownHints(_ glyphs: Glyphs) -> [String] {
        switch kind {
        case .playlist:
            [tr("Enter choose"), tr("d remove"), glyphs.isASCII ? tr("Ctrl+Up/Down move") : tr("Ctrl+↑↓ move")]
        case .subtitles, .captions: [tr("Enter choose"), tr("s choose as second"), tr("z x delay")]
        default: []
        }
    }

    private func hints(_ state: AppState, _ glyphs: Glyphs) -> [String] {
        let hints: [String]
        if kind == .comments, state.commentEditor != nil {
            hints = [tr("Enter send"), tr("Esc keep draft")]
        } else if list.filter != nil {
            hints = [tr("Enter choose"), tr("Esc all")]
        } else if kind == .playlist || kind == .subtitles || kind == .captions {
            hints = ownHints(glyphs) + [tr("/ filter"), tr("Esc close"), tr("? keys")]
        } else if kind == .comments {
            hints = [
                tr("c write"), tr("r reply"), tr("l like"), tr("x delete"), tr("/ filter"), tr("Esc close"),
                tr("? keys"),
            ]
        } else if kind == .album {
            hints = [tr("Enter play"), tr("n p next, previous"), tr("/ filter"), tr("Esc close"), tr("? keys")]
        } else if kind == .wholeText {
            hints = [tr("/ filter"), tr("Esc close"), tr("? keys")]
        } else if kind == .links {
            hints = [tr("Enter open"), tr("y copy"), tr("/ filter"), tr("Esc close"), tr("? keys")]
        } else if kind == .documents, state.room?.live?.view.leads == true {
            hints = [tr("Enter show"), tr("a add"), tr("d delete"), tr("/ filter"), tr("Esc close")]
        } else if kind.isRemembered {
            hints = [tr("Enter play"), tr("d remove"), tr("D clear"), tr("/ filter"), tr("Esc close"), tr("? keys")]
        } else if kind == .definitions {
            let download = state.downloads.isOffered ? [tr("D download")] : []
            hints = [tr("Enter choose")] + download + [tr("/ filter"), tr("Esc close"), tr("? keys")]
        } else {
            hints = [tr("Enter choose"), tr("/ filter"), tr("Esc close"), tr("? keys")]
        }
        return hints
    }
}

extension Glyphs {
    fileprivate var hintSeparator: String { " \(separator) " }
    var live: String { isASCII ? "*" : "●" }

    func slot(_ slot: ListRow<PanelChoice>.Slot) -> String? {
        switch slot {
        case .none: nil
        case .first: "1"
        case .second: "2"
        }
    }
}
