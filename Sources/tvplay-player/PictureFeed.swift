import Cells
import Mosaic
import PlayCore
import TUI
import Terminal

/// The mosaic as the source of the loop's pictures, in the colours that the terminal has. Main thread.
final class PictureFeed: PictureSource {
    private let sink: MosaicVideoSink
    private let terminal: NcursesTerminal
    private let cellAspect: Double?

    /// - Parameter cellAspect: width of a cell divided by its height, against what the terminal says.
    init(sink: MosaicVideoSink, terminal: NcursesTerminal, cellAspect: Double?) {
        self.sink = sink
        self.terminal = terminal
        self.cellAspect = cellAspect
    }

    var wakeUp: WakeUp { sink.wakeUp }

    private(set) var takenTime: MediaTime?

    var droppedCount: Int { sink.droppedCount }

    func takeNewest() -> CellBuffer? {
        guard let frame = sink.takeNewest() else { return nil }
        takenTime = frame.hasPicture ? frame.time : nil
        return frame.cells
    }

    /// The colours and the glyphs may have changed with the terminal's answers.
    func setPane(columns: Int, rows: Int, cellAspect: Double) {
        sink.setSymbols(terminal.isUTF8 ? .halfBlocks : .ascii)
        sink.setColorDepth(terminal.colorDepth, hasDirectColor: terminal.capabilities.hasDirectColor)
        sink.setPane(columns: columns, rows: rows, cellAspect: self.cellAspect ?? cellAspect)
    }
}
