package import PlaybackModel

/// The status of a session and the lifecycle events that its changes raise. Pure.
///
///     unload ─setUp→ loading ─prerolled→ ready ─play→ playing ⇄ paused
///                       │                              │  ⇅ starved / recovered
///                       └──────── failed ←─────────────┤ stalled
///                                                      └ended→ reachEnd ─play→ playing (from the start)
package struct SessionState: Sendable, Equatable {
    package private(set) var status: PlayStatus = .unload
    /// The viewer wants it to play: loading, seeking and stalls go on to play by themselves.
    package private(set) var wantsPlay = false
    package private(set) var isSeeking = false
    /// Seeks that were begun in this item.
    package private(set) var seekCount = 0
    /// Between `ResumeBegin` and `ResumeComplete` or `ResumeFail`.
    package private(set) var isResuming = false
    /// The seek under way is the viewer's, whose end is an event.
    private var announcesSeekEnd = false

    package init() {}

    /// An item is being opened; it does not play by itself.
    ///
    /// - Parameter resuming: again, after a failure: until it is known how that goes nothing else is raised.
    package mutating func setUp(resuming: Bool = false) -> [LifecycleEvent] {
        self = SessionState()
        status = .loading
        isResuming = resuming
        return resuming ? [.resumeBegin] : [.playbackBufferEmpty]
    }

    /// The first picture or sound is there.
    package mutating func prerolled() -> [LifecycleEvent] {
        var events: [LifecycleEvent]
        switch status {
        case .loading:
            status = wantsPlay ? .playing : .ready
            events = isResuming ? [.resumeComplete] : [.playbackLikelyToKeepUp, .ready]
            if wantsPlay { events.append(.play) }
        case _ where isSeeking: events = [.playbackLikelyToKeepUp]
        default: events = []
        }
        if isSeeking, announcesSeekEnd { events.append(.seekEnd) }
        (isSeeking, isResuming, announcesSeekEnd) = (false, false, false)
        return events
    }

    /// - Returns: nil when there is nothing to play.
    package mutating func play() -> [LifecycleEvent]? {
        switch status {
        case .unload: return nil
        case .loading:
            wantsPlay = true
            return isResuming ? [] : [.playRequest]
        case .playing, .stalled:
            wantsPlay = true
            return []
        case .ready, .paused, .stopped, .reachEnd, .failed:
            wantsPlay = true
            status = .playing
            return [.playRequest, .play]
        }
    }

    package mutating func pause() -> [LifecycleEvent] {
        let wanted = wantsPlay
        wantsPlay = false
        switch status {
        case .playing, .stalled:
            status = .paused
            return [.pauseRequest, .pause]
        case .loading: return wanted && !isResuming ? [.pauseRequest] : []
        case .unload, .ready, .paused, .failed, .reachEnd, .stopped: return []
        }
    }

    /// Data is awaited for a seek; not a stall.
    ///
    /// - Parameter isAsked: the viewer wants to be elsewhere; false for the jumps that loops and track changes are.
    package mutating func beginSeek(isAsked: Bool = false) -> [LifecycleEvent] {
        guard status != .unload, status != .failed else { return [] }
        let wasSeeking = isSeeking
        if isAsked { announcesSeekEnd = true }
        isSeeking = true
        seekCount += 1
        if status == .stalled { status = .playing }
        if status == .reachEnd { status = wantsPlay ? .playing : .paused }
        return wasSeeking || isResuming ? [] : [.playbackBufferEmpty]
    }

    /// Ordinary playing ran out of data.
    package mutating func starve() -> [LifecycleEvent] {
        guard status == .playing, !isSeeking else { return [] }
        status = .stalled
        return [.playbackStalled, .playbackBufferEmpty]
    }

    package mutating func recover() -> [LifecycleEvent] {
        guard status == .stalled else { return [] }
        status = .playing
        return [.playbackRecovered, .playbackLikelyToKeepUp]
    }

    package mutating func reachEnd() -> [LifecycleEvent] {
        guard status != .unload, status != .failed, status != .reachEnd else { return [] }
        status = .reachEnd
        (isSeeking, announcesSeekEnd) = (false, false)
        return [.end]
    }

    package mutating func fail() -> [LifecycleEvent] {
        guard status != .unload, status != .failed else { return [] }
        status = .failed
        defer { (isSeeking, isResuming, announcesSeekEnd) = (false, false, false) }
        return (isResuming ? [.resumeFail] : []) + [.error, .fail]
    }

    package mutating func reset() -> [LifecycleEvent] {
        guard status != .unload else { return [] }
        self = SessionState()
        return [.terminate]
    }

    /// Whether the clock may run, as far as the state is concerned.
    package var isAdvancing: Bool { status == .playing && !isSeeking }
}
