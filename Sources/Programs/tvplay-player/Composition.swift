import Access
import Adverts
import AudioOutput
import Catalogue
import Cells
import Commands
import DownloadScreen
import Glibc
import HomeScreen
import Kiosk
import Library
import ListPlayer
import Options
import PlayCore
import Playback
import PlaybackModel
import PlayerScreen
import Playlists
import Processes
import RemoteControl
import ScreenKit
import Storage
import Subtitles
import TUI
import Terminal
import Transport

/// The composition root: the only place that knows all parts. Creates and connects them, passes the list of sources to
/// the main loop, runs it, and closes the sources in reverse order. Main thread.
final class Composition: PlayerHost {
    let setUp: PlayerSetUp
    let front: FrontLink?
    private let surface: Surface
    let outputs: ProgramOutputSource
    let wakeUp = WakeUp()
    let devices: AudioDeviceSelection
    private let memory: PlayerMemory?
    let player: Player
    let loop: UILoop
    private var isUnseen = false
    private var kiosk: KioskSource?

    /// `front` stops in this process's place. `outputs` get picture and sound instead of screen and device.
    init(
        _ setUp: PlayerSetUp, _ front: FrontLink?, on surface: Surface, _ outputs: ProgramOutputSource,
        _ layouts: LayoutLibrary, kiosk: KioskSource? = nil
    ) {
        self.kiosk = kiosk
        (self.setUp, self.front, self.surface, self.outputs) = (setUp, front, surface, outputs)
        memory = setUp.makeMemory(wakeUp: wakeUp)
        if let memory { EndGuard.shared.setSettle(memory.settle) }
        devices = setUp.deviceSelection(wakeUp: wakeUp)
        let isStreamed = outputs.picture != nil
        let queue =
            surface.screen == nil
            ? setUp.queue.changingOptions(isStreamed ? \.unattended : \.withoutPicture) : setUp.queue
        player = Player(
            queue, order: queue.order(ListRules(setUp.options)), access: setUp.access, services: setUp.services,
            memory: memory, engine: setUp.makeEngine(surface.sink, outputs, devices: devices, wakeUp: wakeUp),
            wakeUp: wakeUp,
            options: setUp.controllerOptions, consumers: setUp.eventLog.map { [EventLogConsumer($0)] } ?? [])
        var controls = ControlOptions(
            setUp.options, isFeed: queue.preloadCount != nil, hasScreen: surface.screen != nil,
            isRemote: getenv("SSH_CONNECTION") != nil)
        controls.isKiosk = setUp.rules.isKiosk
        loop = UILoop(
            backend: surface.backend, player: player, pictures: surface.pictures, playlist: player,
            clock: SystemClock(), options: controls)
        loop.configure {
            $0.program.workingFolder = WorkingFolder.path
            $0.userKeys = setUp.userKeys
            $0.setUp(setUp.options, layouts, outlivesSuspension: front?.mayPlayOn == true)
        }
        sayNotices()
        addSources()
    }

    /// Plays until the list ends, the viewer quits, or a signal ends it. Returns the exit status.
    func run() -> Int32 {
        player.start()
        var outcome = loop.run()
        if outcome == .unanswered, let screen = surface.screen {
            guard let unseen = playUnseen(because: screen.silence) else {
                loop.close()
                return ExitCode.startFailed.rawValue
            }
            outcome = unseen
        }
        if surface.screen != nil, outcome.isHangUp, loop.state.background.continues, setUp.options.hangUp == .continue {
            outcome = playOn() ?? outcome
        }
        // Saves the position before closing, which may wait for a drive that never responds.
        player.controller.end()
        if outcome != .finished {
            EndGuard.shared.leave(
                status: status(outcome), words: lastWords(outcome), childPatience: childPatience)
        }
        loop.close()
        let status = status(outcome)
        EndGuard.shared.finish(status: status, words: lastWords(outcome))
        return status
    }

    var options: PlayerOptions { setUp.options }
    var rules: KioskRules { setUp.rules }
    var access: SourceAccess { setUp.access }
    var storage: StorageThread? { memory?.storage }

    // MARK: Sources

    /// Adds the loop's sources in the order of serving. They are closed in reverse order.
    private func addSources() {
        let screen = surface.screen
        let sources: [(any LoopSource)?] =
            [
                ClosingSource { [memory] in memory?.close() },
                ClosingSource { [player] in player.reporter?.close() },
                // Closed after the player, so that the programs still get the last picture.
                outputs,
                ClosingSource { [player] in player.controller.destroy() },
                SoundFileSource(player.controller, setUp.access),
            ] + (screen.map(screenSources) ?? []) + [
                ClosingSource { [surface] in surface.backend.close() },
                ClosingSource { [player] in player.close() },
            ] + remoteSources()
        for source in sources.compactMap(\.self) { loop.add(source) }
    }

    private func screenSources(_ screen: Surface.Screen) -> [(any LoopSource)?] {
        if outputs.picture == nil { setUp.access.setGrid(screen.grid) }
        player.adverts.width = { screen.grid()?.width ?? 1280 }
        let classes = setUp.classes?.sources(on: screen, of: self) ?? []
        let before: [(any LoopSource)?] = [
            kiosk,
            rules.allows(.soundDevices) ? makeDeviceLister() : nil,
            memory.map { HistorySource($0, policy: setUp.resumePolicy, wakeUp: wakeUp) },
            makeStatistics(),
            makeOverlays(),
            rules.allows(.screenshots) ? makeScreenshots() : nil,
            rules.allows(.downloads) ? makeDownloads(screen) : nil,
            makeLibrary(screen),
            makeCatalogues(),
            makeServices(),
        ]
        return before + classes
            + [
                makeSubtitles(),
                makeAdvertPages(),
                PreviewSource(player.controller, wakeUp: wakeUp) { screen.look },
            ]
    }

    /// Whether the picture must not leave the terminal.
    private var forbidsCapture: Bool { player.forbidsCapture || setUp.classes?.preventsScreenshots == true }

    private func makeDeviceLister() -> AudioDeviceLister {
        AudioDeviceLister(devices, wakeUp: wakeUp, program: outputs.soundProgram) {
            SoundDeviceProcess.list(.output) ?? []
        }
    }

    /// Returns sources of remote keys. They come last, so that they are closed first.
    private func remoteSources() -> [(any LoopSource)?] {
        guard setUp.rules.allows(.remoteControl), setUp.rules.allows(.mediaKeys) else { return [] }
        let remote = RemoteControls(setUp.options, scripts: setUp.scripts) { [weak player] in player?.controller.cover }
        remote.reportProblems { [unowned self] in say($0, .warning) }
        player.controller.addSessionConsumer(remote.consumer)
        let mistake = surface.screen == nil ? nil : setUp.keyProblems.first?.shortMessage
        if let warning = mistake ?? remote.problem { say(SafeText.clean(warning, limit: 200), .warning) }
        return remote.services.map(RemoteSource.init)
    }

    private func makeStatistics() -> StatsFile? {
        guard let file = setUp.statsFile else { return nil }
        loop.onFrame = file.note
        return file
    }

    private func makeOverlays() -> OverlayLoader {
        let overlays = OverlayLoader(
            setUp.options, access: setUp.access, playing: { [weak player] in player?.current?.info },
            forbidsCapture: { [weak player] in player?.forbidsCapture ?? false })
        loop.configure { $0.picture.overlays = overlays.overlays }
        return overlays
    }

    private func makeScreenshots() -> ScreenshotCoordinator {
        ScreenshotCoordinator(setUp.screenshots, controller: player.controller) { [weak self] in
            self?.forbidsCapture ?? false
        }
    }

    private func makeDownloads(_ screen: Surface.Screen) -> DownloadSource {
        loop.configure {
            $0.downloads.offer()
            guard setUp.browsesDownloads else { return }
            $0.navigation.base = .downloads
            _ = $0.openPage(.downloads, at: SystemClock().now)
        }
        let covers = DownloadCovers(access: setUp.access, wakeUp: wakeUp) { screen.look }
        return DownloadSource(setUp.downloads, covers: covers, wakeUp: wakeUp)
    }

    private func makeLibrary(_ screen: Surface.Screen) -> LibrarySource {
        let home = BaseFolder.absolute("HOME")
        let workingFolder = WorkingFolder.path ?? "/"
        loop.configure {
            $0.home.isOffered = true
            if setUp.beginsAtHome { $0.navigation.base = .home }
            $0.home.isConfined = setUp.rules.isKiosk
            $0.home.homeFolder = home
            $0.home.library = LibraryFolders.folders(
                named: setUp.options.library, videos: UserFolder.videos.own, home: home, workingFolder: workingFolder)
        }
        let covers = HomeCovers(access: setUp.access, wakeUp: wakeUp) { screen.look }
        return LibrarySource(
            access: setUp.access, covers: covers, home: home, workingFolder: workingFolder,
            cacheFolder: setUp.rules.allows(.cache) ? BaseFolder.cache.path().map { $0 + "/tvplay" } : nil,
            isClass: classProduct?.isClass, wakeUp: wakeUp)
    }

    private func makeCatalogues() -> CatalogueSource {
        let source = CatalogueSource(setUp.services.services(setUp.options.services), wakeUp: wakeUp)
        loop.configure { $0.home.catalogues = source.places }
        return source
    }

    private func makeServices() -> ServiceSource {
        let services = ItemServices(
            playing: { [weak player] in player?.contents.current?.videoID },
            current: { [weak player] in player?.current },
            takesToken: { [weak player] in player?.takesToken ?? false },
            give: { [weak player] in player?.give($0) }, wakeUp: wakeUp)
        return ServiceSource(services, wakeUp: wakeUp)
    }

    private func makeSubtitles() -> SubtitleSource {
        let loader = SubtitleLoader(
            access: setUp.access, wakeUp: wakeUp, offered: { [weak player] in player?.offeredSubtitles ?? [] }
        ) { [weak player] in
            player?.currentItem.map { SubtitledItem($0.path, SubtitleSettings($0.options)) }
        }
        if let log = setUp.eventLog {
            loop.onSubtitleEvents = { [controller = player.controller] events, position in
                for event in events { log.write(event, at: position, controller) }
            }
        }
        return SubtitleSource(loader, ItemSubtitles(files: loader, controller: player.controller), wakeUp: wakeUp)
    }

    private func makeAdvertPages() -> AdvertPages {
        let command = setUp.options.rooms.linkCommand
        let opens = setUp.rules.allows(.programs) && !command.isEmpty && getenv("SSH_CONNECTION") == nil
        return AdvertPages(opens ? LinkProgram(command: command) : nil)
    }

    // MARK: Messages for the viewer

    /// Shows a message on the screen, or on standard error without one.
    func say(_ text: String, _ kind: Message.Kind) {
        guard surface.screen == nil || isUnseen else {
            // A message found during the opening of an item is shown before the item starts.
            return loop.configure {
                $0.announce(Message(text, kind, outlivesItem: kind != .info, at: SystemClock().now))
            }
        }
        if !setUp.options.isQuiet { PlayerProgram.writeError("tvplay: " + text + "\n") }
    }

    private func sayNotices() {
        memory?.onNotice = { [unowned self] in say($0, .warning) }
        memory?.onResume = { [unowned self] in say(tr("Resumed at %1", TimeText.format($0)), .info) }
        player.onNotice = { [unowned self] in say($0, .info) }
        outputs.onProblem = { [unowned self] in say($0, .warning) }
        outputs.isProtected = { [unowned self] in forbidsCapture }
        outputs.onWithheld = { [unowned self] program in
            // The pane shows it, if there is one.
            guard surface.screen == nil || isUnseen else { return }
            say(tr("This video may not be recorded: tvplay sends %1 black pictures", program), .warning)
        }
        for words in setUp.unreadableFiles { say(words, .warning) }
        if !setUp.isUTF8, let locale = Localization.foreignEncoding {
            say(tr("The locale %1 is not UTF-8: only ASCII can be shown", SafeText.phrase(locale)), .warning)
        }
        guard let screen = surface.screen else { return setUp.queue.warnings.forEach { say($0, .warning) } }
        if let picture = outputs.picture {
            let wishes = setUp.options.adverts
            let words =
                wishes.location != nil || wishes.isAllowed
                ? tr("The picture goes to %1: no ads are played", picture.program)
                : tr("The picture goes to %1", picture.program)
            loop.configure { $0.announce(Message(words, .info, outlivesItem: true, at: SystemClock().now)) }
        }
        player.onWarning = { [unowned self] in say($0, .warning) }
        screen.pictures.onNotice = { [unowned self] in say($0, $1 ? .warning : .info) }
        screen.pictures.onRefresh = { [unowned player] in player.send(.refreshPicture) }
        player.reporter?.screen = { [surface, outputs] in
            if outputs.picture != nil { return PlayReport.Screen(columns: 0, rows: 0, width: 0, height: 0) }
            let (size, grid) = (surface.backend.size, surface.sink.grid)
            return PlayReport.Screen(
                columns: size.columns, rows: size.rows, width: grid?.width ?? 0, height: grid?.height ?? 0)
        }
    }

    // MARK: The end

    /// Continues with sound, remote controls and signals without the terminal. Returns `nil` if that is impossible.
    private func playOn() -> UIOutcome? {
        surface.backend.close()
        do throws(TerminalError) {
            return loop.runUnseen(with: try NullTerminal(front: front, survivesHangUp: true))
        } catch {
            Log.shared.write(.error, "player", error.explanation)
            return nil
        }
    }

    /// Continues with sound and keys on a terminal without a screen. Returns `nil` if that is impossible.
    private func playUnseen(because error: TerminalError) -> UIOutcome? {
        isUnseen = true
        surface.backend.close()
        if setUp.browsesDownloads || setUp.beginsAtHome {
            _ = PlayerProgram.leave(.startFailed, error.explanation)
            return nil
        }
        guard setUp.room == nil else {
            _ = PlayerProgram.leave(.startFailed, PlayerProgram.noScreenForClass)
            return nil
        }
        do throws(TerminalError) {
            let keyboard = try Keyboard()
            if !setUp.options.isQuiet, outputs.picture == nil {
                PlayerProgram.explainSoundOnly(error.explanation, hasKeys: true)
            }
            return loop.runUnseen(with: try NullTerminal(front: front, keyboard: keyboard))
        } catch {
            _ = PlayerProgram.leave(.startFailed, error.explanation)
            return nil
        }
    }

    /// How long programs started by this one may take to end.
    private var childPatience: HostTime {
        if outputs.picture != nil || outputs.soundProgram != nil { return .seconds(6) }
        return setUp.scripts == ScriptFiles() ? .zero : .seconds(1)
    }

    private func lastWords(_ outcome: UIOutcome) -> String {
        var words: [String] = []
        if !setUp.options.isQuiet {
            words += player.shortfalls + player.failures.map(\.lastWords) + [memory?.shortfall].compactMap(\.self)
            words += setUp.classes?.lastWords ?? []
        }
        if let farewell = kiosk?.farewell { words.append(farewell) }
        if let error = failure(outcome) { words.append(error.lastWords) }
        return words.map { ByteText.shown("tvplay: " + $0 + "\n") }.joined()
    }

    private func failure(_ outcome: UIOutcome) -> PlayError? {
        setUp.classes?.failure(finished: outcome == .finished)
    }

    private func status(_ outcome: UIOutcome) -> Int32 {
        let asked = loop.state.program.exitStatus
        if failure(outcome) != nil { return asked ?? ExitCode.playFailed.rawValue }
        switch outcome {
        case .quit, .finished: return asked ?? player.exitCode.rawValue
        case .terminated, .inputClosed, .unanswered: return asked ?? ExitCode.interrupted.rawValue
        }
    }
}

extension UIOutcome {
    fileprivate var isHangUp: Bool { self == .inputClosed || self == .terminated(signal: SIGHUP) }
}
