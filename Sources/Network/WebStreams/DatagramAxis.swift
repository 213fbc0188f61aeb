package import PlayCore

/// Puts times of a stream over UDP on an axis (of a class, of an item), as near as the stream allows. A value.
///
/// Janus begins the timestamps of each receiver at nought and makes reports of its own, so nothing says when a picture was
/// taken. The packet that was fastest counts as having taken no time: sound and pictures of a person go the same way, and stay
/// together.
///
/// The times of packets in order always rise: where the first packet was slow, the axis approaches its place while the
/// stream runs. If it jumped there, sound would lie before the end of the sound that precedes it, and be dropped as a repetition.
package struct DatagramAxis: Sendable, Equatable {
    /// A packet of sound goes when its 20 ms are complete, and what the encoder looks ahead.
    package static let soundDelay = MediaTime.milliseconds(26)
    /// The origin moves later by one nanosecond for so many of the stream's: clocks may differ by 100 ppm.
    private static let drift: Int64 = 10_000
    /// It moves earlier by one nanosecond for so many: the longest packet of Opus (120 ms) by 15 ms, which the mixer of a
    /// class takes for jitter.
    private static let approach: Int64 = 8
    /// Timestamps that jump by more against the clock are those of another beginning.
    private static let jump = MediaTime.seconds(1)

    private let delay: MediaTime
    /// The stream's beginning, on the axis.
    private var origin: MediaTime?
    /// Of the packet whose timestamp is the newest.
    private var newest = MediaTime.zero
    private var newestArrival = MediaTime.zero

    /// - Parameter delay: how long the fastest packet took at least.
    package init(delay: MediaTime) { self.delay = delay }

    /// - Parameters:
    ///   - elapsed: since the stream's beginning.
    ///   - arrival: on the axis.
    package mutating func time(_ elapsed: MediaTime, arrival: MediaTime) -> MediaTime {
        let origin = origin(arrival - delay - elapsed, elapsed, arrival)
        if self.origin == nil || elapsed > newest || begins(elapsed, arrival) {
            (newest, newestArrival) = (elapsed, arrival)
        }
        self.origin = origin
        return origin + elapsed
    }

    /// - Parameter found: where the stream would have begun if this packet had taken no time.
    private func origin(_ found: MediaTime, _ elapsed: MediaTime, _ arrival: MediaTime) -> MediaTime {
        guard let origin, !begins(elapsed, arrival) else { return found }
        let passed = max(0, (elapsed - newest).nanoseconds)
        let earliest = origin - MediaTime(nanoseconds: passed / Self.approach)
        let latest = origin + MediaTime(nanoseconds: passed / Self.drift)
        return found.clamped(to: earliest...latest)
    }

    /// Whether the stream has begun again, with other timestamps. A packet that is late, or comes after a pause, is no beginning.
    private func begins(_ elapsed: MediaTime, _ arrival: MediaTime) -> Bool {
        let passed = elapsed - newest
        return passed < -Self.jump || passed - (arrival - newestArrival) > Self.jump
    }
}
