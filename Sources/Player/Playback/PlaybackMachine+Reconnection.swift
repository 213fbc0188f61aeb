import Media
import MediaSources
import PlayCore
import PlaybackModel

/// What the network has left goes on by itself, where it was.
///
/// Between `ResumeBegin` and what ends it the item is loading: position, length and settings stay in view, nothing else
/// is raised, and no second resumption begins. Each try opens the item anew.
extension PlaybackMachine {
    /// - Returns: false: it is not to be tried.
    mutating func reconnect(after error: PlayError) -> Bool {
        if item.reconnection != nil { return tryFailed(error) }
        guard canReconnect, item.state.status == .playing || item.state.status == .stalled else { return false }
        let position = item.clock.position(at: now)
        // The time of a live stream begins anew with each opening.
        let hasPlayed = isLive && now - item.reconnectedAt >= HostTime(nanoseconds: Reconnection.progress.nanoseconds)
        guard
            let next = Reconnection(
                reconnectRule, at: position, after: error, last: hasPlayed ? nil : item.lastReconnection, now: now)
        else { return false }
        begin(next)
        return true
    }

    /// It is known where to go on, and that is wanted.
    var canReconnect: Bool { item.options.reconnects.tries > 0 && (item.snapshot.canSeek || isLive) }

    private var reconnectRule: ReconnectRule { isLive ? item.options.reconnects.live : item.options.reconnects }

    /// What has taken a transmission's place may be a film.
    var isLive: Bool {
        item.snapshot.liveState != nil
            || (item.input?.isTransmission == true || item.isBroadcast) && !item.snapshot.canSeek
    }

    /// Whether another try may succeed. A live stream is over by its own word or when the tries are used up, not by a
    /// status or an empty answer, unless the server asks who is there.
    func isWorthRetrying(_ failure: MediaError) -> Bool {
        switch failure.code {
        case .source(let source) where source.isWorthRetrying: true
        case .source(let source):
            isLive && source.isOfNetwork && ![.httpStatus(401), .httpStatus(403)].contains(source.code)
        case .unreadable: isLive && item.state.isResuming
        default: false
        }
    }

    /// In each round, first: ends what has failed, begins a try when its time has come, hears of the network.
    ///
    /// - Parameters:
    ///   - hasNetworkCome: the computer has a network again since the last call.
    ///   - source: how the item's own stands.
    mutating func followReconnection(hasNetworkCome: Bool, source: NetworkStatus?) {
        if hasNetworkCome {
            // What waits between two tries of its own need not wait any longer.
            if source?.state == .retrying { emit(.reloadNetwork) }
            if item.state.status == .failed, item.run.failedForNetwork, let error = item.snapshot.error {
                begin(
                    Reconnection(
                        reconnectRule, returningTo: item.clock.position(at: now), after: error, now: now))
            }
        }
        guard item.reconnection != nil else { return }
        guard item.state.isResuming else { return endReconnection() }
        if hasNetworkCome { item.reconnection?.networkCame(at: now) }
        if isWaitingForTry, item.run.isOpen { close() }
        if item.reconnection?.begin(at: now) == true { open() }
        showReconnection()
    }

    /// Between two tries.
    var isWaitingForTry: Bool { item.reconnection?.nextTry != nil }

    private mutating func begin(_ next: Reconnection) {
        item.snapshot.clock = item.clock.reading(at: now)
        var resumed = item.options.resuming(item.snapshot)
        // The time of a live stream begins anew when it is opened; its edge is where one wants to be.
        if isLive { resumed.start = nil }
        resumed.audioTrack = shownAudio ?? resumed.audioTrack
        item.options = resumed
        note(item.state.setUp(resuming: true))
        _ = item.state.play()
        item.clock.stop(at: now)
        item.run.preroll = nil
        item.snapshot.error = nil
        item.snapshot.showsFirstPicture = false
        item.reconnection = next
        showReconnection()
    }

    /// The sound that the viewer hears, as an item that is opened anew finds it.
    private var shownAudio: SessionOptions.TrackChoice? {
        let sounds = item.snapshot.tracks.filter { if case .audio = $0.kind { true } else { false } }
        return sounds.firstIndex { $0.id == item.run.audioTrack }.map { .number($0 + 1) }
    }

    /// Of the item that is tried again: when to come back without being rung.
    var reconnectionDeadline: HostTime? { item.reconnection?.nextTry }

    /// `reload`: the viewer does not want to wait.
    mutating func hurryReconnection() {
        item.reconnection?.hurry(at: now)
        showReconnection()
    }

    /// Another place to go on from.
    mutating func moveReconnection(_ target: SeekTarget) {
        let resolver = SeekResolver(
            base: item.clock.position(at: now), duration: item.snapshot.duration, chapters: item.snapshot.chapters)
        guard !isLive, case .time(let time, _) = resolver.resolve(target) else { return }
        item.options.start = .absolute(time)
        item.clock.jump(to: time, at: now)
    }

    /// It is over, one way or the other.
    mutating func endReconnection() {
        item.lastReconnection = item.reconnection
        item.reconnectedAt = now
        item.reconnection = nil
        item.snapshot.reconnection = nil
    }

    private mutating func tryFailed(_ error: PlayError) -> Bool {
        guard item.reconnection?.fail(error, at: now) == true else {
            endReconnection()
            return false
        }
        item.run.preroll = nil
        showReconnection()
        return true
    }

    private mutating func showReconnection() { item.snapshot.reconnection = item.reconnection?.status }
}
