import Cells
import ClassPlayback
import ClassStreams
import Mosaic
import PlayCore
import PlayerScreen
import ScreenKit
import TUI

/// The pictures of a video beside the main one, as cells. Main thread.
final class VideoPictures: PictureSource {
    let video: FollowingVideo
    private let sink: MosaicVideoSink
    private let prepare: (MosaicVideoSink) -> Void
    private let cellAspect: Double?
    private(set) var takenTime: MediaTime?
    private var live: (player: LivePlayer, place: Int)?

    /// - Parameter cellAspect: width of a cell divided by its height; `nil` for the terminal's.
    init(
        access: any MediaAccess, wakeUp: WakeUp, cellAspect: Double?, pictureInterval: MediaTime? = nil,
        prepare: @escaping (MosaicVideoSink) -> Void
    ) {
        let sink = MosaicVideoSink()
        self.sink = sink
        self.prepare = prepare
        self.cellAspect = cellAspect
        video = FollowingVideo(access: access, sink: sink, pictureInterval: pictureInterval, wakeUp: wakeUp)
    }

    var liveSink: any VideoSink { sink }

    func serve(_ player: LivePlayer, at place: Int) { live = (player, place) }

    var wakeUp: WakeUp { sink.wakeUp }
    var droppedCount: Int { sink.droppedCount }

    func takeNewest() -> CellBuffer? {
        // Before the video's first picture, the frame may belong to the previous video. A frame that is not taken stays
        // in the sink, because it may be the only one.
        guard showsPicture, let frame = sink.takeNewest() else { return nil }
        takenTime = frame.hasPicture ? frame.time : nil
        return frame.cells
    }

    func setPane(columns: Int, rows: Int, cellAspect: Double) {
        prepare(sink)
        sink.setPane(columns: columns, rows: rows, cellAspect: self.cellAspect ?? cellAspect)
        video.setSeen(columns > 0 && rows > 0)
        live?.player.setSeen(live?.place ?? 0, columns > 0 && rows > 0)
    }

    private var showsPicture: Bool { video.showsItsPicture || live.map { $0.player.shows($0.place) } ?? false }
}

extension Surface.Screen {
    func videoPictures(every interval: MediaTime?, access: any MediaAccess, wakeUp: WakeUp) -> VideoPictures {
        VideoPictures(
            access: access, wakeUp: wakeUp, cellAspect: cellAspect, pictureInterval: interval, prepare: prepare)
    }
}
