import CPlatform
import Cells
import Localization
import Mosaic
import Options
import PlayCore
import Playback
import TUI
import Terminal

/// Playing on a terminal. Main thread.
struct ScreenPlayer {
    private let setUp: PlayerSetUp
    private let terminal: NcursesTerminal

    init(_ setUp: PlayerSetUp) throws(TerminalError) {
        self.setUp = setUp
        var options = TerminalOptions()
        options.colorOverride = ColorDepth(setUp.options.colorMode)
        options.usesMouse = setUp.options.usesMouse
        options.reportsMouseMovement = setUp.options.usesMouse
        options.asksForGraphics = setUp.options.pictureOutput?.isGraphics == true
        options.isUTF8 = setUp.options.usesASCII.map { !$0 } ?? setUp.isUTF8
        terminal = try NcursesTerminal(options: options)
    }

    func run() -> Int32 {
        let sink = MosaicVideoSink()
        sink.setSymbols(terminal.isUTF8 ? MosaicSymbols(setUp.options.wantedSymbols ?? .half) : .ascii)
        sink.setBackground(setUp.options.background)
        let wakeUp = WakeUp()
        let session = setUp.makeSession(sink, wakeUp: wakeUp)
        let player = Player(items: setUp.items, session: session, wakeUp: wakeUp, eventLog: setUp.eventLog)
        let feed = PictureFeed(
            sink: sink, terminal: terminal, cellAspect: setUp.options.cellAspect.map { 1 / $0 },
            graphics: GraphicsChoice(setUp.options.pictureOutput))
        let loop = UILoop(
            backend: terminal, player: player, pictures: feed, playlist: player,
            clock: SystemClock(), options: controlOptions)
        loop.configure { $0.bar.visibility = BarVisibility(setUp.options.controlBar) }
        feed.onRefresh = { session.send(.refreshPicture) }
        feed.onNotice = { text in loop.configure { $0.message = Message(text, .warning, at: SystemClock().now) } }
        player.start()
        let outcome = loop.run()
        terminal.close()
        session.destroy()
        _ = player.snapshot
        if !setUp.options.isQuiet {
            for failure in player.failures { PlayerProgram.writeError("tvplay: " + failure.lastWords + "\n") }
        }
        return exitCode(outcome, player).rawValue
    }

    private var controlOptions: ControlOptions {
        var options = ControlOptions()
        options.jumpBackInterval = setUp.options.jumpBack
        options.hideControlsInterval = setUp.options.hideControlsAfter
        options.keepsOpen = setUp.options.keepsOpen
        if getenv("SSH_CONNECTION") != nil {
            options.showAnimation = .zero
            options.hideAnimation = .zero
        }
        return options
    }

    private func exitCode(_ outcome: UIOutcome, _ player: Player) -> ExitCode {
        switch outcome {
        case .quit, .finished: player.exitCode
        case .terminated, .inputClosed: .interrupted
        }
    }
}

extension ColorDepth {
    /// Nil: as the terminal has it.
    init?(_ mode: ColorMode) {
        switch mode {
        case .auto: return nil
        case .truecolor: self = .trueColor
        case .palette256: self = .palette256
        case .palette16: self = .palette16
        case .palette8: self = .palette8
        case .grey: self = .grey
        case .mono: self = .mono
        }
    }
}

extension MosaicSymbols {
    init(_ symbols: PictureSymbols) {
        switch symbols {
        case .auto, .half: self = .halfBlocks
        case .quadrant: self = .quadrants
        case .sextant: self = .sextants
        case .braille: self = .braille
        case .ascii: self = .ascii
        }
    }
}

extension BarVisibility {
    init(_ option: ControlBarVisibility) {
        switch option {
        case .never: self = .never
        case .auto: self = .auto
        case .always: self = .always
        }
    }
}
