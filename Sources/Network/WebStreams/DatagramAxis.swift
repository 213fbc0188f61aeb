package import PlayCore

/// Puts times of a stream over UDP on an axis (of a class, of an item), as near as the stream allows. A value.
///
/// Janus begins the timestamps of each receiver at nought and makes reports of its own, so nothing says when a picture was
/// taken. The packet that was fastest counts as having taken no time: sound and pictures of a person go the same way, and stay
/// together.
package struct DatagramAxis: Sendable, Equatable {
    /// A packet of sound goes when its 20 ms are complete, and what the encoder looks ahead.
    package static let soundDelay = MediaTime.milliseconds(26)
    /// So many nanoseconds are let go for each of the stream's: of 100 ppm two clocks may differ.
    private static let drift: Int64 = 10_000

    private let delay: MediaTime
    /// Of the stream's beginning, on the axis.
    private var origin: MediaTime?
    private var newest = MediaTime.zero

    /// - Parameter delay: how long the fastest packet took at least.
    package init(delay: MediaTime) { self.delay = delay }

    /// - Parameters:
    ///   - elapsed: since the stream's beginning.
    ///   - arrival: on the axis.
    package mutating func time(_ elapsed: MediaTime, arrival: MediaTime) -> MediaTime {
        let found = arrival - delay - elapsed
        let passed = max(0, (elapsed - newest).nanoseconds)
        newest = max(newest, elapsed)
        let allowed = (origin ?? found) + MediaTime(nanoseconds: passed / Self.drift)
        let origin = min(found, allowed)
        self.origin = origin
        return origin + elapsed
    }
}
