package import PlayCore
package import Timeline

/// Where the edge of a live stream is, as its source knows it.
package struct LiveState: Sendable, Equatable {
    /// The newest instant that can be played; it goes on while the source does.
    package let edge: ClockReading
    /// How far back one can go from the edge; zero: not at all (no DVR).
    package let windowLength: MediaTime
    /// Playing at most this far behind the edge is playing live.
    package let latency: MediaTime

    package init(edge: ClockReading, windowLength: MediaTime = .zero, latency: MediaTime = .seconds(10)) {
        self.edge = edge
        self.windowLength = max(.zero, windowLength)
        self.latency = max(.zero, latency)
    }

    package var canGoBack: Bool { windowLength > .zero }

    /// What can be sought in at `now`, on the media axis.
    package func window(at now: HostTime) -> MediaRange {
        let end = edge.position(at: now)
        return MediaRange(start: end - windowLength, end: end)
    }

    /// How far `position` is behind the edge; never negative.
    package func behind(_ position: MediaTime, at now: HostTime) -> MediaTime {
        max(.zero, edge.position(at: now) - position)
    }

    package func isAtEdge(_ position: MediaTime, at now: HostTime) -> Bool { behind(position, at: now) <= latency }
}
