package import Media
package import MediaSources
package import PlayCore
package import PlaybackModel

/// The player: threads, queues and a sound output that plays one item after another. Only the controller uses it. All
/// calls return at once, from any thread, except ``destroy()``. The wake-up announces a new snapshot.
package final class PlaybackEngine: SessionEngine, Sendable {
    private let inbox: Inbox
    private let board: SnapshotBoard
    private let thread: Monitor<[WorkerThread]>
    private let picture: PictureWorker

    /// `makeAudioSink` opens the output for an item's sound format, on the `playback` thread; it must not block.
    /// `wakeUp` is called when the snapshot has changed in more than its times. `watchNetwork` is called on the
    /// `playback` thread for the first item over a network.
    package init(
        videoSink: any VideoSink, makeAudioSink: @escaping @Sendable (AudioFormat) -> any AudioSink,
        clock: any HostClock = SystemClock(), wakeUp: WakeUp, watchNetwork: NetworkWatchMaker? = nil
    ) {
        let doorbell = Doorbell()
        inbox = Inbox(doorbell: doorbell)
        board = SnapshotBoard(wakeUp: wakeUp)
        let (inbox, board) = (inbox, board)
        let picture = PictureWorker(sink: videoSink, clock: clock, scalingMode: .aspectFit)
        self.picture = picture
        thread = Monitor([
            WorkerThread(name: "playback") {
                SessionLoop(
                    inbox: inbox, board: board, doorbell: doorbell, picture: picture, makeAudioSink: makeAudioSink,
                    hostClock: clock, watchNetwork: watchNetwork
                ).run()
                picture.close()
            },
            WorkerThread(name: "picture") { picture.run() },
        ])
    }

    /// Leaves the previous item and opens this one, which the snapshot then describes. Playback starts with
    /// ``PlaybackCommand/play``. Returns the item's number in events.
    @discardableResult
    package func setUp(_ input: SessionInput, options: SessionOptions) -> Int {
        let number = board.beginItem(input, options, answered: inbox.lastNumber)
        inbox.put(.setUp(input, options, number))
        return number
    }

    /// Opens these items, the most urgent first, and reads their beginnings while another item plays. Closes earlier
    /// preloads that are not among them. ``setUp(_:options:)`` adopts an open one.
    package func preload(_ items: [(input: SessionInput, options: SessionOptions)]) {
        inbox.put(.preload(items.map { PreloadItem(input: $0.input, options: $0.options) }))
    }

    /// Opens a separate sound file on its own thread. It plays once open if it `isWanted`.
    package func add(_ sound: ExternalSound, isWanted: Bool) { inbox.put(.addSound(sound, isWanted: isWanted)) }

    /// - Returns: the command's number, see ``PlaybackSnapshot/answered``.
    @discardableResult
    package func send(_ command: PlaybackCommand) -> Int { inbox.put(command) }

    /// Leaves the item. The snapshot becomes a stopped session's, with only the settings. The engine remains usable.
    package func stop() {
        board.endItem(answered: inbox.lastNumber)
        inbox.put(.reset)
    }

    /// Sets the settings with which an item would start, while there is none.
    package func setIdle(_ options: SessionOptions) { board.change { $0.apply(options) } }

    package func changeIdle(_ command: PlaybackCommand) { board.change { $0.set(command) } }

    package func reset() { inbox.put(.reset) }

    /// Starts the end for which ``destroy()`` waits.
    package func end() { inbox.put(.destroy) }

    /// Blocks until all threads have ended. A second call does nothing.
    package func destroy() {
        end()
        let threads = thread.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in threads { thread.join() }
    }

    package var snapshot: PlaybackSnapshot { board.snapshot }

    /// `nil` if no frame is shown. Shared without a copy, so no thread waits.
    package var shownFrame: VideoFrame? { picture.shownFrame }

    /// `nil` before a cover is found.
    package var cover: VideoFrame? { board.cover }

    package var shownPicture: ScaledPicture? { picture.shownPicture }

    package var shownSubtitle: SubtitlePicture? { picture.shownSubtitle }

    /// Returns the text of the container's subtitles, without this item's first `count` texts.
    package func subtitles(from count: Int) -> SubtitleNews {
        guard let news = board.subtitles?.news(from: count) else { return SubtitleNews(tracks: [], texts: []) }
        return SubtitleNews(tracks: news.tracks, texts: Array(news.texts))
    }

    /// Returns the lifecycle events since the last call, oldest first.
    package func takeEvents() -> [TimedEvent] { board.takeEvents() }
}

final class Inbox: Sendable {
    enum Item: Sendable {
        case setUp(SessionInput, SessionOptions, Int)
        case preload([PreloadItem])
        case command(PlaybackCommand, number: Int)
        case addSound(ExternalSound, isWanted: Bool)
        case reset
        case destroy
    }

    private struct State {
        var items: [Item] = []
        var lastNumber = 0
    }

    private let state = Monitor(State())
    private let doorbell: Doorbell

    init(doorbell: Doorbell) { self.doorbell = doorbell }

    func put(_ item: Item) {
        state.withLock { $0.items.append(item) }
        doorbell.ring()
    }

    func put(_ command: PlaybackCommand) -> Int {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.items.append(.command(command, number: state.lastNumber))
            return state.lastNumber
        }
        doorbell.ring()
        return number
    }

    var lastNumber: Int { state.withLock { $0.lastNumber } }

    func receive() -> [Item] {
        state.withLock { state in
            defer { state.items = [] }
            return state.items
        }
    }
}

final class SnapshotBoard: Sendable {
    /// The limit of pending events, in case no reader fetches them.
    private static let maximumEvents = 1024

    private struct State {
        var snapshot = PlaybackSnapshot.empty
        var events: [TimedEvent] = []
        var subtitles: SubtitleBoard?
        var cover: VideoFrame?
        /// The number of the present item. Posts for earlier items are ignored.
        var item = 0
    }

    private let state = Monitor(State())
    private let wakeUp: WakeUp

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    var snapshot: PlaybackSnapshot { state.withLock { $0.snapshot } }

    var subtitles: SubtitleBoard? {
        get { state.withLock { $0.subtitles } }
        set { state.withLock { $0.subtitles = newValue } }
    }

    /// Returns the number for posting snapshots. `answered` is the newest command about the previous item.
    func beginItem(_ input: SessionInput, _ options: SessionOptions, answered: Int) -> Int {
        state.withLock { state in
            state.item += 1
            state.subtitles = nil
            state.cover = nil
            state.snapshot = PlaybackSnapshot(of: input, options)
            state.snapshot.status = .loading
            state.snapshot.answered = answered
            return state.item
        }
    }

    func endItem(answered: Int) {
        state.withLock { state in
            state.item += 1
            state.subtitles = nil
            state.cover = nil
            state.snapshot = state.snapshot.settings
            state.snapshot.status = .stopped
            state.snapshot.answered = answered
        }
        wakeUp.signal()
    }

    var cover: VideoFrame? { state.withLock { $0.cover } }

    func setCover(_ cover: VideoFrame, item: Int) { state.withLock { if $0.item == item { $0.cover = cover } } }

    /// Changes the settings for the next item while there is none.
    func change(_ change: (inout PlaybackSnapshot) -> Void) {
        state.withLock { change(&$0.snapshot) }
        wakeUp.signal()
    }

    func post(_ snapshot: PlaybackSnapshot, events: [TimedEvent], item: Int) {
        let isNews = state.withLock { state in
            state.events += events
            if state.events.count > Self.maximumEvents {
                state.events.removeFirst(state.events.count - Self.maximumEvents)
            }
            // Before the first item the settings are those of `change`, which the loop does not know.
            guard item == state.item, item > 0 else { return !events.isEmpty }
            let isNews = !events.isEmpty || state.snapshot.lasting != snapshot.lasting
            state.snapshot = snapshot
            return isNews
        }
        if isNews { wakeUp.signal() }
    }

    func takeEvents() -> [TimedEvent] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }
}

extension PlaybackSnapshot {
    init(of input: SessionInput, _ options: SessionOptions) {
        self.init()
        item = input.name
        title = input.title ?? input.name.split(separator: "/").last.map(String.init) ?? input.name
        apply(options)
    }

    fileprivate mutating func apply(_ options: SessionOptions) {
        copy(CarriedSetting.allCases, from: options)
        selection = options.selection
        loopFile = options.loopFile
        abLoopStart = options.abLoopStart
        abLoopEnd = options.abLoopEnd
    }

    fileprivate var settings: PlaybackSnapshot {
        var options = SessionOptions()
        options.adopt(self)
        var result = PlaybackSnapshot()
        result.copy(CarriedSetting.allCases, from: options)
        return result
    }

    /// The snapshot without its continuously changing parts, which readers poll.
    fileprivate var lasting: PlaybackSnapshot {
        var copy = self
        copy.clock = .zero
        copy.buffered = nil
        copy.audioLevels = []
        copy.statistics = PlaybackStatistics()
        copy.stream?.statistics = StreamStatistics()
        copy.audioStatus?.delay = .zero
        copy.network?.bitsPerSecond = nil
        copy.network?.byteCount = 0
        return copy
    }
}
