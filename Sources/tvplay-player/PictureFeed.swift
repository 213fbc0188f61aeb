import Cells
import Mosaic
import PlayCore
import TUI

/// The mosaic as the source of the loop's pictures. Main thread.
final class PictureFeed: PictureSource {
    private let sink: MosaicVideoSink

    init(sink: MosaicVideoSink) { self.sink = sink }

    var wakeUp: WakeUp { sink.wakeUp }

    func takeNewest() -> CellBuffer? { sink.takeNewest()?.cells }

    func setPane(columns: Int, rows: Int, cellAspect: Double) {
        sink.setPane(columns: columns, rows: rows, cellAspect: cellAspect)
    }
}
