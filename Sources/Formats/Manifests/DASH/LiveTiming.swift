package import PlayCore

/// What the window of a live DASH presentation is worked out from. A value.
package struct LiveTiming: Sendable, Equatable {
    /// When the zero of the presentation axis was.
    package let availabilityStart: UTCTime
    /// How far one may go back; nil: to the start.
    package let timeShiftDepth: MediaTime?
    /// How far from the live edge playing begins; nil: the player decides.
    package let suggestedDelay: MediaTime?
    /// How often the manifest is read again; nil: never. Zero: with each segment.
    package let minimumUpdatePeriod: MediaTime?
    package let publishTime: UTCTime?
    /// Where the time is to be had, the best first.
    package let clocks: [ClockSource]
    /// The latency that is aimed at and its bounds (`ServiceDescription`); nil: nothing is said.
    package let targetLatency: MediaTime?
    package let minimumLatency: MediaTime?
    /// Where the presentation ends, on its axis; nil: open.
    package let end: MediaTime?

    /// The live edge at an instant, on the presentation axis.
    package func edge(at now: UTCTime) -> MediaTime {
        let elapsed = max(.zero, now - availabilityStart)
        return end.map { min($0, elapsed) } ?? elapsed
    }

    /// How far behind the live edge playback starts if segments arrive in chunks: as the service asks, from 1 to 2 s. Only a
    /// minimum of the service (`Latency@min`) leads farther behind.
    package var chunkedDistance: MediaTime {
        let wanted = min(targetLatency ?? suggestedDelay ?? Self.mostChunkedDistance, Self.mostChunkedDistance)
        return max(wanted, minimumLatency ?? .zero, Self.leastChunkedDistance)
    }
    private static let mostChunkedDistance = MediaTime.seconds(2)
    private static let leastChunkedDistance = MediaTime.seconds(1)

    /// What can be had at an instant.
    package func window(at now: UTCTime) -> MediaRange {
        let edge = edge(at: now)
        // After the end the window still goes on until it is empty.
        let elapsed = max(edge, now - availabilityStart)
        let start = timeShiftDepth.map { max(.zero, elapsed - $0) } ?? .zero
        return MediaRange(start: min(start, edge), end: edge)
    }
}

/// How the server's time can be known (`UTCTiming`). A value.
package enum ClockSource: Sendable, Equatable {
    /// The time when the manifest was made.
    case direct(UTCTime)
    /// The `Date` of an answer (HEAD).
    case head(ResourceReference)
    /// An answer whose text is the time in ISO 8601.
    case iso(ResourceReference)
}
