import Media
import MediaSources
import PlayCore
import PlaybackModel

extension PlaybackMachine {
    /// Stalls playback that ran out of data, and resumes it.
    mutating func checkSupply(_ reading: PipelineReading) {
        guard item.run.preroll == nil else { return }
        if item.state.status == .stalled {
            guard reading.fill.canResume, !leapOverHole(reading.fill) else { return }
            note(item.state.recover())
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

    /// Skips a gap in a live item that is longer than a stall can bridge: the picture would be frozen for as long. A
    /// stall has waited already, so any gap after it is skipped.
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
        // An explicit request applies with any method. Zero returns control.
        if item.snapshot.forwardBuffer > .zero { return item.snapshot.forwardBuffer }
        let rules = item.run.hasNetwork ? item.options.networkBuffer : nil
        let wanted = item.options.buffer.forwardBuffer(
            watched: item.watched.total, preferred: item.snapshot.forwardBuffer, network: rules)
        let usual = wanted ?? LoadControl().targetDuration
        if forwardBytes != nil { return Self.longestTimeshift }
        return isReceived && !item.reception.isLive ? max(usual, Self.proof) : usual
    }
    /// Beyond an hour nothing is kept.
    private static let longestTimeshift = MediaTime.seconds(3600)
    /// More than a server sends at once at the start. After this much, arrivals show whether an item is live.
    private static let proof = MediaTime.seconds(30)
    /// From this window on, the server itself keeps the media of a pause.
    private static let longWindow = MediaTime.seconds(600)

    /// Bytes to read ahead of a live item that its server soon drops, so that a pause or a stall loses nothing.
    var forwardBytes: Int? {
        let isFleeting =
            isReceived
            ? item.reception.isLive : item.snapshot.liveState.map { $0.windowLength < Self.longWindow } ?? false
        return isFleeting && item.options.timeshiftBytes > 0 ? item.options.timeshiftBytes : nil
    }

    /// Bytes of taken packets to keep. Zero for a file, which the system caches.
    var keptBytes: Int {
        let isFile = !item.run.hasNetwork && item.run.opened?.canSeek == true
        return isFile ? 0 : item.options.keptBytes
    }

    /// Returns the read-ahead to hold in memory if the disk can hold the rest: more than what ends a stall.
    func memoryShare(of wanted: MediaTime) -> MediaTime {
        min(wanted, max(LoadControl().targetDuration, item.options.networkBuffer.high + BufferOptimizer.pause))
    }

    /// Returns the media to hold on the disk. Zero until playback has what ends a stall.
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

    /// Sets the media needed to start and to resume. At low latency never more than the distance to the edge.
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

    /// Handles the viewer's answer "stop".
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
            // The readable parts of a damaged file play, and end like any other item.
            notice(.readFailed(reason: error.reason))
            return
        }
        // The rest is played first, with the reason visible; see ``isLeftForEdge(_:_:)``.
        item.run.supplyFailure = error
        if item.state.status == .playing { notice(.readFailed(reason: error.reason)) }
    }

    /// After a read failure, retries or fails the item once the available media ends. Returns false without a failure.
    mutating func failForWantOfSupply() -> Bool {
        guard let failure = item.run.supplyFailure else { return false }
        failForNetwork(failure)
        return true
    }

    /// Returns whether a live item whose source has failed is opened again before the rest has played: only the edge of
    /// such a source can be read again, which moves on meanwhile.
    func isLeftForEdge(_ fill: PacketQueue.Fill, _ position: MediaTime) -> Bool {
        guard let failure = item.run.supplyFailure, isLive, readsOnce, canReconnect, isWorthRetrying(failure) else {
            return false
        }
        return (fill.end ?? position) - position < Self.shortRest
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
