package import Media
package import MediaSources
package import PlayCore
package import PlaybackModel

/// What plays: threads, queues and a sound output, given one item after another. Only the controller holds one; a
/// ``PlaybackSession`` is one item's share of it (what decodes is private to it).
///
/// All calls return at once and may come from any thread, except ``destroy()``, which waits for the threads to end. The
/// answer is the next snapshot; the wake-up tells that one with something new is there.
package final class PlaybackEngine: SessionEngine, Sendable {
    private let inbox: Inbox
    private let board: SnapshotBoard
    private let thread: Monitor<[WorkerThread]>
    private let picture: PictureWorker

    /// - Parameters:
    ///   - videoSink: gets the pictures.
    ///   - makeAudioSink: opens the sound output for an item, in the format of its sound; called on the `playback`
    ///     thread, must not block.
    ///   - wakeUp: signalled when the snapshot has changed in more than its times.
    ///   - watchNetwork: called on the `playback` thread when the first item over a network is opened.
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

    /// Opens an item; what was there is reset first. Playing starts with ``PlaybackCommand/play``.
    /// From here on the snapshot is this item's, never the old one's.
    ///
    /// - Returns: the number that the item's events carry.
    @discardableResult
    package func setUp(_ input: SessionInput, options: SessionOptions) -> Int {
        let number = board.beginItem(input, options, answered: inbox.lastNumber)
        inbox.put(.setUp(input, options, number))
        return number
    }

    /// Opens these and reads their beginning while another item plays; the most urgent first. Those that were
    /// asked for before and are not among them are closed. ``setUp(_:options:)`` with one of them finds it open.
    package func preload(_ items: [(input: SessionInput, options: SessionOptions)]) {
        inbox.put(.preload(items.map { PreloadItem(input: $0.input, options: $0.options) }))
    }

    /// Gives the item one more sound, in a file of its own; it is opened on a thread of its own.
    ///
    /// - Parameter isWanted: it plays as soon as it is open.
    package func add(_ sound: ExternalSound, isWanted: Bool) { inbox.put(.addSound(sound, isWanted: isWanted)) }

    /// - Returns: the command's number: see ``PlaybackSnapshot/answered``.
    @discardableResult
    package func send(_ command: PlaybackCommand) -> Int { inbox.put(command) }

    /// The item is left and none follows yet. From here on the snapshot is that of a stopped session with the item's
    /// settings and nothing else of it; the engine remains usable.
    package func stop() {
        board.endItem(answered: inbox.lastNumber)
        inbox.put(.reset)
    }

    /// Settings of the snapshot while there is no item: what it would begin with…
    package func setIdle(_ options: SessionOptions) { board.change { $0.apply(options) } }

    /// …and what the viewer makes of them.
    package func changeIdle(_ command: PlaybackCommand) { board.change { $0.set(command) } }

    /// State and data are emptied, the session remains usable.
    package func reset() { inbox.put(.reset) }

    /// Begins what ``destroy()`` waits for.
    package func end() { inbox.put(.destroy) }

    /// Ends for good. A second call does nothing.
    package func destroy() {
        end()
        let threads = thread.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in threads { thread.join() }
    }

    package var snapshot: PlaybackSnapshot { board.snapshot }

    /// The decoded frame at the time that is shown; shared, not copied, so nobody waits. Nil while there is no picture.
    package var shownFrame: VideoFrame? { picture.shownFrame }

    /// The picture that stands for the item, as it was decoded; nil while none was found.
    package var cover: VideoFrame? { board.cover }

    /// The picture as it was scaled for the pane; nil while there is none.
    package var shownPicture: ScaledPicture? { picture.shownPicture }

    /// The bitmaps of subtitles that lie over the picture; nil: none.
    package var shownSubtitle: SubtitlePicture? { picture.shownSubtitle }

    /// The text of the container's subtitles.
    ///
    /// - Parameter count: texts that the caller has of this item.
    package func subtitles(from count: Int) -> SubtitleNews {
        guard let news = board.subtitles?.news(from: count) else { return SubtitleNews(tracks: [], texts: []) }
        return SubtitleNews(tracks: news.tracks, texts: Array(news.texts))
    }

    /// The lifecycle events since the last call, oldest first.
    package func takeEvents() -> [TimedEvent] { board.takeEvents() }
}

/// What was asked of the session and not looked at yet.
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

    /// - Returns: the number that the command got.
    func put(_ command: PlaybackCommand) -> Int {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.items.append(.command(command, number: state.lastNumber))
            return state.lastNumber
        }
        doorbell.ring()
        return number
    }

    /// Of the newest command.
    var lastNumber: Int { state.withLock { $0.lastNumber } }

    func receive() -> [Item] {
        state.withLock { state in
            defer { state.items = [] }
            return state.items
        }
    }
}

/// The newest snapshot, for everyone who wants to know.
final class SnapshotBoard: Sendable {
    /// Events nobody took: a reader that is not there must not cost memory without end.
    private static let maximumEvents = 1024

    private struct State {
        var snapshot = PlaybackSnapshot.empty
        var events: [TimedEvent] = []
        var subtitles: SubtitleBoard?
        var cover: VideoFrame?
        /// Counts the items that were set up; what is posted for an older one is not news.
        var item = 0
    }

    private let state = Monitor(State())
    private let wakeUp: WakeUp

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    var snapshot: PlaybackSnapshot { state.withLock { $0.snapshot } }

    /// Of the item that plays.
    var subtitles: SubtitleBoard? {
        get { state.withLock { $0.subtitles } }
        set { state.withLock { $0.subtitles = newValue } }
    }

    /// - Parameter answered: the newest command: it was about the item before.
    /// - Returns: the number to post the item's snapshots with.
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

    /// No item: what is still posted of the last one is not news.
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

    /// Of the item that plays.
    var cover: VideoFrame? { state.withLock { $0.cover } }

    func setCover(_ cover: VideoFrame, item: Int) { state.withLock { if $0.item == item { $0.cover = cover } } }

    /// Settings that hold for the item that comes next, changed while there is none.
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
    /// What is known of an item before it is open.
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

    /// What the viewer set up, without the item.
    fileprivate var settings: PlaybackSnapshot {
        var options = SessionOptions()
        options.adopt(self)
        var result = PlaybackSnapshot()
        result.copy(CarriedSetting.allCases, from: options)
        return result
    }

    /// Without what changes all the time and can be read at leisure.
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
