import PlayCore

/// Converts timestamps to the sender's time of day, by its reports. Before any report, the first arrival counts.
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

    mutating func time(_ timestamp: UInt32, now: UTCTime) -> UTCTime {
        let stamp = unwrapper.unwrap(timestamp)
        guard let anchor else {
            self.anchor = (stamp, now)
            return now
        }
        return anchor.time + length(stamp - anchor.stamp)
    }

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
