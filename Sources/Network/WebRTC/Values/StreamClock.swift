import PlayCore

/// Timestamps of one stream to the sender's time of day: from its reports, and before the first one from when the first
/// packet came. A value.
struct StreamClock: Sendable {
    private let rate: Int64
    private var unwrapper = NumberUnwrapper(bits: 32)
    private var first: Int64?
    private var anchor: (stamp: Int64, time: UTCTime)?
    private(set) var isReported = false

    init(rate: Int) { self.rate = Int64(rate) }

    mutating func note(_ report: SenderReport) {
        anchor = (unwrapper.unwrap(report.timestamp), NetworkTime.time(report.networkTime))
        isReported = true
    }

    /// - Parameter now: when it came.
    mutating func time(_ timestamp: UInt32, now: UTCTime) -> UTCTime {
        let stamp = unwrapper.unwrap(timestamp)
        guard let anchor else {
            self.anchor = (stamp, now)
            return now
        }
        return anchor.time + length(stamp - anchor.stamp)
    }

    /// Since the first timestamp that was asked about.
    mutating func elapsed(_ timestamp: UInt32) -> MediaTime {
        let stamp = unwrapper.unwrap(timestamp)
        let first = first ?? stamp
        self.first = first
        return length(stamp - first)
    }

    private func length(_ ticks: Int64) -> MediaTime {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: rate)
        return MediaTime(nanoseconds: seconds * 1_000_000_000 + rest * 1_000_000_000 / rate)
    }
}
