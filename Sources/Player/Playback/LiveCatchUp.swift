import Adaptation
import PlayCore
import PlaybackModel

/// Keeps live playing from falling farther and farther behind: what stalls cost is made good by playing a little
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

    /// Of a stream with low latency, which holds little: its edge is well known.
    static let lowLatencyTolerance = MediaTime.milliseconds(100)

    /// Where the source begins beyond the limit by itself, stalls cost what is more than this beyond that.
    static let slack = MediaTime.seconds(2)

    /// How far behind the edge the viewer wants to be; nil: not known yet.
    private var chosen: MediaTime?
    /// The viewer has not gone elsewhere, or has come back to the edge.
    private var isAtEdge = true
    /// Where playing is was the viewer's choice, not the source's.
    private var isPlaced = false
    private(set) var isCatchingUp = false

    /// Where playing is from now on is where the viewer wants it.
    mutating func place() {
        chosen = nil
        isAtEdge = false
        isPlaced = true
        isCatchingUp = false
    }

    /// While it plays.
    ///
    /// - Parameters:
    ///   - delay: how far it is behind the edge.
    ///   - limit: the most that it may be.
    ///   - buffered: media read ahead.
    ///   - distance: where a stream with low latency is to be played, however far behind the edge it began; nil: it is
    ///     an ordinary one.
    mutating func look(
        delay: MediaTime, limit: MediaTime, buffered: MediaTime, distance: MediaTime? = nil
    ) -> Step {
        guard let chosen = isAtEdge ? distance ?? chosen : chosen else {
            self.chosen = delay
            isAtEdge = delay <= limit
            return .play(.normal)
        }
        let limit = isPlaced || distance != nil ? limit : max(limit, chosen + Self.slack)
        // In the past on purpose.
        guard chosen <= limit else { return .play(.normal) }
        if delay > limit + Self.jumpDistance {
            isCatchingUp = false
            return .jump(by: delay - chosen)
        }
        if delay > limit { isCatchingUp = true }
        if delay <= chosen + (distance == nil ? Self.tolerance : Self.lowLatencyTolerance) { isCatchingUp = false }
        let least = distance.map { min(Self.leastBuffered, $0.scaled(by: 0.3)) } ?? Self.leastBuffered
        return .play(isCatchingUp && buffered >= least ? Self.faster : .normal)
    }
}
