package import Adaptation
package import PlayCore

/// How fast a line is, second by second; it begins anew at its end. A value.
package struct BandwidthTrace: Sendable {
    package let name: String
    /// From a request to the first byte.
    package let latency: HostTime
    /// One for each second, not empty.
    package let rates: [BitRate]

    package init(_ name: String, latency: HostTime, megabits: [Double]) {
        precondition(!megabits.isEmpty, "a trace has seconds")
        self.name = name
        self.latency = latency
        rates = megabits.map { BitRate.megabits($0) }
    }

    /// At `time` since the beginning.
    package func rate(at time: HostTime) -> BitRate {
        rates[Int(max(0, time.nanoseconds) / 1_000_000_000) % rates.count]
    }
}
