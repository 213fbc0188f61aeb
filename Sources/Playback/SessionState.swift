/// PLAY-24: the status of a session and the lifecycle events (ARCH-10) that its changes raise. Pure.
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

    package init() {}

    /// PLAY-07, PLAY-08: an item is being opened; it does not play by itself.
    package mutating func setUp() -> [LifecycleEvent] {
        self = SessionState()
        status = .loading
        return [.playbackBufferEmpty]
    }

    /// The first picture or sound is there.
    package mutating func prerolled() -> [LifecycleEvent] {
        let events: [LifecycleEvent]
        switch status {
        case .loading:
            status = wantsPlay ? .playing : .ready
            events = [.playbackLikelyToKeepUp, .ready] + (wantsPlay ? [.play] : [])
        case _ where isSeeking: events = [.playbackLikelyToKeepUp]
        default: events = []
        }
        isSeeking = false
        return events
    }

    /// - Returns: nil when there is nothing to play.
    package mutating func play() -> [LifecycleEvent]? {
        switch status {
        case .unload: return nil
        case .loading:
            wantsPlay = true
            return [.playRequest]
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
        case .loading: return wanted ? [.pauseRequest] : []
        case .unload, .ready, .paused, .failed, .reachEnd, .stopped: return []
        }
    }

    /// ARCH-24: data is awaited for a seek; not a stall (ARCH-23).
    package mutating func beginSeek() -> [LifecycleEvent] {
        guard status != .unload, status != .failed else { return [] }
        let wasSeeking = isSeeking
        isSeeking = true
        seekCount += 1
        if status == .stalled { status = .playing }
        if status == .reachEnd { status = wantsPlay ? .playing : .paused }
        return wasSeeking ? [] : [.playbackBufferEmpty]
    }

    /// ARCH-23: ordinary playing ran out of data.
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
        isSeeking = false
        return [.end]
    }

    package mutating func fail() -> [LifecycleEvent] {
        guard status != .unload, status != .failed else { return [] }
        status = .failed
        isSeeking = false
        return [.error, .fail]
    }

    /// CTRL-04.
    package mutating func reset() -> [LifecycleEvent] {
        guard status != .unload else { return [] }
        self = SessionState()
        return [.terminate]
    }

    /// Whether the clock may run, as far as the state is concerned.
    package var isAdvancing: Bool { status == .playing && !isSeeking }
}
