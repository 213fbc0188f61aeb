package import Cells
import Localization
package import Mosaic
package import PlayCore
import Playback
import TUI
package import Terminal

/// The mosaic as the source of the loop's pictures, in the colours and, if asked for, the pixels that the terminal has.
/// Main thread.
package final class TerminalPictures: PictureSource {
    private let sink: MosaicVideoSink
    private let terminal: NcursesTerminal
    private let cellAspect: Double?
    private let symbols: MosaicSymbols
    private var graphics: GraphicsChoice
    private var paneRows = 0
    /// The pane has the terminal's whole width. Images in the terminal's pixels share no row with text, so a small pane
    /// beside other things is drawn in characters.
    private var isPaneWide = true
    private var output: GraphicsOutput?
    private var earliness = HostTime.zero

    /// A picture comes so much before its time where the terminal holds it: what delays one by less is not seen.
    private static let reserve = HostTime.milliseconds(3)

    /// The current picture is to be made anew.
    package var onRefresh: () -> Void = {}
    /// The viewer is to read this.
    package var onNotice: (String) -> Void = { _ in }

    /// - Parameter cellAspect: width of a cell divided by its height, against what the terminal says.
    package init(
        sink: MosaicVideoSink, terminal: NcursesTerminal, cellAspect: Double?, symbols: MosaicSymbols,
        graphics: GraphicsChoice
    ) {
        self.sink = sink
        self.terminal = terminal
        self.cellAspect = cellAspect
        self.symbols = symbols
        self.graphics = graphics
    }

    package var wakeUp: WakeUp { sink.wakeUp }

    package private(set) var takenTime: MediaTime?

    package var areCells: Bool { output == nil }

    package var droppedCount: Int { sink.droppedCount }

    /// Comes after every answer of the terminal and every change of its size, which may concern graphics.
    package func takeNewest() -> CellBuffer? {
        if graphics.decide(terminal.capabilities, terminal.size), let notice = graphics.notice { onNotice(notice) }
        if followTerminal() { onRefresh() }
        askForEarlyPictures()
        guard let frame = sink.takeNewest() else { return nil }
        takenTime = frame.hasPicture ? frame.time : nil
        terminal.frameDue = frame.due
        terminal.showGraphics(frame.graphics)
        return frame.cells
    }

    /// The colours and the glyphs may have changed with the terminal's answers.
    package func setPane(columns: Int, rows: Int, cellAspect: Double) {
        sink.setSymbols(terminal.isUTF8 ? symbols : .ascii)
        paneRows = rows
        isPaneWide = columns == terminal.size.columns
        sink.setColorDepth(terminal.colorDepth, hasDirectColor: terminal.capabilities.hasDirectColor)
        sink.setGround(terminal.background)
        sink.setPane(columns: columns, rows: rows, cellAspect: self.cellAspect ?? cellAspect)
        followTerminal()
    }

    private func askForEarlyPictures() {
        let wanted = terminal.holdsFrames ? Self.reserve : .zero
        guard wanted != earliness else { return }
        earliness = wanted
        sink.setEarliness(wanted)
    }

    /// Passes on what a cell has in pixels; an image that was made for other cells must not be written any more.
    /// - Returns: whether anything changed.
    @discardableResult
    private func followTerminal() -> Bool {
        let wanted =
            isPaneWide ? graphics.output(terminal.capabilities, terminal.size, paneRows: paneRows) : nil
        guard wanted != output else { return false }
        output = wanted
        terminal.showGraphics(nil)
        sink.setGraphics(wanted)
        return true
    }
}
