/// Media seconds per second of host time: 0.25 … 4, other values are clamped.
package struct PlaybackRate: Sendable, Hashable, Comparable {
    package let value: Double

    package static let range: ClosedRange<Double> = 0.25...4
    package static let normal = PlaybackRate(1)

    /// NaN becomes 1.
    package init(_ value: Double) {
        self.value = value.isNaN ? 1 : min(max(value, Self.range.lowerBound), Self.range.upperBound)
    }

    package static func < (a: PlaybackRate, b: PlaybackRate) -> Bool { a.value < b.value }

    package func media(in host: HostTime) -> MediaTime {
        MediaTime(nanoseconds: Self.saturated(Double(host.nanoseconds) * value))
    }

    package func host(for media: MediaTime) -> HostTime {
        HostTime(nanoseconds: Self.saturated(Double(media.nanoseconds) / value))
    }

    /// Saturates at ±292 years: time stamps of damaged containers reach the ends of `Int64`.
    private static func saturated(_ nanoseconds: Double) -> Int64 {
        Int64(min(max(nanoseconds.rounded(), -9.2e18), 9.2e18))
    }
}
