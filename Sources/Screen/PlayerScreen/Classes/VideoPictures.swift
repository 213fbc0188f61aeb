package import Cells
package import ClassPlayback
package import ClassStreams
package import Mosaic
package import PlayCore
import TUI

/// The pictures of a video beside the main one, as cells. Main thread.
package final class VideoPictures: PictureSource {
    package let video: FollowingVideo
    private let sink: MosaicVideoSink
    private let prepare: (MosaicVideoSink) -> Void
    private let cellAspect: Double?
    package private(set) var takenTime: MediaTime?
    private var live: (player: LivePlayer, place: Int)?

    /// - Parameter cellAspect: width of a cell divided by its height, or `nil` to use the terminal's.
    package init(
        access: any MediaAccess, wakeUp: WakeUp, cellAspect: Double?, pictureInterval: MediaTime? = nil,
        prepare: @escaping (MosaicVideoSink) -> Void
    ) {
        let sink = MosaicVideoSink()
        self.sink = sink
        self.prepare = prepare
        self.cellAspect = cellAspect
        video = FollowingVideo(access: access, sink: sink, pictureInterval: pictureInterval, wakeUp: wakeUp)
    }

    package var liveSink: any VideoSink { sink }

    package func serve(_ player: LivePlayer, at place: Int) { live = (player, place) }

    package var wakeUp: WakeUp { sink.wakeUp }
    package var droppedCount: Int { sink.droppedCount }

    package func takeNewest() -> CellBuffer? {
        // Before the video's first picture, the frame may belong to the previous video. A frame that is not taken stays
        // in the sink, because it may be the only one.
        guard showsPicture, let frame = sink.takeNewest() else { return nil }
        takenTime = frame.hasPicture ? frame.time : nil
        return frame.cells
    }

    package func setPane(columns: Int, rows: Int, cellAspect: Double) {
        prepare(sink)
        sink.setPane(columns: columns, rows: rows, cellAspect: self.cellAspect ?? cellAspect)
        video.setSeen(columns > 0 && rows > 0)
        live?.player.setSeen(live?.place ?? 0, columns > 0 && rows > 0)
    }

    private var showsPicture: Bool { video.showsItsPicture || live.map { $0.player.shows($0.place) } ?? false }
}
