package import PlayCore

/// Where the edge of a live stream is, as its source knows it.
package struct LiveState: Sendable, Equatable {
    /// The newest instant that can be played; it goes on while the source does.
    package let edge: ClockReading
    /// How far back one can go from the edge; zero: not at all (no DVR).
    package let windowLength: MediaTime
    /// Playing at most this far behind the edge is playing live.
    package let latency: MediaTime
    /// How far behind the edge a stream with low latency wants to be played; nil: it is an ordinary one.
    package let lowLatency: MediaTime?
    /// How far behind the edge the live position is: where playing begins, and where going to the edge leads. Nearer
    /// there is too little to play without a stall.
    package let distance: MediaTime

    /// - Parameter distance: nil: that of low latency, else half of the latency.
    package init(
        edge: ClockReading, windowLength: MediaTime = .zero, latency: MediaTime = .seconds(10),
        lowLatency: MediaTime? = nil, distance: MediaTime? = nil
    ) {
        self.edge = edge
        self.windowLength = max(.zero, windowLength)
        self.latency = max(.zero, latency)
        self.lowLatency = lowLatency
        self.distance = distance ?? lowLatency ?? self.latency.scaled(by: 0.5)
    }

    /// Where playing is live at `now`.
    package func livePosition(at now: HostTime) -> MediaTime { edge.position(at: now) - distance }

    /// Whether there is a past worth a slider: what a few segments beside the edge hold is none.
    package var canGoBack: Bool { windowLength >= shortestPast }
    /// The shortest window that is worth a slider.
    package var shortestPast: MediaTime { latency + .seconds(30) }

    /// What can be sought in at `now`, on the media axis.
    package func window(at now: HostTime) -> MediaRange {
        let end = edge.position(at: now)
        return MediaRange(start: end - windowLength, end: end)
    }

    /// Where playing goes on when all that is read ends at `end`, and what follows it has left the window: a little
    /// within it, since it moves on; nil: nothing has left.
    package func returnPoint(after end: MediaTime, at now: HostTime) -> MediaTime? {
        let window = window(at: now)
        guard end < window.start - Self.tolerance, windowLength > .zero else { return nil }
        return window.start + min(windowLength.scaled(by: 0.25), Self.farthestWithin)
    }
    /// Segments are not exactly as long as they say.
    private static let tolerance = MediaTime.seconds(1)
    private static let farthestWithin = MediaTime.seconds(10)

    /// How far `position` is behind the edge; never negative.
    package func behind(_ position: MediaTime, at now: HostTime) -> MediaTime {
        max(.zero, edge.position(at: now) - position)
    }
}
