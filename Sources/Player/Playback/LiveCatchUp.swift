import PlayCore
import PlaybackModel

/// Keeps live playback from falling farther and farther behind. It recovers time lost by stalls by playing a little
/// faster, or by a seek if that would take too long. A viewer who seeks back, pauses or chooses a speed thereby chooses
/// a new delay, which stays.
struct LiveCatchUp: Sendable {
    enum Step: Sendable, Equatable {
        case play(PlaybackRate)
        /// Seek this much nearer to the edge.
        case jump(by: MediaTime)
    }

    /// The speeds to catch up, by the delay to make up, so that each takes at most half a minute: the first is not
    /// heard, the second hardly noticed in speech with the pitch kept.
    static let unheard = PlaybackRate(1.04)
    static let faster = PlaybackRate(1.1)
    static let fastest = PlaybackRate(1.25)
    static let nearest = MediaTime.milliseconds(1200)
    static let near = MediaTime.seconds(3)
    /// The delay to make up from which to seek.
    static let jumpDistance = MediaTime.milliseconds(7500)
    /// The delay that stalls may add before it is made up. The edge of a list moves by a second.
    static let onset = MediaTime.milliseconds(1500)
    /// The least buffer for playing faster, which uses it up. With less, the next stall is near.
    static let leastBuffered = MediaTime.seconds(1)
    /// The precision of the edge.
    static let tolerance = MediaTime.milliseconds(500)

    /// The precision of the edge of a stream with low latency, which buffers little.
    static let lowLatencyTolerance = MediaTime.milliseconds(100)

    /// The delay beyond its place at which a source without a list still counts as live.
    static let slack = MediaTime.seconds(2)

    /// The viewer's distance from the edge, or `nil` if unknown.
    private var chosen: MediaTime?
    /// Whether the viewer has not left the edge, or has returned to it.
    private var isAtEdge = true
    /// Whether the viewer, not the source, chose the position.
    private var isPlaced = false
    /// `nil` unless playback is too far behind.
    private(set) var speed: PlaybackRate?

    /// Takes the present position as the viewer's choice.
    mutating func place() {
        chosen = nil
        isAtEdge = false
        isPlaced = true
        speed = nil
    }

    /// Decides the next step. Called during playback. `delay` counts from the edge, and so does `limit`: a viewer
    /// farther behind is in the past on purpose (`nil`: the viewer does not want to catch up). `distance` is that at
    /// which a stream with low latency should play, regardless of where it started, or `nil` for an ordinary stream.
    mutating func look(
        delay: MediaTime, limit: MediaTime?, buffered: MediaTime, distance: MediaTime? = nil
    ) -> Step {
        guard let chosen = isAtEdge ? distance ?? chosen : chosen else {
            self.chosen = delay
            isAtEdge = limit.map { delay <= $0 } ?? false
            return .play(.normal)
        }
        guard let limit, chosen <= limit || (!isPlaced && distance == nil) else { return .play(.normal) }
        let excess = delay - chosen
        if excess > Self.jumpDistance {
            speed = nil
            return .jump(by: excess)
        }
        if excess > (distance == nil ? Self.onset : Self.tolerance) || speed != nil {
            speed = max(speed ?? .normal, Self.speed(for: excess))
        }
        if excess <= (distance == nil ? Self.tolerance : Self.lowLatencyTolerance) { speed = nil }
        let least = distance.map { min(Self.leastBuffered, $0.scaled(by: 0.3)) } ?? Self.leastBuffered
        return .play(buffered >= least ? speed ?? .normal : .normal)
    }

    private static func speed(for excess: MediaTime) -> PlaybackRate {
        if excess > near { return fastest }
        return excess > nearest ? faster : unheard
    }
}
