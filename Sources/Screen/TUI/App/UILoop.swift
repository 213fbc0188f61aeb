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
/// served between frames. What chrome changes is presented at once; a picture waits for space on the line and is then the
/// newest there is. One that stands still is presented again while the backend can make it better.
/// Created and run on the main thread.
package final class UILoop {
    private(set) var backend: any TerminalBackend
    let player: any PlayerControl
    let pictures: any PictureSource
    let playlist: any PlaylistControl
    package let clock: any HostClock
    var sources = LoopSources()
    /// Of the videos beside the main one: the second one, then the small ones by ``ThumbnailSlots``.
    private(set) var besidePictures: [any PictureSource] = []
    private(set) var effectSource: (any EffectSource)?
    var effectStage = EffectStage()
    /// Gets a record of each frame; does not wait.
    package var onFrame: ((FrameRecord) -> Void)?
    /// Gets what happens to subtitles, with the position; set before ``run()``.
    package var onSubtitleEvents: (([SubtitleEvent], MediaTime) -> Void)?
    var subtitleTracker = SubtitleEventTracker()

    package internal(set) var state: AppState
    var outcome: UIOutcome?
    /// As the player gave it; `state.snapshot` may be ahead of it by what was just asked for.
    var lastSnapshot: PlaybackSnapshot?
    /// Rises with each snapshot that was another one.
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
    /// What the chrome depends on may have changed: something was done or learned, or a foreseen time has come.
    var isChromeStale = true
    /// When the chrome changes by itself, as foreseen when it was looked at last; nil: it does not.
    var changeAt: HostTime?
    var lookedAt = HostTime.zero
    /// When a key, the mouse or a paste came last; zero: never.
    package private(set) var inputAt = HostTime.zero
    private var snapshotAt = HostTime.zero
    private let playerPlace: Int
    private var wakeUps: [Int32] = []

    /// How old what the player does not announce (its clock, the buffers, the statistics) may become.
    private static let snapshotAge = HostTime.milliseconds(50)
    /// …and how old on the screen, where that does not foresee a change itself.
    private static let chromeAge = HostTime.milliseconds(500)
    var totals = OutputTotals()
    var refinement = Refinement()
    /// When there may be space for the picture that waits; nil while none has to.
    var pictureAt: HostTime?
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
        playerPlace = sources.add(player.wakeUp)
        sources.add(pictures.wakeUp)
        state = AppState(terminal: TerminalTraits(backend), options: options)
        // Before the first item is opened: its first picture must find space, it may be the only one.
        placePicture()
    }

    /// Before ``run()``: how the bar behaves, `--fs` and the like. From within the source of pictures: a message.
    package func configure(_ change: (inout AppState) -> Void) {
        change(&state)
        isChromeStale = true
    }

    /// Before ``run()``: the loop listens to it, and closes it before those that were added before.
    package func add(_ source: any LoopSource) { sources.add(source) }

    /// Before ``run()``.
    package func showBeside(_ pictures: [any PictureSource]) {
        besidePictures = pictures
        for source in pictures { sources.add(source.wakeUp) }
    }

    /// Before ``run()``.
    package func showOver(_ source: any EffectSource) {
        effectSource = source
        sources.add(source.wakeUp)
    }

    /// Runs until the viewer leaves, the list is over, or a signal asks to end. Closes nothing.
    package func run() -> UIOutcome {
        wakeUps = sources.wakeUps.map(\.descriptor)
        showItem()
        tellItem()
        return serve()
    }

    /// The terminal is gone, and nothing is to be seen any more; what plays plays on. After ``run()``.
    ///
    /// - Parameter backend: takes the terminal's place.
    package func runUnseen(with backend: any TerminalBackend) -> UIOutcome {
        self.backend = backend
        outcome = nil
        state.options.hasScreen = false
        state.background.playsOn = true
        dispatch(.input(.detached))
        // Nobody is there to leave what has ended.
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
                tellScreen()
            }
            if let outcome { return outcome }
            presentIfDue()
            let events = backend.waitForEvents(until: nextDeadline, wakeUps: wakeUps)
            for event in events where outcome == nil { dispatch(.input(event)) }
            followTerminal()
        }
    }

    /// Ends ``run()`` as the viewer's own wish would.
    package func leave() { outcome = .quit }

    /// Closes the sources, the last one first. The backend is not one of them.
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

    /// What is announced is taken at once, the rest now and then: a frame has several rounds of the loop.
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

extension InputEvent {
    fileprivate var isOfViewer: Bool {
        switch self {
        case .key, .mouse, .paste: true
        default: false
        }
    }
}
