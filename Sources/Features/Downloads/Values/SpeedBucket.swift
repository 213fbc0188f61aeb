package import PlayCore

/// A speed limit. Time is a parameter.
package struct SpeedBucket: Sendable, Equatable {
    /// Allowed after a pause.
    private static let burst = HostTime.milliseconds(100)

    /// In bytes per second.
    package private(set) var rate: Int64?
    private var free = HostTime.zero

    package init(rate: Int64?) { self.rate = rate.map { max(1, $0) } }

    package mutating func setRate(_ rate: Int64?) {
        let rate = rate.map { max(1, $0) }
        guard rate != self.rate else { return }
        self.rate = rate
        free = .zero
    }

    /// Returns when the caller may continue.
    package mutating func reserve(_ bytes: Int, at now: HostTime) -> HostTime {
        guard let rate else { return now }
        let cost = HostTime(nanoseconds: Int64(Double(bytes) / Double(rate) * 1e9))
        free = max(free, now - Self.burst) + cost
        return max(now, free)
    }
}

package final class SpeedGate: Sendable {
    private let bucket: Monitor<SpeedBucket>

    package init(rate: Int64? = nil) { bucket = Monitor(SpeedBucket(rate: rate)) }

    package func setRate(_ rate: Int64?) { bucket.update { $0.setRate(rate) } }

    /// Blocks as long as the limit requires. Returns early after a cancellation or a change of the rate.
    package func pass(_ bytes: Int, unless cancel: CancelToken) {
        let (until, rate) = bucket.withLock { ($0.reserve(bytes, at: SystemClock().now), $0.rate) }
        guard rate != nil else { return }
        let registration = cancel.onCancel { [bucket] in bucket.notify() }
        defer { withExtendedLifetime(registration) {} }
        // `nil` means that the wait is over.
        _ = bucket.wait(until: until) { cancel.isCancelled || $0.rate != rate ? true : nil }
    }
}
