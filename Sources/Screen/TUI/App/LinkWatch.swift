import Cells
package import PlayCore
import PlaybackModel

/// Detects that a slow line to the terminal makes pictures rare, and reports it seldom.
package struct LinkWatch: Sendable, Equatable {
    package struct Slow: Sendable, Equatable {
        package let framesPerSecond: Double
        package let bytesPerSecond: Double
    }

    /// Long enough to ignore a scene with many changes.
    static let window = HostTime.seconds(3)
    /// The time between reports. The page of statistics has the details.
    static let silence = HostTime.seconds(300)
    /// The share of pictures below which motion looks jerky.
    static let share = 0.6

    private var start: HostTime?
    private var pictures = 0
    private var quietUntil: HostTime?

    package init() {}

    /// - Parameter wanted: pictures per second of the video, or `nil` if it does not play.
    package mutating func note(_ totals: OutputTotals, wanted: Double?, at now: HostTime) -> Slow? {
        guard let wanted, totals.link.isLimited, let rate = totals.link.bytesPerSecond, quietUntil ?? now <= now else {
            start = nil
            return nil
        }
        guard let start else {
            start = now
            pictures = totals.pictures
            return nil
        }
        guard now - start >= Self.window else { return nil }
        let shown = Double(totals.pictures - pictures) / (now - start).inSeconds
        self.start = nil
        guard shown < wanted * Self.share else { return nil }
        quietUntil = now + Self.silence
        return Slow(framesPerSecond: shown, bytesPerSecond: rate)
    }
}

extension PlaybackSnapshot {
    /// `nil` if the item does not state it.
    var pictureRate: Double? {
        guard hasPicture, let rate = statistics.framesPerSecond, rate > 0 else { return nil }
        return rate * self.rate.value
    }

    /// The time between two pictures, 8 … 100 ms; 40 ms if the item does not state it.
    var frameInterval: HostTime {
        guard let rate = pictureRate else { return .milliseconds(40) }
        return HostTime(nanoseconds: Int64(1e9 / min(125, max(10, rate))))
    }
}
