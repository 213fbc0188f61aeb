import Media
import MediaSources
import PlayCore
import PlaybackModel

/// Resumes an item at its position after it lost its network. Between `ResumeBegin` and the event that ends it, the
/// item is loading. Position, length and settings stay visible, no other events occur, and no second resumption begins.
/// Each try opens the item again.
extension PlaybackMachine {
    /// - Returns: false if it is not retried.
    mutating func reconnect(after error: PlayError) -> Bool {
        if item.reconnection != nil { return tryFailed(error) }
        guard canReconnect, item.state.status == .playing || item.state.status == .stalled else { return false }
        let position = item.clock.position(at: now)
        // A live stream's times start again with each opening.
        let hasPlayed = isLive && now - item.reconnectedAt >= HostTime(nanoseconds: Reconnection.progress.nanoseconds)
        guard
            let next = Reconnection(
                reconnectRule, at: position, after: error, last: hasPlayed ? nil : item.lastReconnection, now: now)
        else { return false }
        begin(next)
        return true
    }

    /// Whether the item can be resumed at its position, and resuming is wanted.
    var canReconnect: Bool { item.options.reconnects.tries > 0 && (item.snapshot.canSeek || isLive) }

    private var reconnectRule: ReconnectRule { isLive ? item.options.reconnects.live : item.options.reconnects }

    /// A film may have replaced a transmission.
    var isLive: Bool {
        item.snapshot.liveState != nil
            || (item.input?.isTransmission == true || item.isBroadcast) && !item.snapshot.canSeek
    }

    /// Returns whether another try may succeed. A live stream ends only by its own end mark, after all tries, or if the
    /// server denies access (401, 403): another status or an empty response does not end it.
    func isWorthRetrying(_ failure: MediaError) -> Bool {
        switch failure.code {
        case .source(let source) where source.isWorthRetrying: true
        case .source(let source):
            isLive && source.isNetworkError && ![.httpStatus(401), .httpStatus(403)].contains(source.code)
        case .unreadable: isLive && item.state.isResuming
        default: false
        }
    }

    /// Called first in each round. Ends a failed resumption, starts a due try, and reacts to the network's return since
    /// the last call. `source` is the state of the item's own source.
    mutating func followReconnection(hasNetworkCome: Bool, source: NetworkStatus?) {
        if hasNetworkCome {
            // A source that waits between its own tries need not wait longer.
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

    var isWaitingForTry: Bool { item.reconnection?.nextTry != nil }

    private mutating func begin(_ next: Reconnection) {
        item.snapshot.clock = item.clock.reading(at: now)
        var resumed = item.options.resuming(item.snapshot)
        // A live stream's times start again on opening. Playback resumes at its edge.
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

    /// Finds the present sound again when the item is reopened.
    private var shownAudio: SessionOptions.TrackChoice? {
        let sounds = item.snapshot.tracks.filter { if case .audio = $0.kind { true } else { false } }
        return sounds.firstIndex { $0.id == item.run.audioTrack }.map { .number($0 + 1) }
    }

    var reconnectionDeadline: HostTime? { item.reconnection?.nextTry }

    /// Handles `reload`: starts the next try at once.
    mutating func hurryReconnection() {
        item.reconnection?.hurry(at: now)
        showReconnection()
    }

    mutating func moveReconnection(_ target: SeekTarget) {
        let resolver = SeekResolver(
            base: item.clock.position(at: now), duration: item.snapshot.duration, chapters: item.snapshot.chapters)
        guard !isLive, case .time(let time, _) = resolver.resolve(target) else { return }
        item.options.start = .absolute(time)
        item.clock.jump(to: time, at: now)
    }

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
