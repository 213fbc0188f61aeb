import PlayCore

/// The recent transit times of sound: the shortest, and the excess of others.
///
/// A transit time is the arrival by the local clock minus the timestamp by the keeper's clock. Only differences between
/// transit times are meaningful.
struct TransitWindow: Sendable {
    private struct Bucket {
        var number: Int64
        var low: Int64
        var high: Int64
    }

    /// Long enough to remember the spikes of periodic Wi-Fi scans. Short enough for clock drift, which is 0.4 ms at 100
    /// ppm.
    private static let length = HostTime.seconds(4)
    private static let bucket: Int64 = 250_000_000
    /// In nanoseconds, added for longer delays than any packet has shown.
    private static let margin: Int64 = 10_000_000
    /// The bounds of playback's delay for late packets, in nanoseconds.
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

    /// In nanoseconds.
    var spread: Int64 {
        guard let low = buckets.map(\.low).min(), let high = buckets.map(\.high).max() else { return 0 }
        return high - low
    }

    /// The delay of playback beyond the shortest transit, in nanoseconds.
    var lateAllowance: Int64 { min(max(spread + Self.margin, Self.range.lowerBound), Self.range.upperBound) }

    /// On the axis of transit times, in nanoseconds; `nil` before the first packet.
    var wantedDelay: Int64? { buckets.map(\.low).min().map { $0 + lateAllowance } }
}
