package import Cells
package import Commands
import Localization
package import PlayCore
import Playback
package import Subtitles
import Timeline

/// The loop of the main thread: waits, turns what came into actions and effects, presents a frame when something
/// that can be seen changed and the terminal has taken the one before.
///
/// A slow terminal only makes frames rarer: pictures are replaced in the source, state has no queue, and keys are
/// served between frames. What chrome changes is presented at once; a picture waits for room on the line and is then the
/// newest there is. One that stands still is presented again while the backend can make it better.
/// Created and run on the main thread.
package final class UILoop {
    private let backend: any TerminalBackend
    private let player: any PlayerControl
    private let pictures: any PictureSource
    private let playlist: any PlaylistControl
    let clock: any HostClock
    /// Sockets and the like, served in each pass.
    package var services: [any LoopService] = [] { didSet { collectWakeUps() } }
    /// Gets a record for each frame.
    package var frameLog: (any FrameLog)?
    /// Nil: there is nobody to take any.
    package var screenshots: (any ScreenshotControl)? {
        didSet { collectWakeUps() }
    }
    /// Nil: nothing is still being made.
    package var overlaySource: (any OverlaySource)? {
        didSet { collectWakeUps() }
    }
    package var audioDevices: (any AudioDeviceControl)?
    var hasListedDevices = false
    /// Nil: nothing is remembered.
    package var history: (any HistoryControl)?
    /// Nil: nothing is asked of services.
    package var videoServices: (any VideoServices)?
    /// Nil: neither classes nor chats.
    package var room: (any RoomControl)? {
        didSet { collectWakeUps() }
    }
    /// Nil: nobody downloads.
    package var downloads: (any DownloadsControl)? {
        didSet { configure { $0.downloads.isOffered = downloads != nil } }
    }
    /// DL-21: what was asked for last.
    var watchedDownloads: [String]?
    /// Reads the items' subtitles; set before ``run()``.
    package var subtitles: (any SubtitleSource)?
    /// Gets what happens to subtitles, with the position (ADV-20); set before ``run()``.
    package var onSubtitleEvents: (([SubtitleEvent], MediaTime) -> Void)?
    private var subtitleTracker = SubtitleEventTracker()

    package private(set) var state: AppState
    private var outcome: UIOutcome?
    /// As the player gave it; `state.snapshot` may be ahead of it by what was just asked for.
    private var lastSnapshot: PlaybackSnapshot?
    private var composed: ComposedScreen?
    private var composedKey: ChromeKey?
    private var pane: Rect?
    private var paneTerminal: TerminalFacts?
    private var picture: CellBuffer?
    private var slideStage = SlideStage()
    private var companionStage = CompanionStage()
    private var isFrameDue = true
    private var title: String?
    /// What the chrome depends on may have changed: something was done or learned, or a foreseen time has come.
    private var isChromeStale = true
    /// When the chrome changes by itself, as foreseen when it was looked at last; nil: it does not.
    private var changeAt: HostTime?
    private var lookedAt = HostTime.zero
    private var snapshotAt = HostTime.zero
    private var wakeUps: [Int32]

    /// How old what the player does not announce (its clock, the buffers, the statistics) may become.
    private static let snapshotAge = HostTime.milliseconds(50)
    /// …and how old on the screen, where that does not foresee a change itself.
    private static let chromeAge = HostTime.milliseconds(500)
    private var totals = OutputTotals()
    private var refinement = Refinement()
    /// When there may be room for the picture that waits; nil while none has to.
    private var roomAt: HostTime?
    /// Times the chrome was composed.
    package private(set) var compositionCount = 0

    package init(
        backend: any TerminalBackend, player: any PlayerControl, pictures: any PictureSource,
        playlist: any PlaylistControl, clock: any HostClock, options: ControlOptions = ControlOptions()
    ) {
        self.backend = backend
        self.player = player
        self.pictures = pictures
        self.playlist = playlist
        self.clock = clock
        wakeUps = [player.wakeUp.descriptor, pictures.wakeUp.descriptor]
        state = AppState(terminal: TerminalFacts(backend), options: options)
        // Before the first item is opened: its first picture must find room, it may be the only one.
        placePicture()
    }

    /// Before ``run()``: how the bar behaves, `--fs` and the like. From within the source of pictures: a message.
    package func configure(_ change: (inout AppState) -> Void) {
        change(&state)
        isChromeStale = true
    }

    /// Runs until the viewer leaves, the list is over, or a signal asks to end. Does not close the backend.
    package func run() -> UIOutcome {
        dispatch(.playlist(playlist.facts, playlist.position))
        dispatch(.itemChanged(playlist.position))
        videoServices?.itemChanged()
        room?.itemChanged()
        subtitles?.begin(playlist.position)
        while true {
            // Cleared before the values are taken: what comes in between wakes the next wait.
            let hasNews = player.wakeUp.clear()
            pictures.wakeUp.clear()
            clearRoomWakeUps()
            screenshots?.wakeUp.clear()
            overlaySource?.wakeUp.clear()
            takeSnapshot(hasNews: hasNews)
            for report in screenshots?.takeReports() ?? [] { dispatch(.screenshot(report)) }
            if let news = overlaySource?.takeWatermark() { dispatch(.watermark(news)) }
            if hasNews || !hasListedDevices { takeDevices() }
            if hasNews { takeSubtitles() }
            if hasNews { takeListChange() }
            if hasNews { takeHistory() }
            if hasNews { takeServices() }
            takeRoom()
            if hasNews { takeDownloads() }
            passTime()
            if isChromeStale {
                placePicture()
                watchDownloads()
            }
            let serviceDue = serve()
            if let outcome { return outcome }
            presentIfDue()
            let change = isChromeStale ? state.nextChange(after: clock.now) : changeAt
            let due = HostTime.earlier(
                HostTime.earlier(change, roomAt), HostTime.earlier(player.nextDeadline, room?.nextDeadline))
            let events = backend.waitForEvents(until: HostTime.earlier(due, serviceDue), wakeUps: wakeUps)
            for event in events where outcome == nil { dispatch(.input(event)) }
        }
    }

    // MARK: - State

    private func collectWakeUps() {
        let own = [player.wakeUp, pictures.wakeUp, screenshots?.wakeUp, overlaySource?.wakeUp, room?.companion?.wakeUp]
        let all = own.compactMap(\.self) + (room?.thumbnails ?? []).map(\.wakeUp) + services.map(\.wakeUp)
        wakeUps = all.map(\.descriptor)
    }

    private func clearRoomWakeUps() {
        guard let room else { return }
        room.companion?.wakeUp.clear()
        for source in room.thumbnails { source.wakeUp.clear() }
    }

    private func serve() -> HostTime? {
        guard !services.isEmpty else { return nil }
        for service in services { service.wakeUp.clear() }
        return services.compactMap { $0.serve(self, at: clock.now) }.min()
    }

    func dispatch(_ action: AppAction) {
        isChromeStale = true
        act(action)
    }

    private func act(_ action: AppAction) {
        for effect in reduce(&state, action, now: clock.now) { perform(effect) }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .command(let command): player.send(command)
        case .quit: outcome = .quit
        case .terminate(let signal): outcome = signal.map { .terminated(signal: $0) } ?? .inputClosed
        case .advance: advance()
        case .move(let step):
            if playlist.move(by: step) { beginItem() } else { dispatch(.noSuchItem(step: step)) }
        case .moveTo(let index):
            if playlist.move(to: index) { beginItem() }
        case .listAudioDevices: audioDevices?.refresh()
        case .selectAudioDevice(let name):
            audioDevices?.select(name)
            takeDevices()
        case .stop(let keepsList): stop(keepsList: keepsList)
        case .readHistory:
            history?.refresh()
            if history == nil { dispatch(.history(HistoryList(.notKept))) }
        case .forget(let change): history?.perform(change)
        case .service(let order):
            videoServices?.perform(order)
            takeServices()
        case .room(let order):
            room?.perform(order)
            takeRoom()
        case .downloads(let order): downloads?.perform(order)
        case .playRemembered(let location, let position): play(location, from: position)
        case .retry:
            playlist.restart()
            beginItem()
        case .external(let command):
            playlist.run(command) { [weak self] answer in
                guard let self, case .failure(let error) = answer else { return }
                configure {
                    $0.message = Message(SafeText.clean(error.message, limit: 200), .warning, at: self.clock.now)
                }
            }
            takeListChange()
        case .addSubtitles(let path): subtitles?.add(path: path)
        case .reloadSubtitles(let path): subtitles?.reload(path: path)
        case .suspend:
            // It will be an old one.
            if state.background.isUnseen { picture = nil }
            backend.suspend()
        case .screenshot(let kind):
            screenshots?.take(
                kind, screen: composed.map { companionStage.joined(slideStage.frame(of: $0, picture)) })
        case .copy(let text): copy(text)
        case .redraw:
            backend.invalidate()
            dispatch(.terminal(TerminalFacts(backend)))
            isFrameDue = true
        }
    }

    private func copy(_ text: String) {
        guard !backend.copy(text) else { return }
        configure { $0.message = Message(tr("This terminal has no clipboard"), .warning, at: clock.now) }
    }

    private func play(_ location: String, from position: MediaTime?) {
        if let position { history?.start(location, at: position) }
        guard let index = state.list.items.firstIndex(where: { $0.videoID == location }) else {
            return perform(.external(.loadFile(path: location, mode: .appendGo)))
        }
        if playlist.move(to: index) { beginItem() }
    }

    private func advance() {
        if playlist.move(by: 1) {
            beginItem()
        } else if !state.options.keepsOpen, !state.downloads.isOpen || state.options.idle == .yes {
            if state.options.idle == .yes { stop(keepsList: true) } else { outcome = .finished }
        }
    }

    private func stop(keepsList: Bool) {
        guard state.options.idle == .yes else { return outcome = .quit }
        // Nothing plays already: only the list is left to be emptied.
        if keepsList, playlist.position.index == nil { return }
        playlist.stop(keepsList: keepsList)
        takeListChange()
    }

    /// What commands have made of the list.
    private func takeListChange() {
        switch playlist.takeChange() {
        case .none: break
        case .changed: dispatch(.playlist(playlist.facts, playlist.position))
        case .began: beginItem()
        case .ended: if state.options.idle == .yes { beginItem() } else { outcome = .finished }
        }
    }

    private func beginItem() {
        lastSnapshot = nil
        // What made the list another one is told with the item.
        _ = playlist.takeChange()
        dispatch(.playlist(playlist.facts, playlist.position))
        dispatch(.itemChanged(playlist.position))
        if !state.keepsOldPicture { picture = nil }
        slideStage.itemBegan(after: picture, state)
        videoServices?.itemChanged()
        room?.itemChanged()
        takeServices()
        subtitles?.begin(playlist.position)
    }

    /// What is announced is taken at once, the rest now and then: a frame has several rounds of the loop.
    private func takeSnapshot(hasNews: Bool) {
        let now = clock.now
        let isNew = hasNews || lastSnapshot == nil
        let isDue = player.nextDeadline.map { $0 <= now } ?? false
        guard isNew || isDue || now - snapshotAt >= Self.snapshotAge else { return }
        snapshotAt = now
        if isNew || now - lookedAt >= Self.chromeAge { isChromeStale = true }
        repeat {
            let snapshot = player.snapshot
            guard snapshot != lastSnapshot else { return }
            lastSnapshot = snapshot
            room?.take(snapshot)
            act(.snapshot(snapshot))
            // The end of an item may have begun another one: its snapshot is taken at once.
        } while lastSnapshot == nil && outcome == nil
        if isNew { setTitle() }
    }

    private func setTitle() {
        let newTitle = StatusScreen.title(state)
        guard newTitle != title else { return }
        title = newTitle
        backend.setTitle(newTitle.isEmpty ? nil : newTitle)
    }

    /// What changes by itself: at foreseen times, but for what the line to the terminal makes the state say.
    private func passTime() {
        totals.bytes = backend.bytesWritten
        totals.link = backend.link
        let message = state.message
        act(.tick(output: totals))
        if state.message != message || changeAt.map({ $0 <= clock.now }) ?? false { isChromeStale = true }
    }

    // MARK: - Screen

    /// Tells the source of pictures about a new room or other colours, and has the current picture made for it.
    private func placePicture() {
        companionStage.place(state, room)
        let room =
            state.background.isUnseen
            ? Rect(column: 0, row: 0, width: 0, height: 0) : ScreenGeometry(state, at: clock.now).pane
        guard room != pane || state.terminal != paneTerminal else { return }
        let isFirst = pane == nil
        pane = room
        slideStage.paneChanged()
        paneTerminal = state.terminal
        pictures.setPane(columns: room.width, rows: room.height, cellAspect: state.terminal.cellAspect)
        if !isFirst, !room.isEmpty { player.send(.refreshPicture) }
    }

    private func presentIfDue() {
        roomAt = nil
        guard backend.canPresent, !state.background.isUnseen else { return }
        backend.frameInterval = state.snapshot.frameInterval
        let hasRoom = backend.hasRoomForPicture
        dropUnfitting()
        if hasRoom { takePictures() }
        tellSlide()
        composeIfChanged()
        let now = clock.now
        let refines = hasRoom && refinement.isDue(at: now)
        if isFrameDue || refines || slideStage.owesFrame && hasRoom, let composed {
            present(composed, includesPicture: hasRoom, at: now)
        }
        roomAt = backend.hasRoomForPicture ? refinement.dueAt : backend.nextRoom
    }

    private func present(_ screen: ComposedScreen, includesPicture: Bool, at now: HostTime) {
        isFrameDue = false
        let frame = companionStage.joined(slideStage.next(screen, picture, includesPicture: includesPicture))
        backend.present(frame, includesPicture: includesPicture)
        let outcome = backend.lastOutcome
        totals.frames += 1
        totals.likeness = outcome.ssim
        refinement.presented(
            isApproximate: outcome.isApproximate && screen.showsPicture && picture != nil,
            interval: backend.frameInterval, at: now)
        frameLog?.note(
            FrameRecord(
                time: now, mediaTime: pictures.takenTime, outcome: outcome, link: backend.link,
                dropped: pictures.droppedCount, late: state.snapshot.statistics.droppedFrames,
                fetch: FetchFigures(state.snapshot)))
    }

    /// The page of an item slides in with its first picture.
    private func tellSlide() {
        if state.slidesPictures != pictures.areCells {
            state.slidesPictures = pictures.areCells
            isChromeStale = true
        }
        if slideStage.hasAwaitedPicture(state) { dispatch(.feedPictureCame) }
    }

    private func dropUnfitting() {
        guard let room = pane, let old = picture, old.columns > room.width || old.rows > room.height else { return }
        picture = nil
        isFrameDue = true
    }

    private func takePictures() {
        takePicture()
        guard companionStage.take(from: room) else { return }
        refinement.pictureCame(at: clock.now)
        isFrameDue = true
    }

    private func takePicture() {
        guard let newest = pictures.takeNewest(), let room = pane, newest.columns <= room.width,
            newest.rows <= room.height
        else { return }
        picture = newest
        slideStage.pictureTaken()
        totals.pictures += 1
        refinement.pictureCame(at: clock.now)
        if composed?.showsPicture == true { isFrameDue = true }
    }

    private func reportSubtitles(at now: HostTime) {
        guard let onSubtitleEvents else { return }
        let position = state.snapshot.clock.position(at: now)
        let events = subtitleTracker.update(state.subtitles.set, at: position)
        if !events.isEmpty { onSubtitleEvents(events, position) }
    }

    private func composeIfChanged() {
        guard isChromeStale else { return }
        let now = clock.now
        isChromeStale = false
        changeAt = state.nextChange(after: now)
        reportSubtitles(at: now)
        lookedAt = now
        let key = ChromeKey(state, at: now)
        guard key != composedKey else { return }
        composedKey = key
        compositionCount += 1
        let screen = compose(state, at: now)
        guard screen != composed else { return }
        composed = screen
        isFrameDue = true
    }
}

extension UILoop: CommandRunner {
    package var properties: PropertyContext { state.propertyContext(at: clock.now) }

    package func run(_ command: BoundCommand, answer: @escaping (CommandAnswer) -> Void) {
        isChromeStale = true
        let effects: [Effect]
        do {
            effects = try state.run(command, at: clock.now)
        } catch {
            return answer(.failure(error))
        }
        var isAnswered = false
        for effect in effects {
            if case .external(let command) = effect, !isAnswered {
                isAnswered = true
                playlist.run(command, answer: answer)
                takeListChange()
            } else {
                perform(effect)
            }
        }
        if !isAnswered { answer(.success(.null)) }
        // Who asks for the new item's properties next is to get them.
        if lastSnapshot == nil, outcome == nil { takeSnapshot(hasNews: false) }
    }
}
