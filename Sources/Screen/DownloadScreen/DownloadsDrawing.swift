package import Cells
import DownloadModel
import PlayCore
package import ScreenKit

extension DownloadsPage {
    package func draw(on cells: inout CellBuffer, _ context: PlayerContext) {
        cells.fill(Rect(column: 0, row: 0, width: cells.columns, height: cells.rows))
        cells.write(self, context)
    }
}

extension CellBuffer {
    fileprivate mutating func write(_ page: DownloadsPage, _ context: PlayerContext) {
        let glyphs = Glyphs(isASCII: context.terminal.isASCII)
        let layout = DownloadsLayout(page, context)
        writeTitle(page, layout, glyphs)
        if let row = layout.tabRow { writeTabs(page, layout.area, row: row) }
        if let row = layout.headRow { writeHeads(page, layout, row: row, glyphs) }
        if page.rows.isEmpty {
            write(centred: page.emptyLines, in: layout.list, glyphs)
        } else {
            for (offset, line) in page.lines(height: layout.list.height).enumerated() {
                write(line, page, layout, row: layout.list.row + offset, glyphs)
            }
        }
        writeCover(page, context, layout)
        writeBottom(page, context, layout, glyphs)
        if page.detailScroll != nil { writeDetails(page, context, layout, glyphs) }
    }

    // MARK: Above the list

    private mutating func writeTitle(_ page: DownloadsPage, _ layout: DownloadsLayout, _ glyphs: Glyphs) {
        let area = layout.area
        let left = area.column + 1
        var parts: [String] = []
        let (running, waiting) = (page.state.runningCount, page.state.waitingCount)
        if running > 0 { parts.append(tr("%1 running", "\(running)")) }
        if waiting > 0 { parts.append(tr("%1 waiting", "\(waiting)")) }
        if page.state.bytesPerSecond > 0 { parts.append(ByteCountText.text(page.state.bytesPerSecond) + "/s") }
        if let free = page.state.freeBytes { parts.append(tr("%1 free", ByteCountText.text(free))) }
        if page.state.isRefreshing { parts.append(tr("reloading settings")) }
        let title = tr("Downloads")
        var end =
            left + write(glyphs.fitted(title, area.width - 2), column: left, row: layout.titleRow, style: Theme.bold)
        let separator = " \(glyphs.separator) "
        while !parts.isEmpty {
            let text = separator + parts.joined(separator: separator)
            guard end + TextWidth.columns(of: text) >= area.column + area.width else {
                end += write(text, column: end, row: layout.titleRow, style: Theme.dim)
                break
            }
            parts.removeLast()
        }
        var order = tr("sort: %1", page.sort.title) + " " + glyphs.direction(isReversed: page.isReversed)
        if let number = page.selectedNumber { order = "\(number)/\(page.shownCount)" + separator + order }
        let start = area.column + area.width - 1 - TextWidth.columns(of: order)
        if start > end + 1 { write(order, column: start, row: layout.titleRow, style: Theme.dim) }
    }

    private mutating func writeTabs(_ page: DownloadsPage, _ area: Rect, row: Int) {
        let limit = area.column + area.width
        var end = area.column
        for (tab, text, column) in page.placedTabs(in: area)
        where column + TextWidth.columns(of: text) <= limit {
            let isCurrent = tab == page.tab
            write(text, column: column, row: row, style: isCurrent ? Theme.accentBold : Theme.dim)
            end = column + TextWidth.columns(of: text)
        }
        guard let filter = page.filter, limit - end > 6 else { return }
        var shown = filter
        while TextWidth.columns(of: shown) > limit - end - 5 { shown.removeFirst() }
        write(
            "/" + shown + (page.isTyping ? "_" : ""), column: end + 2, row: row,
            style: page.isTyping ? Theme.accentBold : Theme.accent)
    }

    private mutating func writeHeads(
        _ page: DownloadsPage, _ layout: DownloadsLayout, row: Int, _ glyphs: Glyphs
    ) {
        for placed in layout.columns {
            let isSorted = placed.column.sort == page.sort && placed.column != .percent
            let style = isSorted ? Theme.bold : Theme.dim
            writeField(placed.column.title, placed, row: row, style: style, glyphs)
        }
    }

    private mutating func writeField(
        _ text: String, _ placed: DownloadsLayout.Placed, row: Int, style: Style, _ glyphs: Glyphs
    ) {
        let rect = placed.rect
        let text = glyphs.fitted(text, rect.width)
        if placed.column.isRight {
            write(endingAt: rect.column + rect.width, text, row: row, style: style)
        } else {
            write(text, column: rect.column, row: row, style: style)
        }
    }

    // MARK: Lines

    private mutating func write(
        _ line: DownloadsPage.Line, _ page: DownloadsPage, _ layout: DownloadsLayout, row: Int, _ glyphs: Glyphs
    ) {
        let inset = layout.list.column + DownloadsLayout.signColumns
        let space = layout.list.width - DownloadsLayout.signColumns - 1
        switch line {
        case .heading(let isRooms, let count):
            let text = (isRooms ? tr("Classes") : tr("Videos")) + " \(count)"
            write(glyphs.fitted(text, space), column: layout.list.column + 1, row: row, style: Theme.dim)
        case .entry(let index): writeEntry(page.entries[index], page, layout, row: row, glyphs)
        case .problem(let index):
            let entry = page.entries[index]
            let hasFailed = entry.problem != nil && entry.label != .fileLost && entry.label != .cancelled
            write(
                glyphs.fitted(clean(page.note(of: entry) ?? ""), space), column: inset, row: row,
                style: hasFailed ? Theme.error : Theme.warning)
        case .file(let index, let number):
            let text = glyphs.branch + " " + page.entries[index].files[number].line(in: page.entries[index], glyphs)
            write(glyphs.fitted(text, space), column: inset, row: row, style: Theme.dim)
        case .moreFiles(let count):
            write(
                glyphs.fitted(
                    glyphs.branch + " " + trn("%1 more file (press i)", "%1 more files (press i)", count), space),
                column: inset,
                row: row, style: Theme.dim)
        }
    }

    private mutating func writeEntry(
        _ entry: DownloadRecord, _ page: DownloadsPage, _ layout: DownloadsLayout, row: Int, _ glyphs: Glyphs
    ) {
        let isSelected = entry.id == page.selected?.id
        let left = layout.list.column
        if isSelected { write(glyphs.selected, column: left, row: row, style: Theme.accentBold) }
        write(glyphs.kind(of: entry), column: left + 2, row: row, style: Theme.dim)
        let figures = page.figures(of: entry)
        for placed in layout.columns {
            switch placed.column {
            case .title:
                let style = isSelected ? Theme.bold : Theme.plain
                writeField(entry.shownTitle, placed, row: row, style: style, glyphs)
            case .bar: writeBar(figures.fraction, isRunning: entry.label == .downloading, placed.rect, row: row, glyphs)
            case .state:
                writeField(
                    clean(DownloadWords.state(entry, page.activity(of: entry))), placed, row: row,
                    style: entry.label.style, glyphs)
            default:
                writeField(
                    entry.field(placed.column, figures), placed, row: row, style: Theme.dim, glyphs)
            }
        }
    }

    /// Draws equal cells for equal thousandths, so that the bar does not flicker.
    private mutating func writeBar(_ fraction: Double, isRunning: Bool, _ rect: Rect, row: Int, _ glyphs: Glyphs) {
        let done = min(rect.width, Int((fraction * Double(rect.width)).rounded(.down)))
        write(
            String(repeating: glyphs.done, count: done), column: rect.column, row: row,
            style: isRunning ? Theme.accent : Theme.plain)
        write(
            String(repeating: glyphs.rest, count: rect.width - done), column: rect.column + done, row: row,
            style: Theme.dim)
    }

    private func clean(_ text: String) -> String { SafeText.clean(text, limit: 200) }

    // MARK: Below the list

    private mutating func writeBottom(
        _ page: DownloadsPage, _ context: PlayerContext, _ layout: DownloadsLayout, _ glyphs: Glyphs
    ) {
        let column = layout.area.column + 1
        let space = layout.area.width - 2
        let row = layout.bottomRow
        if let prompt = page.prompt {
            let label = glyphs.fitted(prompt.label, space / 2) + " "
            let start = column + write(label, column: column, row: row, style: Theme.dim)
            write(prompt.line, column: start, columns: max(1, space - (start - column)), row: row)
            // The row above shows why the text is invalid.
            if let message = context.message, layout.list.height > 1 {
                fill(Rect(column: layout.area.column, row: row - 1, width: layout.area.width, height: 1))
                write(message, column: column, columns: space, row: row - 1, glyphs)
            }
        } else if let question = page.question {
            write(glyphs.fitted(question.text, space), column: column, row: row, style: Theme.warning)
        } else if let message = context.message {
            write(message, column: column, columns: space, row: row, glyphs)
        } else if let failure = context.failure {
            let text = tr("Cannot play: %1", SafeText.clean(failure, limit: 200))
            write(glyphs.fitted(text, space), column: column, row: row, style: Theme.error)
        } else if case .failed(let reason) = page.state.phase {
            write(
                glyphs.fitted(SafeText.clean(reason, limit: 200), space), column: column, row: row, style: Theme.error)
        } else {
            write(page.hint(space, glyphs), column: column, row: row, style: Theme.dim)
        }
    }
}

extension DownloadsPage {
    fileprivate var emptyLines: [CentredLine] {
        if case .failed(let reason) = state.phase, entries.isEmpty {
            return [CentredLine(text: SafeText.clean(reason, limit: 200), style: Theme.error)]
        }
        if state.phase == .asking, entries.isEmpty {
            return [CentredLine(text: tr("Loading the downloads…"), style: Theme.dim)]
        }
        guard entries.isEmpty else { return [CentredLine(text: tr("No matches"), style: Theme.dim)] }
        return [
            CentredLine(text: tr("No downloads"), style: Theme.bold), CentredLine(text: ""),
            CentredLine(text: tr("Press a to add an address, or run tvplay get URL"), style: Theme.dim),
            CentredLine(text: tr("While streaming, press D to download the video"), style: Theme.dim),
        ]
    }

    /// Returns as many keys as fit, the most useful first.
    fileprivate func hint(_ columns: Int, _ glyphs: Glyphs) -> String {
        var hints: [String]
        if isTyping {
            hints = [tr("Enter keep"), tr("Esc all")]
        } else if entries.isEmpty {
            hints = [tr("a add"), tr("q close"), tr("? keys")]
        } else {
            hints =
                [tr("Enter play")] + (selected?.stateHint.map { [$0] } ?? [])
                + (selected.map { activity(of: $0).phase } == .retrying ? [tr("r retry")] : [])
                + [
                    tr("d remove"), tr("c clear"), tr("a add"), tr("+ - priority"), tr("/ find"), tr("s sort"),
                    tr("i details"),
                    tr("Tab state"), tr("? keys"),
                ]
        }
        let separator = " \(glyphs.separator) "
        // The hint for the page of keys always stays.
        while !hints.isEmpty, TextWidth.columns(of: hints.joined(separator: separator)) > columns {
            hints.remove(at: max(0, hints.count - 2))
        }
        return hints.joined(separator: separator)
    }
}

extension DownloadRecord {
    fileprivate var stateHint: String? {
        if problem != nil { return tr("r retry") }
        if ahead != nil, !isOver { return tr("d cancel") }
        switch label {
        case .downloading: return tr("p pause")
        case .paused: return tr("p resume")
        case .failed, .fileLost: return tr("r retry")
        case .done, .invalid, .cancelled: return nil
        }
    }
}

extension DownloadsLayout.Column {
    var title: String {
        switch self {
        case .title: tr("Title")
        case .priority: tr("Prio")
        case .definition: tr("Def.")
        case .size: tr("Size")
        case .bar: tr("Progress")
        case .percent: ""
        case .speed: tr("Speed")
        case .left: tr("Left")
        case .state: tr("State")
        }
    }
}

extension DownloadLabel {
    /// The only colours of the list.
    fileprivate var style: Style {
        switch self {
        case .downloading: Theme.accent
        case .paused, .invalid, .cancelled: Theme.dim
        case .done: Theme.plain
        case .failed: Theme.error
        case .fileLost: Theme.warning
        }
    }
}

extension Glyphs {
    var branch: String { isASCII ? "`-" : "└" }

    func direction(isReversed: Bool) -> String {
        if isASCII { return isReversed ? "^" : "v" }
        return isReversed ? "↑" : "↓"
    }

    func kind(of entry: DownloadRecord) -> String {
        if entry.ahead != nil { return isASCII ? "c" : "◊" }
        return switch entry.kind {
        case .video: isASCII ? "v" : "►"
        case .audio: isASCII ? "a" : "≈"
        case .room: isASCII ? "r" : "▒"
        case .file: isASCII ? "f" : "≡"
        }
    }
}
