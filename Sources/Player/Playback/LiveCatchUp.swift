import PlayCore
import PlaybackModel

/// Keeps live playback from falling farther behind: makes up for stalls by playing a little faster, or by a seek if
/// that would take too long. A viewer's seek back, pause or speed sets a new delay, which stays.
struct LiveCatchUp: Sendable {
    enum Step: Sendable, Equatable {
        case play(PlaybackRate)
        /// Seek this much nearer to the edge.
        case jump(by: MediaTime)
    }

    /// The speeds to catch up, by the delay to make up. Each takes less than half a minute, including the time to
    /// refill the buffer. The first is inaudible; with the pitch kept, the second is hardly noticed in speech.
    static let unheard = PlaybackRate(1.04)
    /// The speed to fall back, not heard either, where a gap of the source has led too near to the edge.
    static let slower = PlaybackRate(0.96)
    static let faster = PlaybackRate(1.1)
    static let fastest = PlaybackRate(1.25)
    static let nearest = MediaTime.milliseconds(1200)
    static let near = MediaTime.seconds(2)
    /// From this delay on, a seek makes it up.
    static let jumpDistance = MediaTime.seconds(6)
    /// The delay that stalls may add before it is made up. The edge of a list itself varies by a second.
    static let onset = MediaTime.milliseconds(1500)
    /// The least buffer for playing faster, which drains it. With less, a stall is near.
    static let leastBuffered = MediaTime.seconds(1)
    /// The precision of the edge of a list.
    static let tolerance = MediaTime.milliseconds(500)
    /// The onset and the tolerance of a stream without a list.
    static let (receivedOnset, receivedTolerance) = (MediaTime.milliseconds(600), MediaTime.milliseconds(200))
    /// Slightly more than what starts playback.
    static let leastReceived = MediaTime.milliseconds(600)

    /// The precision of the edge of a stream with low latency, which buffers little.
    static let lowLatencyTolerance = MediaTime.milliseconds(100)
    /// How much nearer than it should a stream with low latency may play.
    static let tooNear = MediaTime.milliseconds(300)

    /// The delay beyond its place at which a source without a list still counts as live.
    static let slack = MediaTime.seconds(2)

    private var chosen: MediaTime?
    /// Whether the viewer has not left the edge, or has returned to it.
    private var isAtEdge = true
    /// Whether the viewer, not the source, chose the position.
    private var isPlaced = false
    private(set) var speed: PlaybackRate?
    /// Whether the delay was to be made up by a jump. A second one would not help either.
    private var hasJumped = false

    mutating func place() {
        chosen = nil
        isAtEdge = false
        isPlaced = true
        speed = nil
        hasJumped = false
    }

    /// Makes up for the rest after a jump, which may end at a key frame before its target.
    mutating func jumped() {
        speed = Self.unheard
        hasJumped = true
    }

    /// Decides the next step; called during playback. `delay` and `limit` count from the edge. A viewer beyond `limit`
    /// watches the past on purpose; without a `limit` the viewer does not want to catch up. `distance` is the place of
    /// a low-latency stream, regardless of its start, or `nil` for others. A stream that `isReceived` has no list.
    mutating func look(
        delay: MediaTime, limit: MediaTime?, buffered: MediaTime, distance: MediaTime? = nil, isReceived: Bool = false
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
            guard hasJumped else { return .jump(by: excess) }
            place()
            return .play(.normal)
        }
        let (onset, tolerance) =
            distance != nil
            ? (Self.tolerance, Self.lowLatencyTolerance)
            : isReceived ? (Self.receivedOnset, Self.receivedTolerance) : (Self.onset, Self.tolerance)
        if distance != nil, isTooNear(by: MediaTime.zero - excess) { return .play(Self.slower) }
        if excess > onset || speed != nil { speed = max(speed ?? .normal, Self.speed(for: excess)) }
        if excess <= tolerance { (speed, hasJumped) = (nil, false) }
        let ordinary = isReceived ? Self.leastReceived : Self.leastBuffered
        let least = distance.map { min(ordinary, $0.scaled(by: 0.3)) } ?? ordinary
        return .play(buffered >= least ? speed ?? .normal : .normal)
    }

    /// Falls back from ``tooNear`` on, to ``lowLatencyTolerance``.
    private mutating func isTooNear(by missing: MediaTime) -> Bool {
        if missing > Self.tooNear { speed = Self.slower }
        guard speed == Self.slower else { return false }
        if missing <= Self.lowLatencyTolerance { speed = nil }
        return speed != nil
    }

    private static func speed(for excess: MediaTime) -> PlaybackRate {
        if excess > near { return fastest }
        return excess > nearest ? faster : unheard
    }
}
