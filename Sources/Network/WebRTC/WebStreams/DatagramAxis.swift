package import PlayCore

/// Places times of a stream over UDP on an axis (of a class, of an item), as exactly as the stream allows. Janus starts
/// the timestamps of each receiver at zero and sends reports of its own, so the capture time of a picture is unknown.
/// The fastest packet counts as having taken no time: sound and pictures of a person take the same path, and remain
/// synchronous.
/// The times of packets in order always rise: if the first packet was slow, the axis approaches its place gradually. If
/// it jumped there, sound would lie before the end of the preceding sound and be dropped as a repetition.
package struct DatagramAxis: Sendable, Equatable {
    /// A packet of sound is sent once its 20 ms and the encoder's look-ahead are complete.
    package static let soundDelay = MediaTime.milliseconds(26)
    /// The origin moves later by one nanosecond per this many of the stream: clocks may differ by 100 ppm.
    private static let drift: Int64 = 10_000
    /// The origin moves earlier by one nanosecond per this many: for the longest packet of Opus (120 ms) by 15 ms,
    /// which the mixer of a class treats as jitter.
    private static let approach: Int64 = 8
    /// A larger jump of timestamps against the clock means that the stream has restarted.
    private static let jump = MediaTime.seconds(1)

    private let delay: MediaTime
    private var origin: MediaTime?
    private var newest = MediaTime.zero
    private var newestArrival = MediaTime.zero

    /// - Parameter delay: minimum time that the fastest packet took.
    package init(delay: MediaTime) { self.delay = delay }

    /// `elapsed` is the time since the stream's start; `arrival` is on the axis.
    package mutating func time(_ elapsed: MediaTime, arrival: MediaTime) -> MediaTime {
        let origin = origin(arrival - delay - elapsed, elapsed, arrival)
        if self.origin == nil || elapsed > newest || begins(elapsed, arrival) {
            (newest, newestArrival) = (elapsed, arrival)
        }
        self.origin = origin
        return origin + elapsed
    }

    /// - Parameter found: the stream's start if this packet had taken no time.
    private func origin(_ found: MediaTime, _ elapsed: MediaTime, _ arrival: MediaTime) -> MediaTime {
        guard let origin, !begins(elapsed, arrival) else { return found }
        let passed = max(0, (elapsed - newest).nanoseconds)
        let earliest = origin - MediaTime(nanoseconds: passed / Self.approach)
        let latest = origin + MediaTime(nanoseconds: passed / Self.drift)
        return found.clamped(to: earliest...latest)
    }

    /// Whether the stream has restarted with other timestamps. A late packet, or one after a pause, is not a restart.
    private func begins(_ elapsed: MediaTime, _ arrival: MediaTime) -> Bool {
        let passed = elapsed - newest
        return passed < -Self.jump || passed - (arrival - newestArrival) > Self.jump
    }
}
