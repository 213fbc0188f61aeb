package import Cells
package import Commands
import DownloadModel
import Localization
package import PlayCore
import PlaybackModel
package import Subtitles

/// The loop of the main thread: waits, turns what came into actions and effects, presents a frame when something
/// that can be seen changed and the terminal has taken the one before.
///
/// A slow terminal only makes frames rarer: pictures are replaced in the source, state has no queue, and keys are
/// served between frames. What chrome changes is presented at once; a picture waits for room on the line and is then the
/// newest there is. One that stands still is presented again while the backend can make it better.
/// Created and run on the main thread.
package final class UILoop {
    let backend: any TerminalBackend
    let player: any PlayerControl
    let pictures: any PictureSource
    let playlist: any PlaylistControl
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
    package var downloads: (any DownloadsSource)? {
        didSet { configure { $0.downloads.isOffered = downloads != nil } }
    }
    /// What was asked for last.
    var watchedDownloads: [DownloadID]?
    /// Reads the items' subtitles; set before ``run()``.
    package var subtitles: (any SubtitleSource)?
    /// Gets what happens to subtitles, with the position; set before ``run()``.
    package var onSubtitleEvents: (([SubtitleEvent], MediaTime) -> Void)?
    var subtitleTracker = SubtitleEventTracker()

    package internal(set) var state: AppState
    var outcome: UIOutcome?
    /// As the player gave it; `state.snapshot` may be ahead of it by what was just asked for.
    var lastSnapshot: PlaybackSnapshot?
    var composed: ComposedScreen?
    var composedKey: ChromeKey?
    var pane: Rect?
    var paneTerminal: TerminalFacts?
    var picture: CellBuffer?
    var slideStage = SlideStage()
    var companionStage = CompanionStage()
    var isFrameDue = true
    private var title: String?
    /// What the chrome depends on may have changed: something was done or learned, or a foreseen time has come.
    var isChromeStale = true
    /// When the chrome changes by itself, as foreseen when it was looked at last; nil: it does not.
    var changeAt: HostTime?
    var lookedAt = HostTime.zero
    private var snapshotAt = HostTime.zero
    private var wakeUps: [Int32]

    /// How old what the player does not announce (its clock, the buffers, the statistics) may become.
    private static let snapshotAge = HostTime.milliseconds(50)
    /// …and how old on the screen, where that does not foresee a change itself.
    private static let chromeAge = HostTime.milliseconds(500)
    var totals = OutputTotals()
    var refinement = Refinement()
    /// When there may be room for the picture that waits; nil while none has to.
    var roomAt: HostTime?
    /// Times the chrome was composed.
    package internal(set) var compositionCount = 0

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
        showItem()
        tellItem()
        while true {
            let hasNews = clearWakeUps()
            takeSnapshot(hasNews: hasNews)
            takeNews(fromPlayer: hasNews)
            passTime()
            if isChromeStale {
                placePicture()
                watchDownloads()
            }
            let serviceDue = serve()
            if let outcome { return outcome }
            presentIfDue()
            let events = backend.waitForEvents(until: HostTime.earlier(nextDeadline, serviceDue), wakeUps: wakeUps)
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

    /// Before the values are taken: what comes in between wakes the next wait.
    ///
    /// - Returns: whether the player's was signalled.
    private func clearWakeUps() -> Bool {
        pictures.wakeUp.clear()
        clearRoomWakeUps()
        screenshots?.wakeUp.clear()
        overlaySource?.wakeUp.clear()
        return player.wakeUp.clear()
    }

    private var nextDeadline: HostTime? {
        let change = isChromeStale ? state.nextChange(after: clock.now) : changeAt
        return HostTime.earlier(
            HostTime.earlier(change, roomAt), HostTime.earlier(player.nextDeadline, room?.nextDeadline))
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

    /// What is announced is taken at once, the rest now and then: a frame has several rounds of the loop.
    func takeSnapshot(hasNews: Bool) {
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
            room?.playingChanged(snapshot)
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
}
