package import PlayCore

/// Converts times of a stream over UDP to the axis of a class or an item, as exactly as the stream allows. Janus starts
/// the timestamps of each receiver at zero and sends reports of its own, so the capture time of a picture is unknown.
/// The fastest packet counts as undelayed. A person's sound and pictures take the same path, so they remain
/// synchronous. If the first packet was slow, the axis approaches its right place gradually, so that times of ordered
/// packets always rise. After a jump, sound would overlap the preceding sound and be dropped as a repetition.
package struct DatagramAxis: Sendable, Equatable {
    /// A packet of sound is sent once its 20 ms and the encoder's look-ahead are complete.
    package static let soundDelay = MediaTime.milliseconds(26)
    /// The origin moves later by one nanosecond per this many of the stream, since clocks may differ by 100 ppm.
    private static let drift: Int64 = 10_000
    /// The origin moves earlier by one nanosecond per this many. For the longest packet of Opus (120 ms) these are 15
    /// ms, which the mixer of a class treats as jitter.
    private static let approach: Int64 = 8
    /// A larger jump of timestamps against the clock means that the stream has restarted.
    private static let jump = MediaTime.seconds(1)

    private let delay: MediaTime
    private var origin: MediaTime?
    private var newest = MediaTime.zero
    private var newestArrival = MediaTime.zero

    /// - Parameter delay: the least time of the fastest packet.
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

    /// - Parameter found: the stream's start if this packet had no delay.
    private func origin(_ found: MediaTime, _ elapsed: MediaTime, _ arrival: MediaTime) -> MediaTime {
        guard let origin, !begins(elapsed, arrival) else { return found }
        let passed = max(0, (elapsed - newest).nanoseconds)
        let earliest = origin - MediaTime(nanoseconds: passed / Self.approach)
        let latest = origin + MediaTime(nanoseconds: passed / Self.drift)
        return found.clamped(to: earliest...latest)
    }

    /// Returns whether the stream has restarted with other timestamps. False for a late packet, or one after a pause.
    private func begins(_ elapsed: MediaTime, _ arrival: MediaTime) -> Bool {
        let passed = elapsed - newest
        return passed < -Self.jump || passed - (arrival - newestArrival) > Self.jump
    }
}
