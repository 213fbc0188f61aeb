import Media
import MediaSources
import PlayCore
import PlaybackModel

/// The state and the decisions of playback, without the threads, queues and devices that perform them. Its inputs are
/// commands, reports of the workers, readings of the pipeline, and the time. Its outputs are ``PlaybackAction``s and
/// the snapshot. ``Item`` lives as long as an item, ``Run`` as long as a pipeline, so assigning one resets it.
struct PlaybackMachine {
    var now = HostTime.zero
    var item = Item()
    var isPictureAttached = true
    var itemNumber = 0
    private(set) var actions: [PlaybackAction] = []
    private(set) var events: [TimedEvent] = []
    private var answers = CommandAnswers()
    private var lastGeneration = Generation()
    private var noticeNumber = 0

    /// The state from one set-up to the next, through all resumptions.
    struct Item {
        var state = SessionState()
        var clock = PlaybackClock()
        var snapshot = PlaybackSnapshot()
        var input: SessionInput?
        var options = SessionOptions()
        var run = Run()
        var reconnection: Reconnection?
        var lastReconnection: Reconnection?
        var reconnectedAt = HostTime.zero
        /// Whether the line to the server is probed. `nil` unless the item is live.
        var probesLine: Bool?
        var reception = LiveReception()
        var isBroadcast = false
        /// How to continue from the next round on.
        var reopening: Reopening?
        var loopsLeft: Int? = 0
        var watched = WatchedTime()
        var regions = RegionFollower()
        /// The requested subtitle tracks. Kept while the item is reopened.
        var wantedTexts: Set<Int> = []
        var cover: VideoFrame?
        var hasLookedForCover = false
    }

    /// The state from opening until the pipeline is closed.
    struct Run {
        var isOpen = false
        var hasSound = false
        var hasNetwork = false
        var opened: OpenedItem?
        var generation = Generation()
        var preroll: Preroll?
        /// A standby's request, until the item's own first request.
        var prepared: DemuxRequest?
        var videoTrack: Int?
        var audioTrack: Int?
        var detachedVideoTrack: Int?
        var isPictureWithheld = false
        var subtitleTrack: Int?
        var shownSubtitle: SubtitlePicture?
        var shown: FramePacer.Timing?
        /// Frames to step forward that are not decoded yet.
        var pendingSteps = 0
        /// Whether stepping separated picture and sound, so that playback resumes with a seek.
        var needsResync = false
        var followed: MediaTime?
        var endPosition: MediaTime?
        var soundRate: PlaybackRate?
        var deviceState: AudioSinkStatus.Device?
        /// The failure that ended reading early. Playback ends with the available media.
        var supplyFailure: MediaError?
        /// Whether the item has been opened again for the time when the rest of it has played.
        var isOpenedAhead = false
        var isAheadOpen = false
        /// When that last failed, and the pause before it is repeated.
        var aheadFailure: (at: HostTime, pause: HostTime)?
        /// The end of the data read ahead, and since when it has not changed.
        var arrival: (end: MediaTime?, since: HostTime)?
        /// Whether a live item's data is missing, see ``followLine(_:)``.
        var isSilent = false
        /// Whether the item failed because it lost its network, and may resume with it.
        var failedForNetwork = false
        var liveCatchUp = LiveCatchUp()
        var lowLatency = LowLatencyDistance()
        var thresholds: BufferThresholds?
        /// The stream's adverts, as adopted. ``containerAdverts`` are a container's.
        var adverts: [RegionMark] = []
        var containerAdverts: [RegionMark] = []
        var streamGrid: PixelGrid?
        /// Media on the disk, beyond that in memory.
        var heldOnDisk = MediaTime.zero
        var isFillingDisk = false
        var publishedFill: PacketQueue.Fill?
    }

    enum Reopening {
        /// Opens the item in another coding, at the present position.
        case spare(SessionInput)
        /// Opens the item at its start, to loop one without seeks.
        case loop
    }

    struct Preroll {
        let generation: Generation
        let target: MediaTime
        let mode: StreamStart.Mode
        var arrival = Arrival.sought
        /// The position that the `demux` thread reported.
        var start: MediaTime?
        var first: MediaTime?
    }

    // MARK: outputs

    mutating func emit(_ action: PlaybackAction) { actions.append(action) }

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

    mutating func answer(_ command: PlaybackCommand, number: Int) {
        answers.add(number, jumps: command.jumps && item.run.preroll != nil)
    }

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

    /// Returns when the next round is due without a signal. `due`: a frame's time. `hasWaiting`: a preload waits.
    func deadline(_ due: HostTime?, _ reading: PipelineReading, hasWaiting: Bool) -> HostTime? {
        let fill = reading.fill
        let (state, clock) = (item.state, item.clock)
        let isPrerolling = item.run.preroll != nil
        if item.run.opened?.isStillImage == true, state.isAdvancing, !isPrerolling, clock.isRunning, fill.inputEnded {
            // Nothing changes before the picture's display time ends.
            return item.options.imageDisplayDuration.map { clock.reading(at: now).hostTime(of: $0) }
        }
        // Its pipeline has failed and is closed in the next round.
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
        // Uses the published state, since later changes are published before the long sleep.
        let isRead = item.run.publishedFill.map { $0.inputEnded || $0.isFull } ?? false
        let isSettled = !hasWaiting && !item.run.isFillingDisk && isRead
        return isSettled || state.status == .failed ? nil : now + Self.idleInterval
    }

    private func lookTime(_ reading: PipelineReading) -> HostTime {
        let check = now + Self.checkInterval
        return min(check, expectedEnd(reading) ?? check)
    }

    private static let checkInterval: HostTime = .milliseconds(50)
    /// How often the start of the sound, for which the picture waits, is checked.
    private static let startInterval: HostTime = .milliseconds(4)
    /// How often buffers, device and levels are checked while paused and reading ahead.
    private static let idleInterval: HostTime = .milliseconds(500)
}
