import Media
import MediaSources
import PlayCore
import PlaybackModel
import Synchronization

/// The body of the `playback` thread: passes commands, reports and readings to ``PlaybackMachine``, performs its
/// decisions, and shows due pictures. It blocks only on its doorbell, until the next deadline: the next frame, a check
/// of the buffers, the end of a loop. A slow decoder causes a stall; a slow terminal makes the `picture` thread drop
/// frames.
final class SessionLoop {
    private let inbox: Inbox
    private let board: SnapshotBoard
    private let doorbell: Doorbell
    let makeAudioSink: @Sendable (AudioFormat) -> any AudioSink
    private let makeNetworkWatch: NetworkWatchMaker?
    private let hostClock: any HostClock
    let picture: PictureWorker

    var machine = PlaybackMachine()
    var pipeline: ItemPipeline?
    /// The pipeline of a silent transmission that is opened again. Its connection is closed once the next one is open.
    private var silentPipeline: ItemPipeline?
    /// The previous item's sound, until it is known whether the next one can use it.
    var leftSound: ItemSound?
    var standbys: [StandbyItem] = []
    /// The live item in progress, opened again while the rest of it plays.
    var ahead: StandbyItem?
    var unopened: [PreloadItem] = []
    var network: (any NetworkLink)?
    /// `nil` if the read-ahead is only in memory.
    var diskBuffer: (any DiskBuffer)?
    /// Created for the first item over a network.
    private var networkArrivals = Arrivals()
    /// The watch of the live item with this serial number.
    private var lineWatch: (watch: (any LineWatch)?, serial: Int) = (nil, 0)
    private var lineArrivals = Arrivals()
    private var isDestroyed = false

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

    func run() {
        var seen: UInt64 = 0
        while !isDestroyed {
            for item in inbox.receive() { handle(item) }
            let deadline = tick()
            if isDestroyed { break }
            seen = doorbell.wait(after: seen, until: deadline)
        }
    }

    func tell(_ body: (inout PlaybackMachine) -> Void) {
        machine.now = hostClock.now
        body(&machine)
        carryOut()
    }

    private func carryOut() {
        // Actions may produce further reports.
        while true {
            let actions = machine.takeActions()
            if actions.isEmpty { return }
            for action in actions { perform(action) }
        }
    }

    var now: HostTime { hostClock.now }

    private func handle(_ item: Inbox.Item) {
        switch item {
        case .setUp(let input, let options, let number): tell { $0.setUp(input, options, number: number) }
        case .preload(let items): preload(items)
        case .command(let command, let number):
            tell {
                $0.perform(command)
                $0.answer(command, number: number)
            }
        case .addSound(let sound, let isWanted): tell { $0.add(sound, isWanted: isWanted) }
        case .reset: tell { $0.reset() }
        case .destroy:
            tell { $0.reset() }
            preload([])
            isDestroyed = true
            publish(nil)
        }
    }

    func handle(_ event: WorkerEvent) {
        if case .network(let source) = event {
            network = source
            diskBuffer = source as? any DiskBuffer
        }
        if event.endsOpening {
            silentPipeline?.close()
            silentPipeline = nil
        }
        tell { $0.handle(event) }
    }

    /// Runs one round. Returns when the next one is due without a signal.
    private func tick() -> HostTime? {
        let (hasInterface, hasLine) = (networkArrivals.haveGrown(), lineArrivals.haveGrown())
        let hasNetworkCome = hasInterface || hasLine
        let source = hasNetworkCome ? network?.network : nil
        tell { $0.followReconnection(hasNetworkCome: hasNetworkCome, source: source) }
        if let pipeline {
            for event in pipeline.events.receive() { handle(event) }
        }
        tell { $0.reopen() }
        openStandbys()
        prepareStandbys()
        prepareAhead()
        closeUnusedSound()
        guard let pipeline else {
            publish(nil)
            return machine.reconnectionDeadline
        }
        return tick(pipeline)
    }

    private func tick(_ pipeline: ItemPipeline) -> HostTime? {
        finishPreroll(pipeline)
        if machine.followsSound, let reading = pipeline.sink?.clock { tell { $0.updateClock(reading) } }
        stepIfPending(pipeline)
        tell { $0.followRegions() }
        let due = pace(pipeline)
        let reading = reading(of: pipeline)
        tell { $0.checkLoopAndEnd(reading) }
        showSubtitle(pipeline)
        followStream(reading.fill)
        tell { $0.catchUpWithLive(readTo: reading.fill.end) }
        readAhead(pipeline)
        tell { $0.leapOverHole(reading.fill) }
        tell { $0.checkSupply(reading) }
        tell { $0.followLine(reading.fill) }
        watchNetwork()
        if let status = pipeline.sink?.status {
            machine.item.snapshot.audioStatus = status
            tell { $0.checkDevice(status.device) }
        }
        publish(self.pipeline == nil ? nil : reading.fill)
        return machine.deadline(due, reading, hasWaiting: !unopened.isEmpty)
    }

    // MARK: actions

    private func perform(_ action: PlaybackAction) {
        switch action {
        case .open(let input, let options): open(input, options)
        case .openAhead(let input, let options): openAhead(PreloadItem(input: input, options: options))
        case .closeAhead: closeAhead()
        case .close(let keepsConnection): close(keepsConnection: keepsConnection)
        case .openSound(let format): openSound(format)
        case .submit(let request): pipeline?.submit(request)
        case .flushSound(let generation): pipeline?.sink?.flush(to: generation)
        case .playSound: pipeline?.sink?.play()
        case .pauseSound: pipeline?.sink?.pause()
        case .setVolume(let percent): setVolume(percent)
        case .setMuted(let isMuted): pipeline?.sink?.setMuted(isMuted)
        case .setChannelOutput(let output): pipeline?.sink?.setChannelOutput(output)
        case .setRate(let rate): pipeline?.audioState.rate = rate
        case .setAudioDelay(let delay): pipeline?.audioState.delay = delay
        case .setSilence(let rule): pipeline?.audioState.silence = rule
        case .setSoundShape(let shape): pipeline?.audioState.shape = shape
        case .setMutedRanges(let ranges): pipeline?.audioState.muted = ranges
        case .switchOff(let lane): pipeline?.packets.switchOff(lane)
        case .flushFrames(let generation): pipeline?.frames.flush(to: generation)
        case .selectPictureSubtitle(let track): pipeline?.subtitles.pictureTrack = track
        case .requestSwitch: pipeline?.packets.requestSwitch()
        case .setThresholds(let thresholds): pipeline?.packets.setThresholds(thresholds)
        case .loadCover(let sources): pipeline?.loadCover(sources)
        case .addSound(let sound, let isWanted): pipeline?.add(sound, isWanted: isWanted)
        case .removeSound(let track): pipeline?.packets.change(.remove(track: track))
        case .reloadNetwork: network?.reload()
        case .watchNetwork: beginNetworkWatch()
        case .probeLine(let input, let isActive): probeLine(input, isActive)
        case .selectDefinition(let index): machine.item.run.opened?.stream?.selectDefinition(index)
        case .selectAngle(let track): machine.item.run.opened?.stream?.selectAngle(track)
        case .selectTexts(let tracks): machine.item.run.opened?.stream?.selectTexts(tracks)
        case .runAgainAtOnce: doorbell.ring()
        case .publishCover(let cover): board.setCover(cover, item: machine.itemNumber)
        case .show, .showCover, .clearPicture, .refreshPicture, .setScalingMode, .setAdjustment, .setPictureView,
            .setSharpening,
            .setSubtitle:
            performOnPicture(action)
        }
    }

    private func performOnPicture(_ action: PlaybackAction) {
        switch action {
        case .show(let frame): picture.show(frame, due: nil, isStill: true)
        case .showCover(let frame): picture.showCover(frame)
        case .clearPicture: picture.clear()
        case .refreshPicture: picture.refresh(isStill: !machine.item.state.isAdvancing)
        case .setScalingMode: picture.setScalingMode(machine.item.snapshot.scalingMode)
        case .setPictureView: picture.setView(machine.item.snapshot.view)
        case .setAdjustment: picture.setAdjustment(machine.item.snapshot.adjustment)
        case .setSharpening: picture.setSharpening(machine.item.options.sharpening)
        case .setSubtitle(let subtitle): picture.setSubtitle(subtitle)
        default: break
        }
    }

    func openPipeline(_ input: SessionInput, _ options: SessionOptions) -> ItemPipeline {
        let pipeline = ItemPipeline(input: input, options: options, rate: options.rate, doorbell: doorbell)
        // Before the first picture, for which playback waits.
        pipeline.hints.shownHeight.store(shownHeight, ordering: .relaxed)
        setPictureInterval(pipeline, options, rate: options.rate)
        return pipeline
    }

    private func open(_ input: SessionInput, _ options: SessionOptions) {
        picture.setProtected(options.forbidsCapture)
        if let standby = removeStandby(of: input) { adopt(standby) } else { pipeline = openPipeline(input, options) }
    }

    private func close(keepsConnection: Bool) {
        if machine.item.reconnection == nil { closeAhead() }
        leaveSound(of: pipeline, keepsConnection: keepsConnection)
        silentPipeline?.close()
        silentPipeline = keepsConnection ? pipeline : nil
        pipeline = nil
        network = nil
        diskBuffer = nil
    }

    private func beginNetworkWatch() {
        if networkArrivals.watch == nil { networkArrivals = Arrivals(makeNetworkWatch?(doorbell)) }
        watchNetwork()
    }

    private func probeLine(_ input: SessionInput, _ isActive: Bool) {
        if input.serial != lineWatch.serial {
            lineWatch = (input.watchLine?(doorbell), input.serial)
            lineArrivals = Arrivals(lineWatch.watch)
        }
        lineWatch.watch?.setActive(isActive)
    }

    private struct Arrivals {
        let watch: (any NetworkWatch)?
        private var seen: Int

        init(_ watch: (any NetworkWatch)? = nil) {
            self.watch = watch
            seen = watch?.arrivals ?? 0
        }

        /// Returns whether there are more than at the last call.
        mutating func haveGrown() -> Bool {
            let before = seen
            seen = watch?.arrivals ?? 0
            return seen != before
        }
    }

    // MARK: publishing

    private func publish(_ fill: PacketQueue.Fill?) {
        machine.now = hostClock.now
        machine.describe()
        if let fill, let pipeline {
            machine.describe(fill)
            // Without a picture the level meter is shown.
            if machine.item.run.opened?.cover == nil, machine.item.run.videoTrack == nil, let sink = pipeline.sink {
                machine.item.snapshot.audioLevels = sink.levels
            }
        }
        board.subtitles = pipeline?.subtitles
        board.post(machine.item.snapshot, events: machine.takeEvents(), item: machine.itemNumber)
    }
}
