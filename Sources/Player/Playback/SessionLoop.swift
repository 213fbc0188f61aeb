import Media
import MediaSources
import PlayCore
import PlaybackModel
import Synchronization

/// The body of the `playback` thread: the state machine, the clock, the pacing. Everything in it is touched by that
/// thread only.
///
/// It never blocks but on its doorbell, until the next deadline: the next frame, a look at the buffers, the end of a
/// loop. When the decoders are slow, it waits and says so (stalled); when the terminal is slow, the `picture` thread
/// drops.
final class SessionLoop {
    /// How often buffers, device and levels are looked at while playing.
    private static let checkInterval: HostTime = .milliseconds(50)
    /// How often the sound is asked whether it has begun: the picture waits for it.
    private static let startInterval: HostTime = .milliseconds(4)
    /// Likewise while paused and reading ahead.
    private static let idleInterval: HostTime = .milliseconds(500)

    private let inbox: Inbox
    private let board: SnapshotBoard
    let doorbell: Doorbell
    private let makeAudioSink: @Sendable (AudioFormat) -> any AudioSink
    private let hostClock: any HostClock
    let picture: PictureWorker

    var state = SessionState()
    var clock = PlaybackClock()
    var snapshot = PlaybackSnapshot()
    var input: SessionInput?
    var options = SessionOptions()
    var pipeline: ItemPipeline?
    var facts: ItemFacts?
    var generation = Generation()
    private var lastGeneration = Generation()
    /// Items that are open and read ahead.
    var standbys: [StandbyItem] = []
    /// Those that are to be, and wait.
    var unopened: [PreloadItem] = []
    /// What a standby has asked for already, until the item's own first request.
    var prepared: DemuxRequest?
    /// Where the item's bytes come from, if that is a network.
    var network: (any NetworkLink)? {
        didSet { diskBuffer = network as? any DiskBuffer }
    }
    /// ADV-60: of that network; nil: all that is read ahead lies in memory.
    private(set) var diskBuffer: (any DiskBuffer)?
    /// …and what lies there, beyond what is in memory.
    var heldOnDisk = MediaTime.zero
    /// More is on its way there.
    var isFillingDisk = false
    /// From the first item over a network on.
    var networkWatch: (any NetworkWatch)?
    var seenArrivals = 0
    private let makeNetworkWatch: NetworkWatchMaker?
    /// ARCH-22: the resumption under way, and the item's last one.
    var reconnection: Reconnection?
    var lastReconnection: Reconnection?
    /// It has failed because its network did not bring it: when that comes back, so may the item.
    var failedForNetwork = false
    /// What ended reading before the item's end: it ends playing, once what is there has played.
    var supplyFailure: MediaError?
    var watched = WatchedTime()
    var liveCatchUp = LiveCatchUp()
    /// ARCH-38.
    var preferredBuffer = MediaTime.zero
    /// Set from a request until its first picture and sound are there.
    var preroll: Preroll?
    var videoTrack: Int?
    var audioTrack: Int?
    /// ARCH-32. Goes on from item to item.
    var isPictureAttached = true
    /// Tracks of text of a stream; goes on when an item is opened anew.
    var wantedTexts: Set<Int> = []
    /// What ``videoTrack`` will be when the picture is attached again.
    var detachedVideoTrack: Int?
    /// INFO-16: from outside the container.
    var cover: VideoFrame?
    var hasLookedForCover = false
    /// Times of the frame on show.
    var shown: FramePacer.Timing?
    /// Frames to step forward that are not decoded yet.
    var pendingSteps = 0
    /// Stepping moved the picture away from the sound: playing on begins with a seek.
    var needsResync = false
    var revertPosition: MediaTime?
    var endPosition: MediaTime?
    var loopsLeft: Int? = 0
    var deviceState: AudioSinkStatus.Device?
    /// The bitmaps on the picture.
    var shownSubtitle: SubtitlePicture?
    /// What the item goes on with from the next round on.
    var reopening: Reopening?
    private var events: [TimedEvent] = []
    /// Goes on from item to item, as the numbers do.
    private var answers = CommandAnswers()
    /// What the newest snapshot says of the queues comes from here.
    var publishedFill: PacketQueue.Fill?
    private var isDestroyed = false
    /// Goes on from item to item: a reader tells a new notice by its number.
    private var noticeNumber = 0
    /// See ``SnapshotBoard/beginItem(_:_:)``.
    private var itemNumber = 0

    enum Reopening {
        /// ADV-25: in another coding, from where it is.
        case spare(SessionInput)
        /// By itself from its start, where one cannot seek in it.
        case loop
    }

    struct Preroll {
        let generation: Generation
        let target: MediaTime
        let mode: StreamStart.Mode
        /// From the `demux` thread.
        var start: MediaTime?
        /// Time of the first picture, once it is on show.
        var first: MediaTime?
    }

    init(
        inbox: Inbox, board: SnapshotBoard, doorbell: Doorbell, picture: PictureWorker,
        makeAudioSink: @escaping @Sendable (AudioFormat) -> any AudioSink, hostClock: any HostClock,
        watchNetwork: NetworkWatchMaker?
    ) {
        makeNetworkWatch = watchNetwork
        self.inbox = inbox
        self.board = board
        self.doorbell = doorbell
        self.picture = picture
        self.makeAudioSink = makeAudioSink
        self.hostClock = hostClock
    }

    var now: HostTime { hostClock.now }

    func run() {
        var seen: UInt64 = 0
        while !isDestroyed {
            for item in inbox.take() { handle(item) }
            let deadline = tick()
            if isDestroyed { break }
            seen = doorbell.wait(after: seen, until: deadline)
        }
    }

    private func handle(_ item: Inbox.Item) {
        switch item {
        case .setUp(let input, let options, let number):
            reset(clearsPicture: options.clearsPictureFirst, isResuming: options.resumes)
            itemNumber = number
            setUp(input, options)
        case .preload(let items): preload(items)
        case .command(let command, let number):
            perform(command)
            answers.add(number, jumps: command.jumps && preroll != nil)
        case .reset: reset()
        case .destroy:
            reset()
            preload([])
            isDestroyed = true
            publish()
        }
    }

    /// One round; returns when to come back without being rung.
    private func tick() -> HostTime? {
        followReconnection()
        if let pipeline {
            for event in pipeline.events.take() { handle(event) }
        }
        reopen()
        openStandbys()
        prepareStandbys()
        guard let pipeline else {
            publish()
            return reconnectionDeadline
        }
        finishPrerollIfReady(pipeline)
        updateClock(pipeline)
        stepIfPending(pipeline)
        let due = pace(pipeline)
        checkLoopAndEnd(pipeline)
        showSubtitle(pipeline)
        followStream(pipeline)
        catchUpWithLive(pipeline)
        optimizeBuffer(pipeline)
        checkSupply(pipeline)
        watchNetwork()
        checkDevice(pipeline)
        publish()
        return deadline(due, pipeline)
    }

    private func deadline(_ due: HostTime?, _ pipeline: ItemPipeline) -> HostTime? {
        if facts?.isStillImage == true, state.isAdvancing, preroll == nil, clock.isRunning,
            pipeline.packets.fill.inputEnded
        {
            // Nothing moves until it has been shown for long enough.
            return options.imageDisplayDuration.map { clock.reading(at: now).hostTime(of: $0) }
        }
        // Its pipeline has failed and goes in the next round.
        if isWaitingForTry { return now }
        if state.isAdvancing, preroll == nil, !clock.isRunning { return now + Self.startInterval }
        if state.status == .playing || state.status == .stalled || state.status == .loading || preroll != nil {
            let check = now + Self.checkInterval
            return min(due ?? check, check)
        }
        // As it was published: what has changed since then is published before the long sleep.
        let isSettled = unopened.isEmpty && !isFillingDisk && publishedFill.map { $0.inputEnded || $0.isFull } ?? false
        return isSettled || state.status == .failed ? nil : now + Self.idleInterval
    }

    // MARK: items

    private func setUp(_ input: SessionInput, _ options: SessionOptions) {
        self.input = input
        self.options = options
        adopt(options)
        note(state.setUp(resuming: options.resumes))
        snapshot.waitingSince = now
        if let refusal = input.refusal {
            fail(refusal)
        } else if let standby = takeStandby(of: input) {
            takeOver(standby)
        } else {
            pipeline = openPipeline(input, options)
        }
        if let cover = input.cover { pipeline?.loadCover([cover]) }
        // Not by a command, which might come after opening has failed and would mean trying again.
        if options.plays { perform(.play) }
    }

    func openPipeline(_ input: SessionInput, _ options: SessionOptions) -> ItemPipeline {
        let pipeline = ItemPipeline(input: input, options: options, rate: options.rate, doorbell: doorbell)
        // From the first picture on, which is the one that is waited for.
        pipeline.hints.shownHeight.store(picture.gridHeight, ordering: .relaxed)
        tellPictureInterval(pipeline, rate: options.rate)
        return pipeline
    }

    /// ARCH-21: the same item anew, after a failure. Until it is open or has failed again it is loading, so a second
    /// call does nothing (ARCH-22).
    func retry() {
        guard let input else { return }
        let options = options.resuming(snapshot)
        reset(isResuming: true)
        setUp(input, options)
    }

    /// See ``reopening``. The session is the same: to whoever looks on it is a resumption (ARCH-21).
    private func reopen() {
        guard let reopening, var next = input else { return }
        self.reopening = nil
        guard state.status != .failed else { return }
        snapshot.clock = clock.reading(at: now)
        var options = options.resuming(snapshot)
        options.plays = state.wantsPlay
        switch reopening {
        case .spare(let spare): next = spare
        case .loop: options.start = nil
        }
        let (notices, loops) = (snapshot.notices, loopsLeft)
        reset(clearsPicture: false, isResuming: true)
        setUp(next, options)
        snapshot.notices = notices
        loopsLeft = loops
    }

    private func adopt(_ options: SessionOptions) {
        if let input { snapshot = PlaybackSnapshot(of: input, options) }
        loopsLeft = options.loopFile
        picture.setScalingMode(options.scalingMode)
        picture.setAdjustment(options.adjustment)
        picture.setSharpening(options.sharpening)
        clock = PlaybackClock()
        clock.setRate(options.rate, at: now)
    }

    /// CTRL-04.
    ///
    /// - Parameter isResuming: the item itself goes on afterwards: it is not over.
    private func reset(clearsPicture: Bool = true, isResuming: Bool = false) {
        let events = state.reset()
        if !isResuming {
            note(events)
            wantedTexts = []
        }
        closePipeline()
        reconnection = nil
        lastReconnection = nil
        reopening = nil
        revertPosition = nil
        watched = WatchedTime()
        preferredBuffer = .zero
        cover = nil
        hasLookedForCover = false
        if clearsPicture { picture.clear() }
        clock = PlaybackClock()
        snapshot = PlaybackSnapshot()
    }

    /// Waits for its threads. What is known of the item, and its last picture, stay.
    func closePipeline() {
        pipeline?.close()
        pipeline = nil
        network = nil
        heldOnDisk = .zero
        snapshot.network = nil
        snapshot.buffered = nil
        supplyFailure = nil
        failedForNetwork = false
        facts = nil
        preroll = nil
        videoTrack = nil
        audioTrack = nil
        detachedVideoTrack = nil
        shown = nil
        pendingSteps = 0
        needsResync = false
        endPosition = nil
        deviceState = nil
        shownSubtitle = nil
        picture.setSubtitle(nil)
        liveCatchUp = LiveCatchUp()
        prepared = nil
    }

    /// Begins to watch the machine's network, once.
    func beginNetworkWatch() {
        guard networkWatch == nil else { return }
        networkWatch = makeNetworkWatch?(doorbell)
        seenArrivals = networkWatch?.arrivals ?? 0
    }

    /// PLAY-31.
    func fail(_ error: PlayError) {
        snapshot.error = error
        note(state.fail())
        clock.stop(at: now)
        preroll = nil
        pipeline?.sink?.pause()
    }

    func openSink(for track: TrackInfo, _ pipeline: ItemPipeline) {
        guard pipeline.sink == nil, case .audio(let rate, let channels) = track.kind else { return }
        let format = AudioFormat(
            sampleRate: (8000...192_000).contains(rate) ? rate : 48_000, channelCount: min(max(channels, 1), 8))
        let sink = makeAudioSink(format)
        sink.setVolume(Self.amplitude(percent: snapshot.volume))
        sink.setMuted(snapshot.isMuted)
        sink.setChannelOutput(snapshot.channelOutput)
        pipeline.attach(sink)
    }

    /// Cubic, as mpv has it: equal steps sound equal. 100 → 1, 130 → 2.2.
    static func amplitude(percent: Int) -> Float {
        let share = Float(min(max(percent, 0), 130)) / 100
        return share * share * share
    }

    func newGeneration() -> Generation {
        lastGeneration = lastGeneration.next
        return lastGeneration
    }

    // MARK: publishing

    func note(_ list: [LifecycleEvent]) {
        let position = clock.position(at: now)
        events += list.map { event in
            TimedEvent(
                event: event, position: position, hostTime: now, item: itemNumber,
                error: event == .fail ? snapshot.error : nil)
        }
    }

    func notice(_ notice: PlaybackNotice) {
        noticeNumber += 1
        snapshot.notices.append(NumberedNotice(number: noticeNumber, notice: notice))
        if snapshot.notices.count > 16 { snapshot.notices.removeFirst() }
    }

    /// For those who want the cover itself; it replaces the one before.
    func publish(_ cover: VideoFrame) {
        snapshot.coverCount += 1
        board.setCover(cover, item: itemNumber)
    }

    private func publish() {
        snapshot.status = state.status
        snapshot.isSeeking = state.isSeeking
        snapshot.seekCount = state.seekCount
        snapshot.wantsPlay = state.wantsPlay
        snapshot.clock = clock.reading(at: now)
        let isWaiting = state.status == .loading || state.status == .stalled || state.isSeeking
        if preroll == nil { answers.settle() }
        snapshot.answered = answers.answered
        snapshot.waitingSince = isWaiting ? snapshot.waitingSince ?? now : nil
        if let pipeline { fill(from: pipeline) }
        board.subtitles = pipeline?.subtitles
        board.post(snapshot, events: events, item: itemNumber)
        events = []
    }
}
