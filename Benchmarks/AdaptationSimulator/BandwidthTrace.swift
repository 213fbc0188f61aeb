package import PlayCore
package import PlaybackModel

/// The rate of a line, second by second; it restarts at its end.
package struct BandwidthTrace: Sendable {
    package let name: String
    /// The time from a request to the first byte.
    package let latency: HostTime
    /// One rate for each second, not empty.
    package let rates: [BitRate]

    package init(_ name: String, latency: HostTime, megabits: [Double]) {
        precondition(!megabits.isEmpty, "a trace has seconds")
        self.name = name
        self.latency = latency
        rates = megabits.map { BitRate.megabits($0) }
    }

    package func rate(at time: HostTime) -> BitRate {
        rates[Int(max(0, time.nanoseconds) / 1_000_000_000) % rates.count]
    }
}
