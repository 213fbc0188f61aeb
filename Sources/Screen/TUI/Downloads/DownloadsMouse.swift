import Cells
import Commands
import DownloadModel
import PlayCore

extension AppState {
    /// A press selects a row, or plays it if it is selected. The right button opens the details. A heading sorts.
    mutating func pointInDownloads(_ event: MouseEvent, at now: HostTime) -> [Effect] {
        switch event.kind {
        case .wheelUp: return turnWheelInDownloads(-3, at: now)
        case .wheelDown: return turnWheelInDownloads(3, at: now)
        case .press(let button): return pressInDownloads(button, event, at: now)
        case .move, .drag, .release: return []
        }
    }

    private mutating func turnWheelInDownloads(_ rows: Int, at now: HostTime) -> [Effect] {
        guard downloads.detailScroll == nil else {
            return manage(rows < 0 ? .up : .down, at: now)
        }
        downloads.move(.rows(rows), height: DownloadsLayout(self).list.height)
        return []
    }

    private mutating func pressInDownloads(
        _ button: MouseEvent.Button, _ event: MouseEvent, at now: HostTime
    ) -> [Effect] {
        // A mouse button does not answer the question; it cancels it.
        guard downloads.question == nil else {
            downloads.question = nil
            return []
        }
        guard downloads.detailScroll == nil else {
            downloads.detailScroll = nil
            return []
        }
        if let frame = floatingFrame, frame.contains(column: event.column, row: event.row) { return togglePause() }
        let layout = DownloadsLayout(self)
        if let head = layout.head(column: event.column, row: event.row) {
            if let sort = head.sort { downloads.sort(by: sort) }
            return []
        }
        if event.row == layout.tabRow {
            let tab = downloadTabs.last { $0.column <= event.column }
            if let tab, event.column < tab.column + TextWidth.columns(of: tab.text) { downloads.turn(to: tab.tab) }
            return []
        }
        return press(line: event, button, layout, at: now)
    }

    private mutating func press(
        line event: MouseEvent, _ button: MouseEvent.Button, _ layout: DownloadsLayout, at now: HostTime
    ) -> [Effect] {
        let lines = downloads.lines(height: layout.list.height)
        guard let line = layout.line(column: event.column, row: event.row), lines.indices.contains(line),
            let entry = lines[line].entry
        else { return [] }
        let wasSelected = downloads.selected?.id == downloads.entries[entry].id
        downloads.select(entry: entry)
        switch button {
        case .left where wasSelected: return manage(.play, at: now)
        case .middle: return manage(.toggleExpanded, at: now)
        case .right: return manage(.details, at: now)
        case .left, .back, .forward: return []
        }
    }
}

extension DownloadsPage.Line {
    fileprivate var entry: Int? {
        switch self {
        case .heading, .moreFiles: nil
        case .entry(let index), .problem(let index), .file(let index, _): index
        }
    }
}
