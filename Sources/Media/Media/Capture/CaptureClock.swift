package import PlayCore

/// Times captured sound by its count of samples from an anchor, so that irregular arrivals have no effect.
package struct CaptureClock: Sendable {
    /// Beyond this distance from the arrival the anchor is set again: samples were lost, or the clock drifted.
    package static let tolerance = HostTime.milliseconds(60)

    private var anchor: HostTime?
    private var count: Int64 = 0
    private let sampleRate: Int

    package init(sampleRate: Int) { self.sampleRate = max(1, sampleRate) }

    /// Returns the time of the first frame. `arrival` is the time of the last one.
    package mutating func start(of frames: Int, arrival: HostTime) -> HostTime {
        let heard = arrival - length(Int64(frames))
        defer { count += Int64(frames) }
        if let anchor {
            let counted = anchor + length(count)
            if abs((counted - heard).nanoseconds) <= Self.tolerance.nanoseconds { return counted }
        }
        (anchor, count) = (heard, 0)
        return heard
    }

    private func length(_ frames: Int64) -> HostTime {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(sampleRate))
        return HostTime(nanoseconds: seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(sampleRate))
    }
}

package struct CaptureThinning: Sendable {
    private let interval: Int64
    private var due: Int64?

    package init(rate: Int) { interval = 1_000_000_000 / Int64(max(1, rate)) }

    package mutating func takes(_ arrival: HostTime) -> Bool {
        let now = arrival.nanoseconds
        guard let due else {
            due = now + interval
            return true
        }
        // A picture may be early by a quarter of the interval, since arrivals are uneven.
        guard now >= due - interval / 4 else { return false }
        self.due = max(due + interval, now + interval / 2)
        return true
    }
}
