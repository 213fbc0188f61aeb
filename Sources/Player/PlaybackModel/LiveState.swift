package import PlayCore

package struct LiveState: Sendable, Equatable {
    /// The newest instant that can be played. Advances as long as the source does.
    package let edge: ClockReading
    /// How far before the edge the viewer can seek; zero if seeks are impossible (no DVR).
    package let windowLength: MediaTime
    /// The largest distance from the edge that counts as playing live.
    package let latency: MediaTime
    /// How far behind the edge a stream with low latency should play, or `nil` for an ordinary stream.
    package let lowLatency: MediaTime?
    /// The live position's distance from the edge, where playback starts and a seek to the edge leads. Nearer, the
    /// media would not suffice to play without a stall.
    package let distance: MediaTime

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

    package func livePosition(at now: HostTime) -> MediaTime { edge.position(at: now) - distance }

    package var canGoBack: Bool { windowLength >= shortestPast }
    package var shortestPast: MediaTime { latency + .seconds(30) }

    package func window(at now: HostTime) -> MediaRange {
        let end = edge.position(at: now)
        return MediaRange(start: end - windowLength, end: end)
    }

    /// Returns a place a little within the moving window if the media after `end` has left it, otherwise `nil`.
    package func returnPoint(after end: MediaTime, at now: HostTime) -> MediaTime? {
        let window = window(at: now)
        guard end < window.start - Self.tolerance, windowLength > .zero else { return nil }
        return window.start + min(windowLength.scaled(by: 0.25), Self.farthestWithin)
    }
    /// Tolerates segments that are not exactly as long as listed.
    private static let tolerance = MediaTime.seconds(1)
    private static let farthestWithin = MediaTime.seconds(10)

    package func behind(_ position: MediaTime, at now: HostTime) -> MediaTime {
        max(.zero, edge.position(at: now) - position)
    }
}
