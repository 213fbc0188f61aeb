import PlayCore
import PlaybackModel

/// Keeps live playback from falling farther and farther behind. The time lost by stalls is recovered by playing a
/// little faster, or by a seek if that would take too long. A viewer who seeks back, pauses or chooses a speed sets a
/// new delay, and playback in the past on purpose is not hurried.
struct LiveCatchUp: Sendable {
    enum Step: Sendable, Equatable {
        case play(PlaybackRate)
        /// Seek this much nearer to the edge.
        case jump(by: MediaTime)
    }

    /// The speed to catch up: a tenth faster, which is hardly noticed in speech with the pitch kept.
    static let faster = PlaybackRate(1.1)
    /// The speed for more than ``near``, which a tenth faster would take over half a minute to make up.
    static let fastest = PlaybackRate(1.25)
    static let near = MediaTime.seconds(3)
    /// The excess over the limit from which to seek: at that speed it would take over a minute.
    static let jumpDistance = MediaTime.seconds(15)
    /// The least buffer for playing faster, which uses it up: with less the next stall is near.
    static let leastBuffered = MediaTime.seconds(1)
    /// The precision with which the edge is known.
    static let tolerance = MediaTime.milliseconds(500)

    /// The same for a stream with low latency, which buffers little: its edge is known well.
    static let lowLatencyTolerance = MediaTime.milliseconds(100)

    /// The delay that stalls may add if the source itself starts beyond the limit.
    static let slack = MediaTime.seconds(2)

    /// The distance from the edge that the viewer wants, or `nil` if not known yet.
    private var chosen: MediaTime?
    /// Whether the viewer has not left the edge, or has returned to it.
    private var isAtEdge = true
    /// Whether the viewer chose the position, rather than the source.
    private var isPlaced = false
    /// The speed to catch up, or `nil` unless playback is too far behind.
    private(set) var speed: PlaybackRate?

    /// Takes the present position as the viewer's choice.
    mutating func place() {
        chosen = nil
        isAtEdge = false
        isPlaced = true
        speed = nil
    }

    /// Decides the next step; called while it plays. `delay` and `limit` count from the edge. `distance` is that at
    /// which a stream with low latency should play, regardless of where it started, or `nil` for an ordinary stream.
    mutating func look(
        delay: MediaTime, limit: MediaTime, buffered: MediaTime, distance: MediaTime? = nil
    ) -> Step {
        guard let chosen = isAtEdge ? distance ?? chosen : chosen else {
            self.chosen = delay
            isAtEdge = delay <= limit
            return .play(.normal)
        }
        let limit = isPlaced || distance != nil ? limit : max(limit, chosen + Self.slack)
        // The viewer is in the past on purpose.
        guard chosen <= limit else { return .play(.normal) }
        if delay > limit + Self.jumpDistance {
            speed = nil
            return .jump(by: delay - chosen)
        }
        if delay > limit { speed = max(speed ?? Self.faster, delay > chosen + Self.near ? Self.fastest : Self.faster) }
        if delay <= chosen + (distance == nil ? Self.tolerance : Self.lowLatencyTolerance) { speed = nil }
        let least = distance.map { min(Self.leastBuffered, $0.scaled(by: 0.3)) } ?? Self.leastBuffered
        return .play(buffered >= least ? speed ?? .normal : .normal)
    }
}
