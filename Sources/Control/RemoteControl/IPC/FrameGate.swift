import PlayCore
import PlaybackModel

/// Decides when to notify clients of changed properties: at once after a quiet time, else together at the next frame.
struct FrameGate {
    /// The intervals of frames. Slower films, and items without pictures, use the rate of the screen's updates.
    private static let intervals = HostTime.milliseconds(16)...HostTime.milliseconds(100)

    private var notifiedAt: HostTime?
    private var interval = intervals.lowerBound

    func opening(at now: HostTime) -> HostTime? {
        notifiedAt.flatMap { $0 + interval > now ? $0 + interval : nil }
    }

    mutating func told(at now: HostTime, _ snapshot: PlaybackSnapshot) {
        notifiedAt = now
        let rate = snapshot.statistics.framesPerSecond ?? 0
        let frame = rate > 0 ? HostTime.milliseconds(Int(1000 / max(rate, 1))) : Self.intervals.lowerBound
        interval = min(max(frame, Self.intervals.lowerBound), Self.intervals.upperBound)
    }
}
