import PlayCore
import PlaybackModel

/// When clients are told what changed of the properties that they observe: at once after a quiet time, else together
/// with what else changes until the next frame. A value.
struct FrameGate {
    /// Of a film's pictures; what is slower, or has none, is told as often as a screen shows something new.
    private static let intervals = HostTime.milliseconds(16)...HostTime.milliseconds(100)

    private var toldAt: HostTime?
    private var interval = intervals.lowerBound

    /// When it opens again; nil: it is open.
    func opening(at now: HostTime) -> HostTime? {
        toldAt.flatMap { $0 + interval > now ? $0 + interval : nil }
    }

    mutating func told(at now: HostTime, _ snapshot: PlaybackSnapshot) {
        toldAt = now
        let rate = snapshot.statistics.framesPerSecond ?? 0
        let frame = rate > 0 ? HostTime.milliseconds(Int(1000 / max(rate, 1))) : Self.intervals.lowerBound
        interval = min(max(frame, Self.intervals.lowerBound), Self.intervals.upperBound)
    }
}
