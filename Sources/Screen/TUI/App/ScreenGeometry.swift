package import Cells
import ClassPanes
package import PlayCore
import ScreenKit

package struct ScreenGeometry: Sendable, Equatable {
    package struct BarRow: Sendable, Equatable {
        package let row: Int
        /// Columns count from the terminal's left edge.
        package let controls: [PlacedControl]
    }

    /// The bar's area; empty while it is hidden.
    package let bar: Rect
    package let barRows: [BarRow]
    /// The area of the picture: the whole terminal, the part above a permanent bar, or the floating pane.
    package let pane: Rect
    /// ``pane`` with its border while it floats.
    package let floatingFrame: Rect?
    let room: ClassLayout?
    package let messageRow: Int
    package let progressLine: Int?

    /// Columns left free at both ends of the bar.
    package static let inset = 1

    package init(_ state: AppState, at now: HostTime) {
        let terminal = state.terminal
        let kind = state.bar.layout.kind(paneWidth: terminal.columns)
        let height = min(state.bar.layout.height(kind), max(0, terminal.rows - 2))
        let isVisible = state.barPhase(at: now) != .hidden
        bar = Rect(
            column: 0, row: terminal.rows - height, width: terminal.columns, height: isVisible ? height : 0)
        barRows = isVisible ? Self.rows(state, kind, top: terminal.rows - height) : []
        // Reserved between items, too, because the picture would otherwise change its size twice with each.
        let reserved = state.barInUse.visibility == .always ? height : 0
        floatingFrame = terminal.isTooSmall ? nil : state.floatingFrame
        let room = state.roomLayout
        self.room = room
        let nowhere = Rect(column: 0, row: 0, width: 0, height: 0)
        pane =
            terminal.isTooSmall || (state.showsPage && floatingFrame == nil)
            ? nowhere
            : room.map { $0.place(of: .video)?.content ?? nowhere } ?? floatingFrame?.inside
                ?? Rect(column: 0, row: 0, width: terminal.columns, height: terminal.rows - reserved)
        // Above the bar's place even if the bar is hidden, so that a message does not move when the bar comes or goes.
        let isPlaceKept = isVisible || (state.barInUse.visibility != .never && state.mayShowBar)
        let hasLine =
            state.bar.showsProgressLine && !isVisible && !state.bar.isFullScreen && !terminal.isTooSmall
            && !state.showsPage
            && state.sliderRange(at: now) != nil && state.mayShowProgress
        progressLine = hasLine ? terminal.rows - 1 : nil
        // In a class, a separate row above the tabs, which stay visible.
        messageRow =
            room.flatMap { state.room?.messageRow($0) } ?? terminal.rows - 1
            - (isPlaceKept ? height : hasLine ? 1 : 0)
    }

    private static func rows(_ state: AppState, _ kind: ControlLayout.Kind, top: Int) -> [BarRow] {
        let metrics = ControlMetrics(state)
        return state.bar.layout.rows(kind).enumerated().map { index, row in
            let placed = state.bar.layout.arrange(
                row: row, width: state.terminal.columns - 2 * inset, standardWidth: metrics.width)
            return BarRow(
                row: top + index * state.bar.layout.controlBarHeight,
                controls: placed.map {
                    PlacedControl(
                        id: $0.id, tag: $0.tag, column: $0.column + inset, width: $0.width, text: $0.text)
                })
        }
    }

    package func control(column: Int, row: Int) -> PlacedControl? {
        guard let barRow = barRows.first(where: { $0.row == row }) else { return nil }
        return barRow.controls.first { column >= $0.column && column < $0.column + $0.width }
    }

    package func slider() -> (row: Int, control: PlacedControl)? {
        for barRow in barRows {
            if let control = barRow.controls.first(where: { $0.tag == .progress }) { return (barRow.row, control) }
        }
        return nil
    }
}
