package import Cells
package import Mosaic
package import PlayCore
import Playback
import ScreenKit
import TUI
package import Terminal

/// The mosaic in the terminal's colours and, if requested, pictures in its pixels. Main thread.
package final class TerminalPictures: PictureSource {
    private let sink: MosaicVideoSink
    private let terminal: NcursesTerminal
    private let cellAspect: Double?
    private let symbols: MosaicSymbols
    private var graphics: GraphicsChoice
    private var paneRows = 0
    /// Whether the pane has the terminal's whole width. Images in pixels share no row with text beside them.
    private var isPaneWide = true
    private var output: GraphicsOutput?
    private var earliness = HostTime.zero

    /// How early pictures are made for a terminal that holds them until they are due. Shorter delays are invisible.
    private static let reserve = HostTime.milliseconds(3)

    package var onRefresh: () -> Void = {}
    /// Receives the message about the choice of graphics, and whether it is a refusal.
    package var onNotice: (String, Bool) -> Void = { _, _ in }

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

    /// Called after each answer of the terminal and each change of its size, which may concern graphics.
    package func takeNewest() -> CellBuffer? {
        if graphics.decide(terminal.capabilities, terminal.size), let notice = graphics.notice {
            onNotice(notice, graphics.isRefused)
        }
        if followTerminal() { onRefresh() }
        askForEarlyPictures()
        guard let frame = sink.takeNewest() else { return nil }
        takenTime = frame.hasPicture ? frame.time : nil
        terminal.frameDue = frame.due
        terminal.showGraphics(frame.graphics)
        return frame.cells
    }

    /// Sets the pane, and updates the colours and glyphs, which the terminal's answers may have changed.
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

    /// Returns whether a cell's size in pixels changed. An image made for other cells must no longer be written.
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
