package import Cells
package import Mosaic
package import Options
package import PlayCore
import Playback
package import Processes
package import ScreenKit
import TUI
package import Terminal

/// The output of pictures and the source of keys: a terminal, or neither. Main thread.
package struct Surface {
    package let backend: any TerminalBackend
    package let sink: any VideoSink
    package let pictures: any PictureSource
    package let screen: Screen?

    package struct Screen {
        package let pictures: TerminalPictures
        let terminal: NcursesTerminal
        let sink: MosaicVideoSink
        private let symbols: MosaicSymbols
        private let background: UInt32?
        package let cellAspect: Double?

        fileprivate init(_ options: PlayerOptions, _ terminal: NcursesTerminal) {
            self.terminal = terminal
            symbols = MosaicSymbols(options.wantedSymbols ?? .half)
            background = options.background
            cellAspect = options.cellAspect.map { 1 / $0 }
            sink = MosaicVideoSink()
            sink.setBackground(background)
            pictures = TerminalPictures(
                sink: sink, terminal: terminal, cellAspect: cellAspect, symbols: symbols,
                graphics: GraphicsChoice(options.pictureOutput))
        }

        package var look: MosaicLook {
            MosaicLook(
                depth: terminal.colorDepth, hasDirectColor: terminal.capabilities.hasDirectColor,
                symbols: shownSymbols, background: background)
        }

        package var silence: TerminalError { terminal.silence }

        package var pixels: Int {
            let (size, symbols) = (terminal.size, shownSymbols)
            return max(size.columns * symbols.columnsInCell, size.rows * symbols.rowsInCell)
        }

        private var shownSymbols: MosaicSymbols { terminal.isUTF8 ? symbols : .ascii }

        /// The pixels of the picture's pane; any thread.
        package var grid: @Sendable () -> PixelGrid? { { [weak sink] in sink?.grid } }

        /// Gives a sink beside the main one the terminal's colours and symbols.
        package func prepare(_ sink: MosaicVideoSink) {
            let look = look
            sink.setSymbols(look.symbols)
            sink.setBackground(look.background)
            sink.setGround(terminal.background)
            sink.setColorDepth(look.depth, hasDirectColor: look.hasDirectColor)
        }
    }

    /// - Parameters:
    ///   - front: the process that is stopped instead of this one.
    ///   - line: the line to the viewer, shared with sound sent over it.
    package init(
        _ options: PlayerOptions, isUTF8: Bool, _ front: FrontLink?, line: LineShare? = nil
    ) throws(TerminalError) {
        var choices = TerminalOptions(options, isUTF8: isUTF8, front)
        choices.lineShare = line
        let screen = Screen(options, try NcursesTerminal(options: choices))
        (backend, pictures, self.screen) = (screen.terminal, screen.pictures, screen)
        sink = options.pictureOutput == .null ? NoPicture() as any VideoSink : screen.sink
    }

    package init(without front: FrontLink?, keyboard: Keyboard? = nil) throws(TerminalError) {
        let nowhere = NoPicture()
        (backend, sink, pictures, screen) = (
            try NullTerminal(front: front, keyboard: keyboard), nowhere, nowhere, nil
        )
    }
}

private final class NoPicture: VideoSink, PictureSource {
    let wakeUp = WakeUp()
    var grid: PixelGrid? { nil }
    var takenTime: MediaTime? { nil }
    var droppedCount: Int { 0 }
    func present(_ picture: ScaledPicture) {}
    func clear() {}
    func takeNewest() -> CellBuffer? { nil }
    func setPane(columns: Int, rows: Int, cellAspect: Double) {}
}
