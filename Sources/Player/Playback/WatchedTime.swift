package import PlayCore

/// Measures how much of an item has played, for the read-ahead that grows with it, and for reports.
package struct WatchedTime: Sendable {
    package private(set) var total = MediaTime.zero
    private var last: ClockReading?

    /// The largest step of continuous playback, beyond the elapsed time. A larger one is a seek.
    private static let longestStep = MediaTime.seconds(2)

    package init() {}

    package mutating func note(_ reading: ClockReading) {
        defer { last = reading.isRunning ? reading : nil }
        guard reading.isRunning, let last else { return }
        let step = reading.position - last.position
        let played = last.rate.media(in: reading.hostTime - last.hostTime)
        if step > .zero, step < Self.longestStep || step <= played + .milliseconds(500) { total += step }
    }
}
