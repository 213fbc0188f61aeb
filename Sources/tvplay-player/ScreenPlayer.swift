import CPlatform
import Cells
import Localization
import Mosaic
import Options
import PlayCore
import Playback
import Subtitles
import TUI
import Terminal

/// Playing on a terminal. Main thread.
struct ScreenPlayer {
    private let setUp: PlayerSetUp
    private let terminal: NcursesTerminal
    private let statsFile: StatsFile?
    private let layouts: LayoutShelf

    init(_ setUp: PlayerSetUp, layouts: LayoutShelf, statsFile: StatsFile?) throws(TerminalError) {
        self.setUp = setUp
        self.layouts = layouts
        self.statsFile = statsFile
        var options = TerminalOptions()
        options.quality = QualityTarget(setUp.options.quality)
        options.colorOverride = ColorDepth(setUp.options.colorMode)
        options.usesMouse = setUp.options.usesMouse
        options.reportsMouseMovement = setUp.options.usesMouse
        options.asksForGraphics = setUp.options.pictureOutput?.isGraphics == true
        options.isUTF8 = setUp.options.usesASCII.map { !$0 } ?? setUp.isUTF8
        options.bytesPerSecondCap = setUp.options.maximumBitRate.map { $0 / 8 }
        terminal = try NcursesTerminal(options: options)
    }

    func run() -> Int32 {
        let sink = MosaicVideoSink()
        sink.setBackground(setUp.options.background)
        let wakeUp = WakeUp()
        let selection = setUp.deviceSelection(wakeUp: wakeUp)
        let engine = setUp.makeEngine(sink, devices: selection, wakeUp: wakeUp)
        let feed = PictureFeed(
            sink: sink, terminal: terminal, cellAspect: setUp.options.cellAspect.map { 1 / $0 },
            symbols: MosaicSymbols(setUp.options.wantedSymbols ?? .half),
            graphics: GraphicsChoice(setUp.options.pictureOutput))
        let memory = setUp.makeMemory(wakeUp: wakeUp)
        let player = Player(
            setUp.queue, order: setUp.queue.order(setUp.options), access: setUp.access, memory: memory, engine: engine,
            view: feed, wakeUp: wakeUp, options: setUp.controllerOptions, eventLog: setUp.eventLog)
        let loop = UILoop(
            backend: terminal, player: player, pictures: feed, playlist: player,
            clock: SystemClock(), options: controlOptions)
        loop.configure { state in
            state.bar.visibility = BarVisibility(setUp.options.controlBar)
            state.showsProgressLine = setUp.options.showsProgressLine
            state.layouts = layouts
        }
        let devices = AudioDeviceFeed(selection, wakeUp: wakeUp)
        loop.audioDevices = devices
        loop.frameLog = statsFile
        let subtitles = SubtitleLoader(access: setUp.access, wakeUp: wakeUp) { [weak player] _ in player?.currentItem }
        loop.subtitles = ItemSubtitles(files: subtitles, controller: player.controller)
        if let eventLog = setUp.eventLog {
            loop.onSubtitleEvents = { events, position in
                for event in events { eventLog.write(event, at: position) }
            }
        }
        loop.configure {
            $0.subtitles.set.delay = setUp.options.subtitleDelay
            $0.subtitles.set.setVisible(setUp.options.showsSubtitles, .first)
        }
        let screenshots = ScreenshotDesk(setUp.screenshots, controller: player.controller)
        loop.screenshots = screenshots
        let overlays = OverlayDesk(setUp.options, access: setUp.access)
        loop.overlaySource = overlays
        loop.configure {
            $0.overlays = overlays.overlays
            $0.pictureInPicture.playerType = engine.playerType
        }
        feed.onRefresh = { player.send(.refreshPicture) }
        let say: (String, Message.Kind) -> Void = { text, kind in
            loop.configure { $0.message = Message(text, kind, at: SystemClock().now) }
        }
        feed.onNotice = { say($0, .warning) }
        memory?.onNotice = { say($0, .warning) }
        memory?.onResume = { say(tr("Resumed at %1", TimeText.format($0)), .info) }
        player.onWarning = { say($0, .warning) }
        let remote = RemoteControls(setUp.options)
        loop.services = remote.services
        loop.configure { $0.userKeys = setUp.userKeys }
        if let warning = setUp.keyProblems.first?.shortMessage ?? remote.problem {
            loop.configure { $0.startWarning = warning }
        }
        player.start()
        var outcome = loop.run()
        var status = loop.state.exitStatus
        if outcome.isHangUp, setUp.options.playsInBackground, setUp.options.hangUp == .continue {
            sink.setPane(columns: 0, rows: 0, cellAspect: 0.5)
            let runner = HeadlessRunner(player, state: loop.state)
            outcome = goOn(player, runner, remote, wakeUp) ?? outcome
            status = runner.exitStatus
        }
        remote.close()
        // The threads end while the terminal is restored.
        player.controller.end()
        terminal.close()
        subtitles.close()
        screenshots.close()
        overlays.close()
        statsFile?.close()
        player.controller.destroy()
        memory?.close()
        devices.close()
        if !setUp.options.isQuiet {
            for failure in player.failures { PlayerProgram.writeError("tvplay: " + failure.lastWords + "\n") }
        }
        return status ?? exitCode(outcome, player).rawValue
    }

    /// PLAY-14: the terminal is gone, the sound goes on; remote controls and signals are what is left.
    /// - Returns: nil: it cannot.
    private func goOn(
        _ player: Player, _ runner: HeadlessRunner, _ remote: RemoteControls, _ wakeUp: WakeUp
    ) -> UIOutcome? {
        terminal.close()
        player.send(.selectTrack(.video, id: nil))
        let signals: SignalSource
        do {
            signals = try SignalSource()
        } catch {
            Log.shared.write(.error, "player", error.explanation)
            return nil
        }
        // Shells send SIGHUP a second time to what they started.
        let wasInterrupted = HeadlessPlayer.wait(
            for: player, runner, remote, wakeUp, signals, endingSignals: [SIGINT, SIGTERM, SIGQUIT])
        return wasInterrupted ? .terminated(signal: SIGTERM) : runner.hasQuit ? .quit : .finished
    }

    private var controlOptions: ControlOptions {
        var options = ControlOptions()
        options.jumpBackInterval = setUp.options.jumpBack
        options.hideControlsInterval = setUp.options.hideControlsAfter
        options.keepsOpen = setUp.options.keepsOpen
        options.isFeed = setUp.queue.preloadCount != nil
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

extension UIOutcome {
    fileprivate var isHangUp: Bool { self == .inputClosed || self == .terminated(signal: SIGHUP) }
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

extension QualityTarget {
    fileprivate init(_ quality: PictureQuality) {
        self =
            switch quality {
            case .automatic: .automatic
            case .exact: .exact
            case .high: .high
            case .low: .low
            case .similarity(1): .lossless
            case .similarity(let similarity): .similarity(similarity)
            }
    }
}
