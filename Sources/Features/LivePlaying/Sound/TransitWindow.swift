import PlayCore

/// How long sound was on its way lately: its best time, and how much worse others were. A value.
///
/// Transit is arrival by the clock here minus the timestamp by the keeper's: differences of it mean something, it does not.
struct TransitWindow: Sendable {
    private struct Bucket {
        var number: Int64
        var low: Int64
        var high: Int64
    }

    /// Long enough for a spike of each of Wi-Fi's scans to be remembered, short enough for a clock that drifts by 100 ppm:
    /// 0.4 ms.
    private static let length = HostTime.seconds(4)
    private static let bucket: Int64 = 250_000_000
    /// For what no packet has shown yet.
    private static let margin: Int64 = 10_000_000
    /// What playing waits for the late at least and at most.
    static let range: ClosedRange<Int64> = 20_000_000...250_000_000

    private var buckets: [Bucket] = []

    var isEmpty: Bool { buckets.isEmpty }

    mutating func note(_ transit: Int64, at now: HostTime) {
        let number = now.nanoseconds / Self.bucket
        if let last = buckets.indices.last, buckets[last].number >= number {
            buckets[last].low = min(buckets[last].low, transit)
            buckets[last].high = max(buckets[last].high, transit)
        } else {
            buckets.append(Bucket(number: number, low: transit, high: transit))
        }
        let oldest = number - Self.length.nanoseconds / Self.bucket
        buckets.removeAll { $0.number < oldest }
    }

    /// Between the best and the worst, in nanoseconds.
    var spread: Int64 {
        guard let low = buckets.map(\.low).min(), let high = buckets.map(\.high).max() else { return 0 }
        return high - low
    }

    /// What playing waits for the late, beyond the best transit; nanoseconds.
    var patience: Int64 { min(max(spread + Self.margin, Self.range.lowerBound), Self.range.upperBound) }

    /// By how much playing should be behind, on the axis of transits; nanoseconds. Nil: nothing came.
    var wantedDelay: Int64? { buckets.map(\.low).min().map { $0 + patience } }
}
