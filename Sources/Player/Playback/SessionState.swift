package import PlaybackModel

/// The status of a session and the lifecycle events raised by its changes.
///
///     unload ─setUp→ loading ─prerolled→ ready ─play→ playing ⇄ paused
///                       │                              │  ⇅ starved / recovered
///                       └──────── failed ←─────────────┤ stalled
///                                                      └ended→ reachEnd ─play→ playing (from the start)
package struct SessionState: Sendable, Equatable {
    package private(set) var status: PlayStatus = .unload
    /// Whether the viewer wants playback, which then starts by itself after loading, seeks and stalls.
    package private(set) var wantsPlay = false
    package private(set) var isSeeking = false
    package private(set) var seekCount = 0
    /// Whether it is between `ResumeBegin` and `ResumeComplete` or `ResumeFail`.
    package private(set) var isResuming = false
    /// Whether the viewer requested the present seek, so that its end is an event.
    private var announcesSeekEnd = false

    package init() {}

    /// Starts to open an item, which does not play by itself. While `resuming` after a failure, no other event occurs.
    package mutating func setUp(resuming: Bool = false) -> [LifecycleEvent] {
        self = SessionState()
        status = .loading
        isResuming = resuming
        return resuming ? [.resumeBegin] : [.playbackBufferEmpty]
    }

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

    /// - Returns: the events, or `nil` if nothing can be played.
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

    /// Starts to wait for a seek's data, which is no stall. `isAsked`: by the viewer, not for a loop or other tracks.
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

    /// Whether the status allows the clock to run.
    package var isAdvancing: Bool { status == .playing && !isSeeking }
}
