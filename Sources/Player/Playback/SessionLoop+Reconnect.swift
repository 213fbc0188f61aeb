import Media
import MediaSources
import PlayCore
import PlaybackModel

/// ARCH-20 … ARCH-22: what the network has left goes on by itself, where it was.
///
/// Between `ResumeBegin` and what ends it the item is loading: position, length and settings stay in view, nothing else
/// is raised, and no second resumption begins. Each try opens the item anew.
extension SessionLoop {
    /// - Returns: false: it is not to be tried.
    func reconnect(after error: PlayError) -> Bool {
        if reconnection != nil { return tryFailed(error) }
        guard canReconnect, state.status == .playing || state.status == .stalled else { return false }
        let position = clock.position(at: now)
        guard
            let next = Reconnection(options.reconnects, at: position, after: error, last: lastReconnection, now: now)
        else { return false }
        begin(next)
        return true
    }

    /// It is known where to go on, and that is wanted.
    var canReconnect: Bool { options.reconnects.tries > 0 && (snapshot.canSeek || isLive) }

    /// What has taken a transmission's place may be a film.
    private var isLive: Bool { snapshot.liveState != nil || input?.isTransmission == true && !snapshot.canSeek }

    /// In each round, first: ends what has failed, begins a try when its time has come, hears of the network.
    func followReconnection() {
        let hasNetworkCome = networkWatch.map { $0.arrivals != seenArrivals } ?? false
        seenArrivals = networkWatch?.arrivals ?? 0
        if hasNetworkCome {
            // What waits between two tries of its own need not wait any longer.
            if network?.network.state == .retrying { network?.reload() }
            if state.status == .failed, failedForNetwork, let error = snapshot.error {
                begin(Reconnection(options.reconnects, returningTo: clock.position(at: now), after: error, now: now))
            }
        }
        guard reconnection != nil else { return }
        guard state.isResuming else { return endReconnection() }
        if hasNetworkCome { reconnection?.networkCame(at: now) }
        if isWaitingForTry, pipeline != nil { closePipeline() }
        if reconnection?.begin(at: now) == true, let input { pipeline = openPipeline(input, options) }
        showReconnection()
    }

    /// Between two tries.
    var isWaitingForTry: Bool { reconnection?.nextTry != nil }

    private func begin(_ next: Reconnection) {
        snapshot.clock = clock.reading(at: now)
        var resumed = options.resuming(snapshot)
        // The time of a live stream begins anew when it is opened; its edge is where one wants to be.
        if isLive { resumed.start = nil }
        resumed.audioTrack = shownAudio ?? resumed.audioTrack
        options = resumed
        note(state.setUp(resuming: true))
        _ = state.play()
        clock.stop(at: now)
        preroll = nil
        snapshot.error = nil
        snapshot.showsFirstPicture = false
        reconnection = next
        showReconnection()
    }

    /// The sound that the viewer hears, as an item that is opened anew finds it.
    private var shownAudio: SessionOptions.TrackChoice? {
        let sounds = snapshot.tracks.filter { if case .audio = $0.kind { true } else { false } }
        return sounds.firstIndex { $0.id == audioTrack }.map { .number($0 + 1) }
    }

    /// Of the item that is tried again: when to come back without being rung.
    var reconnectionDeadline: HostTime? { reconnection?.nextTry }

    /// `reload`: the viewer does not want to wait.
    func hurryReconnection() {
        reconnection?.hurry(at: now)
        showReconnection()
    }

    /// Another place to go on from.
    func moveReconnection(_ target: SeekTarget) {
        let resolver = SeekResolver(
            base: clock.position(at: now), duration: snapshot.duration, chapters: snapshot.chapters)
        guard !isLive, case .time(let time, _) = resolver.resolve(target) else { return }
        options.start = .absolute(time)
        clock.jump(to: time, at: now)
    }

    /// It is over, one way or the other.
    func endReconnection() {
        lastReconnection = reconnection
        reconnection = nil
        snapshot.reconnection = nil
    }

    private func tryFailed(_ error: PlayError) -> Bool {
        guard reconnection?.fail(error, at: now) == true else {
            endReconnection()
            return false
        }
        preroll = nil
        showReconnection()
        return true
    }

    private func showReconnection() { snapshot.reconnection = reconnection?.status }
}
