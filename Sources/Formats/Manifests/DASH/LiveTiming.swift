package import PlayCore

package struct LiveTiming: Sendable, Equatable {
    /// The calendar time at zero of the presentation axis.
    package let availabilityStart: UTCTime
    /// How far back a viewer may seek, or `nil` to the start.
    package let timeShiftDepth: MediaTime?
    /// How far behind the live edge playback should start, or `nil` if the player decides.
    package let suggestedDelay: MediaTime?
    /// How often to read the manifest again, zero for each segment, or `nil` for never.
    package let minimumUpdatePeriod: MediaTime?
    package let publishTime: UTCTime?
    /// Sources of the server's time, best first.
    package let clocks: [ClockSource]
    /// The latency from `ServiceDescription`, with its bounds.
    package let targetLatency: MediaTime?
    package let minimumLatency: MediaTime?
    package let end: MediaTime?

    package func edge(at now: UTCTime) -> MediaTime {
        let elapsed = max(.zero, now - availabilityStart)
        return end.map { min($0, elapsed) } ?? elapsed
    }

    /// 1 to 2 s as requested, more for `Latency@min`.
    package var chunkedDistance: MediaTime {
        let wanted = min(targetLatency ?? suggestedDelay ?? Self.mostChunkedDistance, Self.mostChunkedDistance)
        return max(wanted, minimumLatency ?? .zero, Self.leastChunkedDistance)
    }
    private static let mostChunkedDistance = MediaTime.seconds(2)
    private static let leastChunkedDistance = MediaTime.seconds(1)

    package func window(at now: UTCTime) -> MediaRange {
        let edge = edge(at: now)
        // After the end, the window continues to shrink until it is empty.
        let elapsed = max(edge, now - availabilityStart)
        let start = timeShiftDepth.map { max(.zero, elapsed - $0) } ?? .zero
        return MediaRange(start: min(start, edge), end: edge)
    }
}

package enum ClockSource: Sendable, Equatable {
    case direct(UTCTime)
    /// The `Date` of a response (HEAD).
    case head(ResourceReference)
    /// A response with the time in ISO 8601.
    case iso(ResourceReference)
}
