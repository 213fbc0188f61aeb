import Media
import MediaSources
import PlayCore
import PlaybackModel

/// Resumes an item at its position after it lost its network. The item is loading between `ResumeBegin` and the event
/// that ends it; no other events occur, and no second resumption begins. Each try opens the item again.
extension PlaybackMachine {
    /// - Returns: false if it is not retried.
    mutating func reconnect(after error: PlayError) -> Bool {
        if item.reconnection != nil { return tryFailed(error) }
        guard canReconnect, canBeInterrupted else { return false }
        let position = item.clock.position(at: now)
        // A live stream's times restart with each opening.
        let hasPlayed = isLive && now - item.reconnectedAt >= HostTime(nanoseconds: Reconnection.progress.nanoseconds)
        guard
            let next = Reconnection(
                reconnectRule, at: position, after: error, last: hasPlayed ? nil : item.lastReconnection, now: now)
        else { return false }
        begin(next)
        return true
    }

    var canReconnect: Bool { item.options.reconnects.tries > 0 && (item.snapshot.canSeek || isLive) }

    private var canBeInterrupted: Bool {
        switch item.state.status {
        case .playing, .stalled: true
        case .loading: item.input?.isTransmission == true
        default: false
        }
    }

    private var reconnectRule: ReconnectRule {
        guard isLive else { return item.options.reconnects }
        var rule = item.options.reconnects.live
        if item.state.status == .loading { rule.tries = min(rule.tries, Self.openingTries) }
        return rule
    }
    /// The tries to open an item whose server has never answered. Each may wait for the network's timeout.
    private static let openingTries = 4

    /// Returns whether opening a transmission failed without an answer: the line may be dead. A refusal would be an
    /// answer.
    func isUnanswered(_ failure: MediaError) -> Bool {
        guard item.input?.isTransmission == true, let since = item.snapshot.waitingSince else { return false }
        return isWorthRetrying(failure) && now - since >= Self.longestAnswer
    }
    private static let longestAnswer = HostTime.seconds(2)

    /// A film may have replaced a transmission.
    var isLive: Bool {
        item.snapshot.liveState != nil
            || (item.input?.isTransmission == true || item.isBroadcast) && !item.snapshot.canSeek
    }

    /// Returns whether another try may succeed. A live stream ends by its own end mark, after all tries, or if the
    /// server denies access (401, 403). Another status or an empty response does not end it.
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
        // A server may stop a source whose last viewer leaves, and take seconds to start it again.
        let keepsConnection =
            hasNetworkCome && item.run.isSilent && item.run.opened != nil && item.reconnection == nil
        if hasNetworkCome {
            // A source that waits between its own tries, or for a cut line, need not wait longer.
            if source?.state == .retrying || item.run.isSilent { emit(.reloadNetwork) }
            if item.reconnection == nil, !item.run.isAheadOpen { closeAhead() }
            let canOpenAgain = readsOnce || item.run.opened == nil && item.input?.isTransmission == true
            if item.run.isSilent, canOpenAgain, item.reconnection == nil { failForNetwork(silence) }
            if item.state.status == .failed, item.run.failedForNetwork, let error = item.snapshot.error {
                begin(
                    Reconnection(
                        reconnectRule, returningTo: item.clock.position(at: now), after: error, now: now))
            }
        }
        guard item.reconnection != nil else { return }
        guard item.state.isResuming else { return endReconnection() }
        probeLine(isLive ? true : nil)
        // An earlier request would be retried later than a new one.
        let interrupts = isLive && item.run.opened == nil
        if hasNetworkCome { item.reconnection?.networkCame(at: now, interrupts: interrupts) }
        if isWaitingForTry, item.run.isOpen { close(keepsConnection: keepsConnection) }
        if item.reconnection?.begin(at: now) == true { open() }
        showReconnection()
    }

    var isWaitingForTry: Bool { item.reconnection?.nextTry != nil }

    private mutating func begin(_ next: Reconnection) {
        item.snapshot.clock = item.clock.reading(at: now)
        item.options = reopeningOptions
        let wantsPlay = item.state.wantsPlay || item.state.status == .failed
        note(item.state.setUp(resuming: true))
        if wantsPlay { _ = item.state.play() }
        item.clock.stop(at: now)
        item.run.preroll = nil
        item.snapshot.error = nil
        item.snapshot.showsFirstPicture = false
        item.reconnection = next
        if item.run.isOpenedAhead { item.reconnection?.hurry(at: now) }
        showReconnection()
    }

    /// The options to open the item again at its position, a live one at its edge.
    var reopeningOptions: SessionOptions {
        var resumed = item.options.resuming(item.snapshot)
        // A live stream's times start again on opening.
        if isLive { resumed.start = nil }
        resumed.resumesLive = isLive
        resumed.audioTrack = shownAudio ?? resumed.audioTrack
        return resumed
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
