import Adaptation
import Media
import MediaSources
import PlayCore
import PlaybackModel

/// What playing is and decides, without the threads, queues and devices that carry it out. Pure: commands, what the
/// workers report, what the pipeline shows and the time come in; ``PlaybackAction``s and the snapshot come out.
///
/// State is shaped by its lifetime: what lives as long as an item is ``Item``, what lives as long as a pipeline is
/// ``Run`` within it. Resetting either is assignment.
struct PlaybackMachine {
    /// Host time of what is being handled; whoever hands something in sets it before.
    var now = HostTime.zero
    var item = Item()
    /// Goes on from item to item.
    var isPictureAttached = true
    /// See ``SnapshotBoard/beginItem(_:_:answered:)``.
    var itemNumber = 0
    /// In the order of being carried out; the thread takes them.
    private(set) var actions: [PlaybackAction] = []
    private(set) var events: [TimedEvent] = []
    /// Goes on from item to item, as the numbers do.
    private var answers = CommandAnswers()
    private var lastGeneration = Generation()
    /// Goes on from item to item: a reader tells a new notice by its number.
    private var noticeNumber = 0

    /// From being set up until the next one is, through all resumptions.
    struct Item {
        var state = SessionState()
        var clock = PlaybackClock()
        var snapshot = PlaybackSnapshot()
        var input: SessionInput?
        var options = SessionOptions()
        var run = Run()
        /// The resumption under way, and the item's last one.
        var reconnection: Reconnection?
        var lastReconnection: Reconnection?
        /// When the last one was over.
        var reconnectedAt = HostTime.zero
        /// Of what is live and has no list.
        var reception = LiveReception()
        /// Stays while the item is opened again.
        var isBroadcast = false
        /// What the item goes on with from the next round on.
        var reopening: Reopening?
        var loopsLeft: Int? = 0
        var watched = WatchedTime()
        var regions = RegionFollower()
        /// Tracks of text of a stream; goes on when an item is opened anew.
        var wantedTexts: Set<Int> = []
        /// From outside the container.
        var cover: VideoFrame?
        var hasLookedForCover = false
    }

    /// From opening until the pipeline is closed.
    struct Run {
        var isOpen = false
        var hasSound = false
        var hasNetwork = false
        var opened: OpenedItem?
        var generation = Generation()
        /// Set from a request until its first picture and sound are there.
        var preroll: Preroll?
        /// What a standby has asked for already, until the item's own first request.
        var prepared: DemuxRequest?
        var videoTrack: Int?
        var audioTrack: Int?
        /// What ``videoTrack`` will be when the picture is attached again.
        var detachedVideoTrack: Int?
        /// Bitmaps are decoded of this one.
        var subtitleTrack: Int?
        var shownSubtitle: SubtitlePicture?
        /// Times of the frame on show.
        var shown: FramePacer.Timing?
        /// Frames to step forward that are not decoded yet.
        var pendingSteps = 0
        /// Stepping moved the picture away from the sound: playing on begins with a seek.
        var needsResync = false
        /// Up to where regions were followed; nil: not at all.
        var followed: MediaTime?
        var endPosition: MediaTime?
        /// At which the sound is played.
        var soundRate: PlaybackRate?
        var deviceState: AudioSinkStatus.Device?
        /// What ended reading before the item's end: it ends playing, once what is there has played.
        var supplyFailure: MediaError?
        /// It has failed because its network did not bring it: when that comes back, so may the item.
        var failedForNetwork = false
        var liveCatchUp = LiveCatchUp()
        var lowLatency = LowLatencyDistance()
        /// As they were set last.
        var thresholds: BufferThresholds?
        /// What the stream marks as adverts, as it was taken over, and what a container does.
        var adverts: [RegionMark] = []
        var containerAdverts: [RegionMark] = []
        /// For which the definition of a film was chosen.
        var streamGrid: PixelGrid?
        /// What lies on the disk beyond what is in memory.
        var heldOnDisk = MediaTime.zero
        /// More is on its way there.
        var isFillingDisk = false
        /// What the newest snapshot says of the queues comes from here.
        var publishedFill: PacketQueue.Fill?
    }

    enum Reopening {
        /// In another coding, from where it is.
        case spare(SessionInput)
        /// By itself from its start, where one cannot seek in it.
        case loop
    }

    struct Preroll {
        let generation: Generation
        let target: MediaTime
        let mode: StreamStart.Mode
        var arrival = Arrival.sought
        /// From the `demux` thread.
        var start: MediaTime?
        /// Time of the first picture, once it is on show.
        var first: MediaTime?
    }

    // MARK: what comes out

    mutating func emit(_ action: PlaybackAction) { actions.append(action) }

    /// What is to be done since the last call.
    mutating func takeActions() -> [PlaybackAction] {
        guard !actions.isEmpty else { return [] }
        defer { actions = [] }
        return actions
    }

    mutating func takeEvents() -> [TimedEvent] {
        guard !events.isEmpty else { return [] }
        defer { events = [] }
        return events
    }

    mutating func note(_ list: [LifecycleEvent]) {
        guard !list.isEmpty else { return }
        let position = item.clock.position(at: now)
        events += list.map { event in
            TimedEvent(
                event: event, position: position, hostTime: now, item: itemNumber,
                error: event == .fail ? item.snapshot.error : nil)
        }
    }

    mutating func notice(_ notice: PlaybackNotice) {
        noticeNumber += 1
        item.snapshot.notices.append(NumberedNotice(number: noticeNumber, notice: notice))
        if item.snapshot.notices.count > 16 { item.snapshot.notices.removeFirst() }
    }

    mutating func newGeneration() -> Generation {
        lastGeneration = lastGeneration.next
        return lastGeneration
    }

    /// A command was carried out.
    mutating func answer(_ command: PlaybackCommand, number: Int) {
        answers.add(number, jumps: command.jumps && item.run.preroll != nil)
    }

    /// The snapshot of now.
    mutating func describe() {
        let state = item.state
        item.snapshot.status = state.status
        item.snapshot.isSeeking = state.isSeeking
        item.snapshot.seekCount = state.seekCount
        item.snapshot.wantsPlay = state.wantsPlay
        item.snapshot.clock = item.clock.reading(at: now)
        let isWaiting = state.status == .loading || state.status == .stalled || state.isSeeking
        item.snapshot.waitingSince = isWaiting ? item.snapshot.waitingSince ?? now : nil
        let isLong = item.snapshot.waitingSince.map { now - $0 >= PlaybackSnapshot.shortWait } ?? false
        item.snapshot.isBuffering = state.status == .stalled || state.isSeeking && state.status != .loading && isLong
        if item.run.preroll == nil { answers.settle() }
        item.snapshot.answered = answers.answered
    }

    /// When to come back without being rung; nil: not at all.
    ///
    /// - Parameters:
    ///   - due: when the next frame is.
    ///   - hasWaiting: something is to be loaded ahead and waits for its turn.
    func deadline(_ due: HostTime?, _ reading: PipelineReading, hasWaiting: Bool) -> HostTime? {
        let fill = reading.fill
        let (state, clock) = (item.state, item.clock)
        let isPrerolling = item.run.preroll != nil
        if item.run.opened?.isStillImage == true, state.isAdvancing, !isPrerolling, clock.isRunning, fill.inputEnded {
            // Nothing moves until it has been shown for long enough.
            return item.options.imageDisplayDuration.map { clock.reading(at: now).hostTime(of: $0) }
        }
        // Its pipeline has failed and goes in the next round.
        if isWaitingForTry { return now }
        if state.isAdvancing, !isPrerolling, !clock.isRunning { return now + Self.startInterval }
        if state.isAdvancing, !isPrerolling, let next = item.regions.index.nextStart(after: clock.position(at: now)) {
            let check = min(lookTime(reading), clock.reading(at: now).hostTime(of: next))
            return min(due ?? check, check)
        }
        if state.status == .playing || state.status == .stalled || state.status == .loading || isPrerolling {
            let check = lookTime(reading)
            return min(due ?? check, check)
        }
        // As it was published: what has changed since then is published before the long sleep.
        let isRead = item.run.publishedFill.map { $0.inputEnded || $0.isFull } ?? false
        let isSettled = !hasWaiting && !item.run.isFillingDisk && isRead
        return isSettled || state.status == .failed ? nil : now + Self.idleInterval
    }

    private func lookTime(_ reading: PipelineReading) -> HostTime {
        let check = now + Self.checkInterval
        return min(check, expectedEnd(reading) ?? check)
    }

    /// How often buffers, device and levels are looked at while playing.
    private static let checkInterval: HostTime = .milliseconds(50)
    /// How often the sound is asked whether it has begun: the picture waits for it.
    private static let startInterval: HostTime = .milliseconds(4)
    /// Likewise while paused and reading ahead.
    private static let idleInterval: HostTime = .milliseconds(500)
}
