package import Cells
package import ClassPanes
package import Commands
import DownloadModel
package import PlayCore
import PlaybackModel
package import ScreenKit
package import Subtitles

/// The loop of the main thread. It waits, turns events into actions and effects, and presents a frame when something
/// visible has changed and the terminal has taken the previous frame.
///
/// A slow terminal only makes frames rarer: sources replace old pictures, state has no queue, and keys are handled
/// between frames. Changes of the chrome are presented at once. A picture waits for space on the line, and the newest
/// one is taken then. A still picture is presented again while the backend can improve it. Create and run the loop on
/// the main thread.
package final class UILoop {
    private(set) var backend: any TerminalBackend
    let player: any PlayerControl
    let pictures: any PictureSource
    let playlist: any PlaylistControl
    package let clock: any HostClock
    var sources = LoopSources()
    /// The second video, then the small ones in the order of ``ThumbnailSlots``.
    private(set) var besidePictures: [any PictureSource] = []
    private(set) var effectSource: (any EffectSource)?
    var effectStage = EffectStage()
    /// Receives a record of each frame. Must not block.
    package var onFrame: ((FrameRecord) -> Void)?
    /// Receives subtitle events with the position. Set it before ``run()``.
    package var onSubtitleEvents: (([SubtitleEvent], MediaTime) -> Void)?
    var subtitleTracker = SubtitleEventTracker()

    package internal(set) var state: AppState
    var outcome: UIOutcome?
    /// The player's snapshot. `state.snapshot` may be ahead of it by unanswered requests.
    var lastSnapshot: PlaybackSnapshot?
    /// Increases with each changed snapshot.
    package private(set) var snapshotCount = 0
    var composed: ComposedScreen?
    var composedKey: ChromeKey?
    var pane: Rect?
    var paneTerminal: TerminalTraits?
    var picture: CellBuffer?
    var slideStage = SlideStage()
    var companionStage = CompanionStage()
    var isFrameDue = true
    private var title: String?
    /// Whether the chrome must be composed again, because of an action, news or a foreseen change.
    var isChromeStale = true
    /// When the chrome changes by itself, as foreseen at the last look.
    var changeAt: HostTime?
    var lookedAt = HostTime.zero
    /// The time of the last key, mouse event or paste; zero before the first.
    package private(set) var inputAt = HostTime.zero
    private var snapshotAt = HostTime.zero
    private let playerPlace: Int
    private var wakeUps: [Int32] = []

    /// The greatest age of data whose changes the player does not announce (clock, buffers, statistics).
    private static let snapshotAge = HostTime.milliseconds(50)
    /// The greatest age of that data on the screen, unless a change is foreseen.
    private static let chromeAge = HostTime.milliseconds(500)
    var totals = OutputTotals()
    var refinement = Refinement()
    /// When there may be space for the waiting picture.
    var pictureAt: HostTime?
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
        playerPlace = sources.add(player.wakeUp)
        sources.add(pictures.wakeUp)
        state = AppState(terminal: TerminalTraits(backend), options: options)
        // Before the first item is opened, because its first picture needs the pane and may be the only one.
        placePicture()
    }

    /// Changes the state: before ``run()`` for `--fs` and the like, later from a source of pictures for a message.
    package func configure(_ change: (inout AppState) -> Void) {
        change(&state)
        isChromeStale = true
    }

    /// Adds a source, before ``run()``. Sources are closed in reverse order.
    package func add(_ source: any LoopSource) { sources.add(source) }

    /// Sets the videos beside the main one, before ``run()``.
    package func showBeside(_ pictures: [any PictureSource]) {
        besidePictures = pictures
        for source in pictures { sources.add(source.wakeUp) }
    }

    /// Sets the source of effects, before ``run()``.
    package func showOver(_ source: any EffectSource) {
        effectSource = source
        sources.add(source.wakeUp)
    }

    /// Runs until the viewer leaves, the list ends, or a signal requests the end. Closes nothing.
    package func run() -> UIOutcome {
        wakeUps = sources.wakeUps.map(\.descriptor)
        showItem()
        notifyItemBegan()
        return serve()
    }

    /// Continues playback after ``run()``. `backend` replaces the terminal, which is gone.
    package func runUnseen(with backend: any TerminalBackend) -> UIOutcome {
        self.backend = backend
        outcome = nil
        state.options.hasScreen = false
        state.background.playsOn = true
        dispatch(.input(.detached))
        // Without a screen, no viewer can leave an item that has ended.
        if [.failed, .reachEnd].contains(state.snapshot.status) { advance() }
        return serve()
    }

    private func serve() -> UIOutcome {
        while true {
            sources.clear()
            let hasNews = sources.isSignalled(place: playerPlace)
            readSnapshot(hasNews: hasNews)
            if hasNews { readListChange() }
            readNews()
            passTime()
            if isChromeStale {
                placePicture()
                notifyScreenChanged()
            }
            if let outcome { return outcome }
            presentIfDue()
            let events = backend.waitForEvents(until: nextDeadline, wakeUps: wakeUps)
            for event in events where outcome == nil { dispatch(.input(event)) }
            followTerminal()
        }
    }

    package func leave() { outcome = .quit }

    /// Closes the sources in reverse order, but not the backend.
    package func close() {
        for source in sources.all.reversed() { source.close() }
    }

    // MARK: - State

    private var nextDeadline: HostTime? {
        let change = isChromeStale ? state.nextChange(after: clock.now) : changeAt
        return HostTime.earlier(
            HostTime.earlier(change, pictureAt), HostTime.earlier(player.nextDeadline, sources.nextDeadline))
    }

    func dispatch(_ action: AppAction) {
        isChromeStale = true
        if case .input(let event) = action, event.isOfViewer { inputAt = clock.now }
        act(action)
    }

    private func act(_ action: AppAction) {
        for effect in reduce(&state, action, now: clock.now) { perform(effect) }
    }

    /// Reads the snapshot: at once if the player announces it, else at intervals, because a frame takes several rounds.
    func readSnapshot(hasNews: Bool) {
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
            snapshotCount += 1
            act(.snapshot(snapshot))
            // The end of an item may have started another one, whose snapshot is read at once.
        } while lastSnapshot == nil && outcome == nil
        if isNew { setTitle() }
    }

    private func setTitle() {
        let newTitle = StatusScreen.title(state)
        guard newTitle != title else { return }
        title = newTitle
        backend.setTitle(newTitle.isEmpty ? nil : newTitle)
    }

    /// Applies foreseen changes, and shows messages about a slow line.
    private func passTime() {
        totals.bytes = backend.bytesWritten
        totals.link = backend.link
        let message = state.message
        act(.tick(output: totals))
        if state.message != message || changeAt.map({ $0 <= clock.now }) ?? false { isChromeStale = true }
    }
}

extension InputEvent {
    fileprivate var isOfViewer: Bool {
        switch self {
        case .key, .mouse, .paste: true
        default: false
        }
    }
}
