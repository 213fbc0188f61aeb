import Cells
import Classes
package import PlayCore
import ScreenKit

extension ClassScreen {
    /// Handles a mouse event of the panes, or returns `nil` for one of the player.
    package mutating func point(_ event: MouseEvent, _ context: ClassContext, at now: HostTime) -> Consequences? {
        guard let layout = layout(context) else { return nil }
        let columns = context.terminal.columns
        if isResizing {
            if event.kind == .drag(.left) {
                split = max(ClassLayout.leastSide, columns - event.column - 1)
            } else {
                isResizing = false
            }
            return []
        }
        if event.kind == .press(.left), event.column == layout.separator, event.row < layout.tabs {
            isResizing = true
            return []
        }
        if event.kind == .press(.left), event.row == layout.tabs {
            if let prompt = ClassRewards.prompt(self, layout, context.terminal), event.column >= prompt.column {
                return [.room(.openRedPacket)]
            }
            let tab = ClassTab.all(self, columns: columns).first {
                event.column >= $0.column && event.column < $0.column + $0.width
            }
            return tab.map { perform(.choose($0.pane), context, at: now) } ?? []
        }
        guard let placed = layout.pane(column: event.column, row: event.row) else { return nil }
        return point(event, in: placed, context, at: now)
    }

    private mutating func point(
        _ event: MouseEvent, in placed: ClassLayout.Placed, _ context: ClassContext, at now: HostTime
    ) -> Consequences? {
        switch event.kind {
        case .press(.left) where placed.pane != .chat && isWriting:
            isWriting = false
            return point(event, in: placed, context, at: now)
        case .press(.left) where !placed.content.contains(column: event.column, row: event.row):
            focus = placed.pane
            guard placed.hasHeader, let address = noticeLinks.first else { return [] }
            return openLinks(selecting: address)
        case .press(.left) where placed.pane != .video:
            focus = placed.pane
            if placed.pane == .cameras, let layout = layout(context) {
                return clickThumbnail(column: event.column, row: event.row, layout)
            }
            return clickItem(event, in: placed, context, at: now)
        case .wheelUp where placed.pane == .terminal, .wheelDown where placed.pane == .terminal:
            focus = .terminal
            scrollTerminal(.rows(event.kind == .wheelUp ? -3 : 3), context)
            return []
        case .wheelUp where placed.pane == .slides, .wheelDown where placed.pane == .slides:
            _ = scrollSlideText(by: event.kind == .wheelUp ? -3 : 3, context)
            return []
        case .wheelUp where !placed.pane.isStage, .wheelDown where !placed.pane.isStage:
            focus = placed.pane
            let rows = placed.pane == .cameras ? 1 : 3
            return move(.rows(event.kind == .wheelUp ? -rows : rows), context)
        case .press(.right) where placed.pane == .people && live != nil:
            focus = placed.pane
            guard let item = clickedItem(event, in: placed, context, at: now) else { return [] }
            return select(item, of: itemCount(.people)) + openPersonActions(at: now)
        default: return placed.pane == .video || event.kind == .press(.right) ? nil : []
        }
    }

    /// Scrolls the slide's text. Returns false if there is no text or all of it is visible.
    mutating func scrollSlideText(by rows: Int, _ context: ClassContext) -> Bool {
        guard showsSlideText || view.slide?.isWordsOnly == true,
            let content = layout(context)?.place(of: .slides)?.content
        else { return false }
        let hidden = slideLines(width: content.width).count - content.height
        guard hidden > 0 else { return false }
        slideScroll = min(max(0, slideScroll + rows), hidden)
        return true
    }

    private func clickedItem(
        _ event: MouseEvent, in placed: ClassLayout.Placed, _ context: ClassContext, at now: HostTime
    ) -> Int? {
        lines(of: placed.pane, width: placed.content.width, context.glyphs, at: now)
            .item(atRow: event.row - placed.content.row, height: listRect(of: placed).height)
    }

    /// Selects a row at the first click, and opens it at the second.
    private mutating func clickItem(
        _ event: MouseEvent, in placed: ClassLayout.Placed, _ context: ClassContext, at now: HostTime
    ) -> Consequences {
        var content = listRect(of: placed)
        if placed.pane == .chat {
            let rows = ChatPaneRows(self, in: content)
            if event.row == rows.input { return beginWriting(at: now) }
            content = rows.list
            guard content.contains(column: event.column, row: event.row) else { return [] }
        }
        let lines = lines(of: placed.pane, width: content.width, context.glyphs, at: now)
        let (column, row) = (event.column - content.column, event.row - content.row)
        if let address = lines.link(column: column, row: row, height: content.height) {
            return openLinks(selecting: address)
        }
        guard let item = lines.item(atRow: row, height: content.height) else { return [] }
        if item == selected(placed.pane) { return goToSelected(at: now) }
        return select(item, of: itemCount(placed.pane))
    }
}
