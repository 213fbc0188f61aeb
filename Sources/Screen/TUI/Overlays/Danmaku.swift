import Cells
import ClassPanes
import Classes
import PlayCore
import PlaybackModel
import ScreenKit

/// Chat comments that fly over the picture.
package struct DanmakuState: Sendable, Equatable {
    package var isOn = false
    /// The share of the picture's rows for comments, in per cent, 1 … 100.
    package var density = 50
    /// In per cent. Below 50, comments are half as bright.
    package var opacity = 100
    var lanes = DanmakuLanes()

    package init() {}
}

extension AppState {
    mutating func toggleDanmaku(at now: HostTime) {
        danmaku.isOn.toggle()
        let text =
            danmaku.isOn
            ? room == nil ? tr("Danmaku: on, but no chat is shown") : tr("Danmaku: on") : tr("Danmaku: off")
        message = Message(text, at: now)
    }

    /// Gives lanes to new comments. Also runs when the pane has changed.
    mutating func followDanmaku(at now: HostTime) {
        guard danmaku.isOn, let room, !terminal.isTooSmall else {
            if danmaku.lanes != DanmakuLanes() { danmaku.lanes = DanmakuLanes() }
            return
        }
        let pane = ScreenGeometry(self, at: now).pane
        danmaku.lanes.update(
            room.view.flying, offset: room.view.offset,
            in: DanmakuLanes.Field(columns: pane.width, rows: pane.height, density: danmaku.density))
    }

    /// Returns `nil` while no comment is visible.
    func danmakuStep(at now: HostTime) -> Int64? {
        guard danmaku.isOn, showsOverlays, !danmaku.lanes.comments.isEmpty else { return nil }
        let position = snapshot.clock.position(at: now)
        return danmaku.lanes.isBusy(at: position) ? danmaku.lanes.step(at: position) : nil
    }

    func nextDanmakuStep(after now: HostTime) -> HostTime? {
        guard snapshot.clock.isRunning, let step = danmakuStep(at: now) else { return nil }
        let next = MediaTime(nanoseconds: (step + 1) * danmaku.lanes.stepNanoseconds)
        return snapshot.clock.hostTime(of: next) + HostTime(nanoseconds: 2)
    }
}

extension CellBuffer {
    /// Writes the comments, except in rows with subtitles.
    mutating func writeDanmaku(_ state: AppState, in pane: Rect, without taken: Set<Int>, at now: HostTime) {
        guard state.danmakuStep(at: now) != nil, state.danmaku.lanes.field.columns == pane.width else { return }
        let position = state.snapshot.clock.position(at: now)
        let lanes = state.danmaku.lanes
        let attributes: Cell.Attributes = state.danmaku.opacity < 50 ? .dim : .bold
        for comment in lanes.comments where comment.lane < pane.height && !taken.contains(pane.row + comment.lane) {
            guard let column = lanes.column(of: comment, at: position) else { continue }
            var line = CellBuffer(columns: pane.width, rows: 1, filledWith: .transparent)
            line.reordersText = reordersText
            line.write(
                comment.text, column: column, row: 0, style: Style(foreground: comment.color, attributes: attributes))
            put(line, column: pane.column, row: pane.row + comment.lane)
        }
    }
}
