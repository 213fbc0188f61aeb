import Cells
import Commands
import DownloadModel
package import PlayCore
package import ScreenKit

extension DownloadsPage {
    /// Selects a row at a press, or plays it if it is selected. The right button opens the details. A heading sorts.
    package mutating func point(_ event: MouseEvent, _ context: PlayerContext) -> Consequences {
        switch event.kind {
        case .wheelUp: return turnWheel(-3, context)
        case .wheelDown: return turnWheel(3, context)
        case .press(let button): return press(button, event, context)
        case .move, .drag, .release: return []
        }
    }

    private mutating func turnWheel(_ rows: Int, _ context: PlayerContext) -> Consequences {
        guard detailScroll == nil else { return perform(rows < 0 ? .up : .down, context) }
        move(.rows(rows), height: DownloadsLayout(self, context).list.height)
        return []
    }

    private mutating func press(
        _ button: MouseEvent.Button, _ event: MouseEvent, _ context: PlayerContext
    ) -> Consequences {
        // A mouse button cancels the question.
        guard question == nil else {
            question = nil
            return []
        }
        guard detailScroll == nil else {
            detailScroll = nil
            return []
        }
        if let frame = context.floatingFrame, frame.contains(column: event.column, row: event.row) {
            return [.player(.cycle("pause", isUp: true))]
        }
        let layout = DownloadsLayout(self, context)
        if let head = layout.head(column: event.column, row: event.row) {
            if let sort = head.sort { self.sort(by: sort) }
            return []
        }
        if event.row == layout.tabRow {
            let tab = placedTabs(in: layout.area).last { $0.column <= event.column }
            if let tab, event.column < tab.column + TextWidth.columns(of: tab.text) { turn(to: tab.tab) }
            return []
        }
        return press(line: event, button, layout, context)
    }

    private mutating func press(
        line event: MouseEvent, _ button: MouseEvent.Button, _ layout: DownloadsLayout,
        _ context: PlayerContext
    ) -> Consequences {
        let lines = lines(height: layout.list.height)
        guard let line = layout.line(column: event.column, row: event.row), lines.indices.contains(line),
            let entry = lines[line].entry
        else { return [] }
        let wasSelected = selected?.id == entries[entry].id
        select(entry: entry)
        switch button {
        case .left where wasSelected: return perform(.play, context)
        case .middle: return perform(.toggleExpanded, context)
        case .right: return perform(.details, context)
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
