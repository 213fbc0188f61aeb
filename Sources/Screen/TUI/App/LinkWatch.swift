import Cells
package import PlayCore
import PlaybackModel

/// Notices that the line to the terminal makes pictures rare, and says so seldom. Pure.
package struct LinkWatch: Sendable, Equatable {
    package struct Slow: Sendable, Equatable {
        package let framesPerSecond: Double
        package let bytesPerSecond: Double
    }

    /// Long enough that a scene with many changes does not count.
    static let window = HostTime.seconds(3)
    /// The viewer knows then; the page of statistics has the rest.
    static let silence = HostTime.seconds(300)
    /// Of the pictures: fewer are seen as jerks.
    static let share = 0.6

    private var start: HostTime?
    private var pictures = 0
    private var quietUntil: HostTime?

    package init() {}

    /// - Parameter wanted: pictures per second of what plays; nil while it does not.
    /// - Returns: how slow it is, when that should be said.
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
    /// Pictures per second as they are to be shown; nil where the item does not tell.
    var pictureRate: Double? {
        guard hasPicture, let rate = statistics.framesPerSecond, rate > 0 else { return nil }
        return rate * self.rate.value
    }

    /// Time between two pictures, 8 … 100 ms: 40 ms where the item does not tell.
    var frameInterval: HostTime {
        guard let rate = pictureRate else { return .milliseconds(40) }
        return HostTime(nanoseconds: Int64(1e9 / min(125, max(10, rate))))
    }
}
