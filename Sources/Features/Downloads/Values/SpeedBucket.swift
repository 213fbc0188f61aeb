package import PlayCore

/// A limit of speed: says when the next bytes may be taken. Time comes in as a value.
package struct SpeedBucket: Sendable, Equatable {
    /// What may come at once after a pause.
    private static let burst = HostTime.milliseconds(100)

    /// Bytes per second; nil: no limit.
    package private(set) var rate: Int64?
    private var free = HostTime.zero

    package init(rate: Int64?) { self.rate = rate.map { max(1, $0) } }

    /// Debts of the old rate are forgotten.
    package mutating func setRate(_ rate: Int64?) {
        let rate = rate.map { max(1, $0) }
        guard rate != self.rate else { return }
        self.rate = rate
        free = .zero
    }

    /// Takes `bytes`.
    /// - Returns: when to go on.
    package mutating func reserve(_ bytes: Int, at now: HostTime) -> HostTime {
        guard let rate else { return now }
        let cost = HostTime(nanoseconds: Int64(Double(bytes) / Double(rate) * 1e9))
        free = max(free, now - Self.burst) + cost
        return max(now, free)
    }
}

/// A ``SpeedBucket`` that several threads wait for. Any thread.
package final class SpeedGate: Sendable {
    private let bucket: Monitor<SpeedBucket>

    package init(rate: Int64? = nil) { bucket = Monitor(SpeedBucket(rate: rate)) }

    package func setRate(_ rate: Int64?) { bucket.update { $0.setRate(rate) } }

    /// Takes bytes and waits as long as the limit says; ends early when cancelled or when the rate changes.
    package func pass(_ bytes: Int, unless cancel: CancelToken) {
        let (until, rate) = bucket.withLock { ($0.reserve(bytes, at: SystemClock().now), $0.rate) }
        guard rate != nil else { return }
        let registration = cancel.onCancel { [bucket] in bucket.notify() }
        defer { withExtendedLifetime(registration) {} }
        // Nil: it was time.
        _ = bucket.wait(until: until) { cancel.isCancelled || $0.rate != rate ? true : nil }
    }
}
