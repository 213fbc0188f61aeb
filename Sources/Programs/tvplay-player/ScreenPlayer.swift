import Access
import CPlatform
import Catalogue
import Cells
import Commands
import JobControl
import Lists
import Localization
import Mosaic
import Options
import PlayCore
import Playback
import PlaybackModel
import PlayerHistory
import PlayerScreen
import PlayerServices
import PlayerSettings
import RemoteControl
import RoomPlayback
import Rooms
import SubtitleLoading
import Subtitles
import TUI
import Terminal
import Text

/// Playing on a terminal. Main thread.
struct ScreenPlayer {
    let setUp: PlayerSetUp
    let terminal: NcursesTerminal
    private let statsFile: StatsFile?
    private let layouts: LayoutShelf

    private let front: FrontLink?

    /// - Parameter front: who stops in this process's place.
    init(_ setUp: PlayerSetUp, _ front: FrontLink?, layouts: LayoutShelf, statsFile: StatsFile?) throws(TerminalError) {
        self.setUp = setUp
        self.front = front
        self.layouts = layouts
        self.statsFile = statsFile
        var options = TerminalOptions()
        options.quality = QualityTarget(setUp.options.quality)
        options.colorOverride = ColorDepth(setUp.options.colorMode)
        options.usesMouse = setUp.options.usesMouse
        options.reportsMouseMovement = setUp.options.usesMouse
        options.setsTitle = setUp.options.setsTitle
        options.asksForGraphics = setUp.options.pictureOutput?.isGraphics == true
        options.isUTF8 = setUp.options.usesASCII.map { !$0 } ?? setUp.isUTF8
        options.bytesPerSecondCap = setUp.options.maximumBitRate.map { $0 / 8 }
        options.front = front
        terminal = try NcursesTerminal(options: options)
    }

    func run() -> Int32 {
        let sink = MosaicVideoSink()
        sink.setBackground(setUp.options.background)
        setUp.access.setGrid { [weak sink] in sink?.grid }
        let wakeUp = WakeUp()
        let selection = setUp.deviceSelection(wakeUp: wakeUp)
        let engine = setUp.makeEngine(sink, devices: selection, wakeUp: wakeUp)
        let feed = TerminalPictures(
            sink: sink, terminal: terminal, cellAspect: setUp.options.cellAspect.map { 1 / $0 },
            symbols: MosaicSymbols(setUp.options.wantedSymbols ?? .half),
            graphics: GraphicsChoice(setUp.options.pictureOutput))
        let memory = setUp.makeMemory(wakeUp: wakeUp)
        let player = Player(
            setUp.queue, order: setUp.queue.order(ListRules(setUp.options)), access: setUp.access,
            services: setUp.services, memory: memory, engine: engine,
            wakeUp: wakeUp, options: setUp.controllerOptions, eventLog: setUp.eventLog)
        let loop = UILoop(
            backend: terminal, player: player, pictures: feed, playlist: player,
            clock: SystemClock(), options: setUp.controlOptions)
        loop.configure { state in
            state.bar.visibility = BarVisibility(setUp.options.controlBar)
            state.bar.showsProgressLine = setUp.options.showsProgressLine
            state.bar.layouts = layouts
            state.program.workingFolder = WorkingFolder.path
        }
        let devices = AudioDeviceLister(selection, wakeUp: wakeUp)
        loop.audioDevices = devices
        let history = memory.map { HistoryReader($0, policy: setUp.resumePolicy, wakeUp: wakeUp) }
        loop.history = history
        loop.frameLog = statsFile
        let services = ItemServices(
            playing: { [weak player] in player?.facts.current?.videoID }, current: { [weak player] in player?.current },
            takesToken: { [weak player] in player?.takesToken ?? false },
            give: { [weak player] in player?.give($0) }, wakeUp: wakeUp)
        loop.videoServices = services
        let room = makeRoom(player, memory, wakeUp)
        loop.room = room
        let covers = DownloadCovers(access: setUp.access, wakeUp: wakeUp, look: mosaicLook)
        let downloads = DaemonDownloads(setUp.downloads, covers: covers, wakeUp: wakeUp)
        loop.downloads = downloads
        if setUp.browsesDownloads {
            loop.configure {
                $0.downloads.isHome = true
                $0.openDownloads(at: SystemClock().now)
            }
        }
        let subtitles = SubtitleLoader(
            access: setUp.access, wakeUp: wakeUp, offered: { [weak player] in player?.offeredSubtitles ?? [] }
        ) { [weak player] in
            player?.currentItem.map { SubtitledItem($0.path, SubtitleSettings($0.options)) }
        }
        loop.subtitles = ItemSubtitles(files: subtitles, controller: player.controller)
        if let eventLog = setUp.eventLog {
            loop.onSubtitleEvents = { [controller = player.controller] events, position in
                for event in events { tell(event, at: position, controller, eventLog) }
            }
        }
        loop.configure {
            $0.subtitles.set.delay = setUp.options.subtitleDelay
            $0.subtitles.set.setVisible(setUp.options.showsSubtitles, .first)
        }
        let screenshots = ScreenshotCoordinator(setUp.screenshots, controller: player.controller) {
            [weak player, weak room] in
            player?.current?.info.enablePreventScreenCapture ?? false || room?.coordinator.preventsScreenshots ?? false
        }
        loop.screenshots = screenshots
        let overlays = OverlayLoader(setUp.options, access: setUp.access)
        loop.overlaySource = overlays
        loop.configure {
            $0.picture.overlays = overlays.overlays
            $0.background.playsOn = setUp.options.playsInBackground
            $0.background.outlivesSuspension = front != nil
            $0.setBackgroundAudio(setUp.options.playsInBackground)
        }
        feed.onRefresh = { player.send(.refreshPicture) }
        let say: (String, Message.Kind) -> Void = { text, kind in
            // What was found while an item was opened is said before it begins.
            loop.configure {
                $0.message = Message(text, kind, outlivesItem: kind != .info, at: SystemClock().now)
            }
        }
        feed.onNotice = { say($0, .warning) }
        memory?.onNotice = { say($0, .warning) }
        memory?.onResume = { say(tr("Resumed at %1", TimeText.format($0)), .info) }
        player.onWarning = { say($0, .warning) }
        player.onNotice = { say($0, .info) }
        room.coordinator.onNotice = { notice in
            switch notice {
            case .warning(let text): say(text, .warning)
            case .answer(let text): say(text, .info)
            case .redPacket(let score): say(RoomRewardText.words(score), .info)
            }
        }
        var exitError: RoomError?
        room.coordinator.onExit = { error in
            exitError = error
            say(SafeText.clean("\(error.reason) (\(error.code.rawValue))", limit: 200), .error)
            player.end()
        }
        // The service's own, unless the viewer has asked for another.
        let ownMarquee = overlays.overlays.marquee
        player.onFound = { current in
            loop.configure { $0.picture.overlays.marquee = ownMarquee ?? current.info.lamp.flatMap { Marquee($0) } }
        }
        let remote = RemoteControls(setUp.options) { [weak player] in player?.controller.cover }
        loop.services = remote.services
        loop.configure { $0.userKeys = setUp.userKeys }
        if let warning = setUp.keyProblems.first?.shortMessage ?? remote.problem {
            say(SafeText.clean(warning, limit: 200), .warning)
        }
        player.reporter?.screen = { [terminal] in
            let (size, grid) = (terminal.size, sink.grid)
            return PlayReport.Screen(
                columns: size.columns, rows: size.rows, width: grid?.width ?? 0, height: grid?.height ?? 0)
        }
        if let item = setUp.room {
            let options = RoomOptions(item.options, pixels: screenPixels)
            room.coordinator.attend(item.path, options, initialIndex: item.options.playlistStart)
        }
        player.start()
        var outcome = loop.run()
        var status = loop.state.program.exitStatus
        if outcome.isHangUp, setUp.options.playsInBackground, setUp.options.hangUp == .continue {
            sink.setPane(columns: 0, rows: 0, cellAspect: 0.5)
            let runner = HeadlessRunner(player, state: loop.state)
            outcome = goOn(player, runner, remote, wakeUp) ?? outcome
            status = runner.exitStatus
        }
        remote.close()
        player.close()
        // The threads end while the terminal is restored.
        player.controller.end()
        terminal.close()
        subtitles.close()
        room.close()
        services.close()
        downloads.close()
        screenshots.close()
        overlays.close()
        statsFile?.close()
        player.controller.destroy()
        player.reporter?.close()
        memory?.close()
        history?.close()
        devices.close()
        if !setUp.options.isQuiet {
            for failure in player.failures { PlayerProgram.writeError("tvplay: " + failure.lastWords + "\n") }
        }
        if let exitError, outcome == .finished {
            PlayerProgram.writeError("tvplay: " + exitError.playError.lastWords + "\n")
            return status ?? ExitCode.playFailed.rawValue
        }
        return status ?? exitCode(outcome, player).rawValue
    }

    /// Lines are for all who listen to the controller; tracks of files are only worth a line in the log.
    private func tell(
        _ event: SubtitleEvent, at position: MediaTime, _ controller: PlaybackController, _ log: EventLog
    ) {
        switch event {
        case .added(let track, _): log.writeAdded(track: track, at: position)
        case .header(let track, _): log.writeHeader(track: track, at: position)
        case .show(let track, let id, let text):
            controller.report(.show(track: track, id: id, text: text), at: position)
        case .hide(let track, let id): controller.report(.hide(track: track, id: id), at: position)
        }
    }

    /// The terminal is gone, the sound goes on; remote controls and signals are what is left.
    /// - Returns: nil: it cannot.
    private func goOn(
        _ player: Player, _ runner: HeadlessRunner, _ remote: RemoteControls, _ wakeUp: WakeUp
    ) -> UIOutcome? {
        terminal.close()
        player.send(.setPictureAttached(false))
        let signals: SignalSource
        do {
            signals = try SignalSource()
        } catch {
            Log.shared.write(.error, "player", error.explanation)
            return nil
        }
        // Shells send SIGHUP a second time to what they started.
        let wasInterrupted = HeadlessPlayer.wait(
            for: player, runner, remote, wakeUp, signals, front, endingSignals: [SIGINT, SIGTERM, SIGQUIT])
        return wasInterrupted ? .terminated(signal: SIGTERM) : runner.hasQuit ? .quit : .finished
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
