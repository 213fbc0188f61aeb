package import Cells
package import PlayCore
import PlaybackModel
package import ScreenKit

/// A request for the picture of the place under the pointer on the slider.
package struct PreviewWish: Sendable, Equatable {
    /// The number of items that have started.
    package let item: Int
    package let track: Int
    package let isStream: Bool
    package let time: MediaTime
    package let space: CellSpace
    /// The slider, which gives all places that may be requested.
    package let slider: ProgressSlider

    package func moved(to time: MediaTime) -> PreviewWish {
        PreviewWish(item: item, track: track, isStream: isStream, time: time, space: space, slider: slider)
    }

    package func isSamePicture(as other: PreviewWish) -> Bool {
        item == other.item && track == other.track && time == other.time && space == other.space
    }
}

package typealias SliderPreview = WishedPicture<PreviewWish>

extension AppState {
    /// With fewer rows, a preview would hide the whole picture.
    private static let leastRows = 12

    /// Returns `nil` if the pointer is elsewhere, or there are no pictures of other places.
    package func previewWish(at now: HostTime) -> PreviewWish? {
        guard options.showsPreviews, let column = pointer.hoverColumn, terminal.rows >= Self.leastRows,
            !terminal.isTooSmall, snapshot.canSeek, snapshot.liveState == nil, snapshot.part == .main,
            snapshot.stream?.hasPreviews != false, !picture.isHidden, let track = filmTrack
        else { return nil }
        let geometry = ScreenGeometry(self, at: now)
        guard let control = geometry.slider()?.control, let slider = slider(width: control.width, at: now) else {
            return nil
        }
        let columns = min(max(16, terminal.columns / 4), 48)
        let rows = min(columns / 3, geometry.messageRow - 2)
        guard rows >= 3 else { return nil }
        return PreviewWish(
            item: program.begunItems, track: track, isStream: snapshot.stream?.isSegmented == true,
            time: slider.time(ofCell: column - control.column),
            space: CellSpace(columns: columns, rows: rows, cellAspect: terminal.cellAspect), slider: slider)
    }

    private var filmTrack: Int? {
        snapshot.tracks.first { $0.id == snapshot.videoTrack && $0.isVideo }?.id
    }
}

extension CellBuffer {
    mutating func writePreview(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        guard let preview = state.picture.preview, let cells = preview.cells, let column = state.pointer.hoverColumn,
            let wish = state.previewWish(at: now), wish.isSamePicture(as: preview.wish)
        else { return }
        let left = min(max(0, column - cells.columns / 2), max(0, columns - cells.columns))
        write(cells, column: left, row: max(0, geometry.messageRow - cells.rows), rows: 0..<cells.rows)
    }
}
