import Adaptation
import PlayCore
import PlaybackModel

/// ADV-38: keeps live playing from falling farther and farther behind: what stalls cost is made good by playing a little
/// faster, or by a jump where that would take too long. Whoever goes back, pauses or chooses a speed decides the delay
/// anew, and nobody is chased out of the past. Pure.
struct LiveCatchUp: Sendable {
    enum Step: Sendable, Equatable {
        case play(PlaybackRate)
        /// So much nearer to the edge.
        case jump(by: MediaTime)
    }

    /// A tenth: with the pitch kept it is hardly noticed in speech.
    static let faster = PlaybackRate(1.1)
    /// Beyond the limit by more than this takes minutes at that speed.
    static let jumpDistance = MediaTime.seconds(15)
    /// Playing faster uses up what is there: with less the next stall is near.
    static let leastBuffered = MediaTime.seconds(1)
    /// The edge is known no better than this.
    static let tolerance = MediaTime.milliseconds(500)

    /// How far behind the edge the viewer wants to be; nil: not known yet.
    private var chosen: MediaTime?
    private(set) var isCatchingUp = false

    /// Where playing is from now on is where the viewer wants it.
    mutating func place() {
        chosen = nil
        isCatchingUp = false
    }

    /// While it plays.
    ///
    /// - Parameters:
    ///   - delay: how far it is behind the edge.
    ///   - limit: the most that it may be.
    ///   - buffered: media read ahead.
    mutating func look(delay: MediaTime, limit: MediaTime, buffered: MediaTime) -> Step {
        guard let chosen else {
            self.chosen = delay
            return .play(.normal)
        }
        // In the past on purpose.
        guard chosen <= limit else { return .play(.normal) }
        if delay > limit + Self.jumpDistance {
            isCatchingUp = false
            return .jump(by: delay - chosen)
        }
        if delay > limit { isCatchingUp = true }
        if delay <= chosen + Self.tolerance { isCatchingUp = false }
        return .play(isCatchingUp && buffered >= Self.leastBuffered ? Self.faster : .normal)
    }
}

extension SessionLoop {
    /// At the viewer's own speed only: who has chosen one wants it.
    func catchUpWithLive(_ pipeline: ItemPipeline) {
        if snapshot.liveState == nil, liveCatchUp.isCatchingUp {
            // It has ended meanwhile.
            liveCatchUp.place()
            playAt(snapshot.rate)
        }
        guard let live = snapshot.liveState, state.status == .playing, preroll == nil, clock.isRunning,
            snapshot.rate == .normal
        else { return }
        let position = clock.position(at: now)
        let limit = max(options.networkBuffer.maximumDelay, live.latency)
        let buffered = (pipeline.packets.fill.end ?? position) - position
        switch liveCatchUp.look(delay: live.behind(position, at: now), limit: limit, buffered: buffered) {
        case .play(let rate): if pipeline.audioState.rate != rate { playAt(rate) }
        case .jump(let distance):
            guard facts?.canSeek == true else { return }
            playAt(.normal)
            liveCatchUp.place()
            request(.time(position + distance), mode: .keyframe, at: position + distance)
            note(state.beginSeek())
        }
    }
}
