import Media
import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
    mutating func checkSupply(_ reading: PipelineReading) {
        guard item.run.preroll == nil else { return }
        if item.state.status == .stalled {
            guard reading.fill.canResume, !leapOverHole(reading.fill) else { return }
            note(item.state.recover())
            item.run.lowLatency.resume(at: now)
            startOutputs()
            return
        }
        guard item.state.isAdvancing, !reading.fill.inputEnded, isStarved(reading) else { return }
        note(item.state.starve())
        item.snapshot.statistics.stallCount += 1
        if item.snapshot.liveState?.lowLatency != nil { item.run.lowLatency.stall(at: now) }
        item.clock.stop(at: now)
        emit(.pauseSound)
    }

    private func isStarved(_ reading: PipelineReading) -> Bool {
        let fill = reading.fill
        if item.run.audioTrack != nil, item.run.hasSound {
            guard let sound = reading.sound else { return false }
            return fill.isEmpty[Lane.audio.rawValue] == true && sound.generation == item.run.generation
                && sound.state == .starved
        }
        guard item.run.videoTrack != nil, fill.isEmpty[Lane.video.rawValue] == true, reading.hasNoFrames else {
            return false
        }
        return item.run.shown.map { item.clock.position(at: now) >= $0.time + $0.duration } ?? false
    }

    /// Skips a gap in a live item that would freeze the picture for longer than a stall. After a stall, which has
    /// waited already, skips any gap.
    @discardableResult
    mutating func leapOverHole(_ fill: PacketQueue.Fill) -> Bool {
        let isStalled = item.state.status == .stalled
        guard isLive, item.state.isAdvancing || isStalled, item.run.preroll == nil else { return false }
        let position = item.clock.position(at: now)
        let hole = fill.holes.first { hole in
            hole.length > (isStalled ? Self.leastLeap : item.options.networkBuffer.high)
                && hole.start <= (isStalled ? position + Self.leastLeap : position)
                && position < hole.end - Self.leastLeap
        }
        guard let hole else { return false }
        Log.shared.write(.info, "playback", "\(hole.length.inSeconds) s are missing, and leapt over")
        request(.time(hole.end), mode: .exact, at: hole.end)
        note(item.state.beginSeek())
        return true
    }

    /// Shorter gaps are not skipped: a skip costs about as much.
    private static let leastLeap = MediaTime.milliseconds(500)

    mutating func checkDevice(_ device: AudioSinkStatus.Device) {
        guard device != item.run.deviceState else { return }
        let old = item.run.deviceState
        item.run.deviceState = device
        switch (old, device) {
        case (_, .absent(let reason)): notice(.noSoundDevice(reason: reason))
        case (_, .unheard(let reason)): notice(.soundUnheard(reason: reason))
        case (.unheard?, .open): notice(.soundHeard)
        case (_, .lost(let name, _)): notice(.soundDeviceLost(name: name))
        case (.lost?, .open(let name)), (.absent?, .open(let name)): notice(.soundDeviceBack(name: name))
        case (_, .open): break
        }
    }

    // MARK: reading ahead

    mutating func forwardBuffer() -> MediaTime {
        item.watched.note(item.clock.reading(at: now))
        // An explicit request overrides any method. Zero cancels it.
        if item.snapshot.forwardBuffer > .zero { return item.snapshot.forwardBuffer }
        let rules = item.run.hasNetwork ? item.options.networkBuffer : nil
        let wanted = item.options.buffer.forwardBuffer(
            watched: item.watched.total, preferred: item.snapshot.forwardBuffer, network: rules)
        let usual = wanted ?? LoadControl().targetDuration
        if forwardBytes != nil { return Self.longestTimeshift }
        return isReceived && !item.reception.isLive ? max(usual, Self.proof) : usual
    }
    /// The longest read-ahead of a paused live item.
    private static let longestTimeshift = MediaTime.seconds(3600)
    /// More than a server sends at once at the start. Later arrivals show whether an item is live.
    private static let proof = MediaTime.seconds(30)
    /// From this window on, the server itself keeps the media of a pause.
    private static let longWindow = MediaTime.seconds(600)

    /// Bytes to read ahead of a live item whose server soon drops them, so that a pause or a stall loses nothing.
    var forwardBytes: Int? {
        let isFleeting =
            isReceived
            ? item.reception.isLive : item.snapshot.liveState.map { $0.windowLength < Self.longWindow } ?? false
        return isFleeting && item.options.timeshiftBytes > 0 ? item.options.timeshiftBytes : nil
    }

    /// Bytes of taken packets to keep. Zero for a file, which the system caches.
    var keptBytes: Int {
        let isFile = !item.run.hasNetwork && item.run.opened?.canSeek == true
        if isFile { return 0 }
        let isChosen = item.options.keptBytes != SessionOptions.usualKeptBytes
        return isLive && !isChosen ? Self.liveKeptBytes : item.options.keptBytes
    }
    /// A live stream plays for hours, so that its kept packets always reach their bound.
    private static let liveKeptBytes = 32 << 20

    /// The media of taken packets to keep, or `nil` for no limit. For a live list as much as its window, because
    /// earlier positions cannot be reached. In steps, because windows vary.
    var keptDuration: MediaTime? {
        guard item.run.opened?.stream != nil, let live = item.snapshot.liveState, live.windowLength > .zero else {
            return nil
        }
        return Self.keptStep.scaled(by: (live.windowLength.inSeconds / Self.keptStep.inSeconds).rounded(.down) + 1)
    }
    private static let keptStep = MediaTime.seconds(10)

    /// Returns the read-ahead to hold in memory if the disk can hold the rest: more than the amount that ends a stall.
    func memoryShare(of wanted: MediaTime) -> MediaTime {
        min(wanted, max(LoadControl().targetDuration, item.options.networkBuffer.high + BufferOptimizer.pause))
    }

    /// Returns the media to hold on the disk: none until playback has the amount that ends a stall.
    func diskShare(of wanted: MediaTime) -> MediaTime {
        let isComfortable = item.run.publishedFill.map { $0.isFull || $0.canResume } ?? false
        return isComfortable ? wanted - memoryShare(of: wanted) : .zero
    }

    /// - Parameter held: the media on the disk, or `nil` if the disk cannot hold this item.
    mutating func diskHolds(_ held: MediaTime?, of wanted: MediaTime) {
        guard let held else {
            (item.run.heldOnDisk, item.run.isFillingDisk) = (.zero, false)
            return
        }
        item.run.heldOnDisk = held
        let end = item.run.publishedFill?.end ?? .zero
        item.run.isFillingDisk =
            held < wanted - memoryShare(of: wanted)
            && item.snapshot.duration.map { end + held < $0 - .milliseconds(500) } ?? true
    }

    mutating func describe(_ fill: PacketQueue.Fill) {
        item.run.publishedFill = fill
        item.snapshot.statistics.queuedBytes = fill.bytes
        item.snapshot.statistics.keptBytes = fill.keptBytes
        item.snapshot.held = readsOnce ? fill.held : nil
        item.snapshot.hasFullBuffer = fill.isFull || fill.inputEnded
        let (position, duration) = (item.snapshot.clock.position, item.snapshot.duration)
        item.snapshot.buffered = fill.end.map { end in
            let onDisk = end + item.run.heldOnDisk
            return MediaRange(start: position, end: duration.map { max(end, min($0, onDisk)) } ?? onDisk)
        }
        if fill.inputEnded, let duration { item.snapshot.buffered = MediaRange(start: position, end: duration) }
    }

    // MARK: bytes over a network, which may fail

    mutating func networkFound() {
        item.run.hasNetwork = true
        setThresholds()
        emit(.watchNetwork)
    }

    /// Sets the media needed to start and to resume. At low latency at most the distance to the edge.
    mutating func setThresholds() {
        let rules = item.options.networkBuffer
        var wanted = BufferThresholds(start: rules.start, resume: rules.high)
        if let distance = item.snapshot.liveState?.lowLatency {
            wanted.start = min(wanted.start, distance.scaled(by: 0.2))
            wanted.resume = min(wanted.resume, (distance + item.run.lowLatency.added).scaled(by: 0.6))
        }
        guard wanted != item.run.thresholds else { return }
        item.run.thresholds = wanted
        emit(.setThresholds(wanted))
    }

    var awaitsData: Bool {
        item.run.preroll != nil || item.state.status == .loading || item.state.status == .stalled
    }

    mutating func networkSaid(_ status: NetworkStatus) {
        let wasAsking = item.snapshot.network?.state == .asking
        let wasUnencrypted = item.snapshot.network?.isUnencrypted == true
        let names = item.snapshot.network?.names
        item.snapshot.network = status
        if status.names != names { useServerNames() }
        if status.isUnencrypted, !wasUnencrypted { notice(.unencrypted) }
        guard status.state == .asking, !wasAsking else { return }
        note([.networkRetry])
        switch item.options.retryAnswer {
        case .ask: break
        case .reload: emit(.reloadNetwork)
        case .stop: stopLoading()
        }
    }

    /// Sets the title: the station's current one, that in the bytes, the station's name, or the file's.
    mutating func useServerNames() {
        guard let names = item.snapshot.network?.names else { return }
        item.snapshot.tags.station = names.station
        guard item.options.title == nil else { return }
        let playing = names.title.flatMap { $0.isEmpty ? nil : $0 }
        item.snapshot.title =
            playing ?? item.snapshot.tags.title ?? names.station ?? names.file ?? item.snapshot.title
    }

    mutating func stopLoading() {
        if let reconnection = item.reconnection {
            endReconnection()
            fail(reconnection.error)
            return
        }
        guard item.run.hasNetwork, item.snapshot.network?.state == .asking else { return }
        let name = item.input?.name ?? ""
        let error = ByteSourceError(.timedOut, operation: "read", context: name)
        fail(PlayError(error.playErrorCode, reason: error.reason, item: name))
    }

    mutating func readFailed(_ error: MediaError) {
        if !item.state.isResuming { note([.failedToPlayToEndTime]) }
        guard case .source(let source) = error.code, source.isNetworkError else {
            // The readable parts of a damaged file play, and the file ends like any other item.
            notice(.readFailed(reason: error.reason))
            return
        }
        // The rest is played first, with the reason visible; see ``openAhead(_:_:)``.
        item.run.supplyFailure = error
        if item.state.status == .playing { notice(.readFailed(reason: error.reason)) }
    }

    /// After a read failure, retries or fails the item once the available media has played. Returns false without a
    /// failure.
    mutating func failForWantOfSupply() -> Bool {
        guard let failure = item.run.supplyFailure else { return false }
        failForNetwork(failure)
        return true
    }

    /// Opens a live item whose source has failed again while the rest of it plays: only the edge of such a source can
    /// be read again, which moves on meanwhile.
    mutating func openAhead(_ fill: PacketQueue.Fill, _ position: MediaTime) {
        guard let failure = item.run.supplyFailure, isWorthRetrying(failure),
            (fill.end ?? position) - position < Self.shortRest
        else { return }
        openAhead()
    }

    mutating func openAhead() {
        guard !item.run.isOpenedAhead, let input = item.input, isLive, readsOnce, canReconnect,
            item.run.aheadFailure.map({ now - $0.at >= $0.pause }) ?? true
        else { return }
        item.run.isOpenedAhead = true
        emit(.openAhead(input, reopeningOptions))
    }
    /// The pause doubles: a second socket for the same datagrams never opens.
    private static let (aheadPause, longestAheadPause) = (HostTime.milliseconds(500), HostTime.seconds(30))

    /// Handles the end of the opening that ``openAhead()`` began.
    mutating func endedOpeningAhead(hasFailed: Bool) {
        guard item.run.isOpenedAhead, item.reconnection == nil else { return }
        if hasFailed {
            let pause = item.run.aheadFailure.map { min($0.pause + $0.pause, Self.longestAheadPause) }
            (item.run.isOpenedAhead, item.run.aheadFailure) = (false, (now, pause ?? Self.aheadPause))
        } else {
            item.run.isAheadOpen = true
            if item.run.isSilent { failForNetwork(silence) }
        }
    }

    mutating func closeAhead() {
        item.run.aheadFailure = nil
        guard item.run.isOpenedAhead else { return }
        (item.run.isOpenedAhead, item.run.isAheadOpen) = (false, false)
        emit(.closeAhead)
    }

    private static let shortRest = MediaTime.seconds(3)

    /// Returns whether the server refused the connection before it sent any of the item.
    private func isFirstRefusal(_ failure: MediaError) -> Bool {
        guard case .source(let source) = failure.code, source.isConnectionRefused else { return false }
        return item.run.opened == nil && !item.state.isResuming
    }

    mutating func failForNetwork(_ failure: MediaError) {
        let error = PlayError(failure, item: item.input?.name ?? "")
        guard isWorthRetrying(failure) else { return fail(error) }
        // During a resumption only its end is reported.
        if !item.state.isResuming { note([.loadingTimeout]) }
        if !isFirstRefusal(failure), reconnect(after: error) { return }
        fail(error)
        item.run.failedForNetwork = canReconnect
    }
}
