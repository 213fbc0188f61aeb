import Cells
import ClassPanes
import PlayCore
import PlaybackModel
import ScreenKit

enum PictureLayer: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pressAtPicture(key, at: now)
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.ask(aboutPaste: text)
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.pointAtPicture(event, at: now)
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        if geometry.floatingFrame != nil {
            canvas.cells.writeFloatingBackground(state)
        } else if geometry.room == nil {
            canvas.drawPicture(state, geometry, at: now)
        }
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) {
        next.note(state.nextMarqueeChange(after: next.now))
        next.note(state.nextDanmakuStep(after: next.now))
        next.note(state.subtitleChange(after: next.now))
        next.note(state.feed.slide?.nextChange)
        if let since = state.snapshot.waitingSince { next.note(Spinner.nextStep(since: since, after: next.now)) }
        if state.isAudioOnly, state.snapshot.status == .playing { next.note(next.now + state.meterInterval) }
    }
}

extension Canvas {
    mutating func drawPicture(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        showsPicture = !geometry.pane.isEmpty && cells.writePane(state, geometry, at: now)
        showsSlide = showsPicture
        // A floating picture is too small for text, and the screen of a class that opens covers the item's.
        if geometry.floatingFrame == nil, !state.awaitsClass {
            if showsPicture, state.danmaku.isOn {
                let taken = CellBuffer.subtitleRows(state, geometry, at: now)
                cells.writeDanmaku(state, in: geometry.pane, without: taken, at: now)
            }
            cells.writeSubtitles(state, geometry, at: now)
        }
        if !geometry.pane.isEmpty { cells.writeOverlays(state, in: geometry.pane, at: now) }
    }
}

extension CellBuffer {
    /// Returns true, without writing, if the picture is visible.
    mutating func writePane(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) -> Bool {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        if let lines = StatusScreen.lines(state, width: geometry.pane.width, at: now) {
            fill(geometry.pane)
            // Above the bar, even if that is hidden, so that the text does not move.
            var area = geometry.pane
            let kind = state.bar.layout.kind(paneWidth: state.terminal.columns)
            let bar = state.snapshot.status == .failed ? 0 : state.bar.layout.height(kind)
            area.height = max(1, min(area.height, state.terminal.rows - bar - area.row))
            write(centred: lines, in: area, glyphs)
            return false
        }
        if state.room?.hidesPicture == true || state.picture.isHidden || state.picture.withheldFrom != nil {
            fill(geometry.pane)
            let lines = ClassStatus.hidden(isClass: state.room != nil, from: state.picture.withheldFrom)
            write(centred: lines, in: geometry.pane, glyphs)
            return false
        }
        // A cover is only a placeholder, too.
        if let room = state.room, room.showsPlaceholder, !state.snapshot.showsCover {
            fill(geometry.pane)
            write(centred: ClassStatus.placeholder(room, glyphs), in: geometry.pane, glyphs)
            return false
        }
        if state.isAudioOnly {
            fill(geometry.pane)
            var area = geometry.pane
            area.height = max(1, min(area.height, geometry.messageRow - area.row))
            writeMeterAndSign(state, in: area, at: now)
            return false
        }
        writePictureSign(state, in: geometry.pane, at: now)
        return state.snapshot.hasPicture || state.feed.keepsOldPicture
    }

    /// Writes the meter above and the sign below, without overlap.
    private mutating func writeMeterAndSign(_ state: AppState, in area: Rect, at now: HostTime) {
        var upper = area
        upper.height = max(1, area.height - 2)
        writeLevelMeter(state, in: upper)
        guard area.height >= 3 else { return }
        let lower = Rect(column: area.column, row: area.row + area.height - 2, width: area.width, height: 1)
        writePictureSign(state, in: lower, at: now)
    }
}
