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
