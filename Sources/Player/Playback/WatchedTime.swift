package import PlayCore

/// How much of an item has played: for the read-ahead that grows with it, and for reports. Pure.
package struct WatchedTime: Sendable {
    package private(set) var total = MediaTime.zero
    private var last: ClockReading?

    /// A step that is larger, and larger than what has played since, is a jump.
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
