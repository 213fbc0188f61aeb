import Cells
import Mosaic
import PlayCore
import TUI

/// The mosaic as the source of the loop's pictures. Main thread.
final class PictureFeed: PictureSource {
    private let sink: MosaicVideoSink

    private let cellAspect: Double?

    /// - Parameter cellAspect: width of a cell divided by its height, against what the terminal says.
    init(sink: MosaicVideoSink, cellAspect: Double?) {
        self.sink = sink
        self.cellAspect = cellAspect
    }

    var wakeUp: WakeUp { sink.wakeUp }

    func takeNewest() -> CellBuffer? { sink.takeNewest()?.cells }

    func setPane(columns: Int, rows: Int, cellAspect: Double) {
        sink.setPane(columns: columns, rows: rows, cellAspect: self.cellAspect ?? cellAspect)
    }
}
