import Cells
import ClassPanes
import PlayCore
import PlaybackModel
package import ScreenKit

/// The layers over the picture and under the controls (video < subtitles < marquee < controls).
package struct PictureOverlays: Sendable, Equatable {
    package var marquee: Marquee?
    package var customWatermark: Watermark?
    package var serviceWatermark: Watermark?

    package init() {}

    /// The custom watermark has priority, even if its position is none.
    package var watermark: Watermark? { customWatermark ?? serviceWatermark }
}

/// News of a watermark that was still being made when the screen started.
package enum WatermarkNews: Sendable, Equatable {
    case ready(Watermark)
    /// The current item's watermark; `nil` if it has none.
    case service(Watermark?)
    /// The watermark could not be made; unverified.
    case failed(path: String, reason: String)
}

extension AppState {
    var showsOverlays: Bool {
        switch snapshot.status {
        case .playing, .paused, .stalled, .ready, .reachEnd: true
        case .loading: snapshot.showsFirstPicture
        case .unload, .failed, .stopped: false
        }
    }

    func marqueeColumn(in pane: Rect, at now: HostTime) -> Int? {
        guard showsOverlays, let marquee = marqueeInUse, !pane.isEmpty else { return nil }
        return marquee.column(at: snapshot.clock.position(at: now), paneWidth: pane.width)
    }

    func nextMarqueeChange(after now: HostTime) -> HostTime? {
        guard showsOverlays, !terminal.isTooSmall else { return nil }
        return marqueeInUse?.nextChange(snapshot.clock, after: now)
    }
}

extension CellBuffer {
    /// Writes within the pane only.
    mutating func writeOverlays(_ state: AppState, in pane: Rect, at now: HostTime) {
        guard state.showsOverlays else { return }
        if let watermark = state.picture.overlays.watermark { write(watermark, state, in: pane) }
        guard let marquee = state.marqueeInUse, let column = state.marqueeColumn(in: pane, at: now) else { return }
        var line = CellBuffer(columns: pane.width, rows: 1, filledWith: .transparent)
        line.reordersText = reordersText
        line.write(marquee.text, column: column, row: 0, style: marquee.style)
        put(line, column: pane.column, row: pane.row + min(marquee.row, pane.height - 1))
    }

    private mutating func write(_ watermark: Watermark, _ state: AppState, in pane: Rect) {
        guard let place = watermark.place(in: pane) else { return }
        switch watermark.content {
        case .text(let text):
            write(
                text, column: place.column, row: place.row,
                style: Style(attributes: watermark.opacity < 0.5 ? .dim : []))
        case .cells(let cells):
            // ASCII has no half-blocks.
            if !state.terminal.isASCII { put(cells, column: place.column, row: place.row) }
        }
    }

    /// Writes the cells, except transparent ones and those outside.
    mutating func put(_ other: CellBuffer, column: Int, row: Int) {
        for y in 0..<other.rows where (0..<rows).contains(row + y) {
            for x in 0..<other.columns where (0..<columns).contains(column + x) {
                let cell = other[x, y]
                if !cell.isTransparent { self[column + x, row + y] = cell }
            }
        }
    }
}
