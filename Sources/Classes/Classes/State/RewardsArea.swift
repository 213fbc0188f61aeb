package import PlayCore

package struct RewardsArea: Sendable, Equatable {
    package struct Rain: Sendable, Equatable {
        package var packet: RedPacket
        package var since: MediaTime

        /// The duration of a rain of packets if the recording does not specify it.
        package static let usualDuration = MediaTime.seconds(30)

        package var end: MediaTime { since + max(.zero, packet.duration ?? Self.usualDuration) }

        package func falls(at time: MediaTime) -> Bool { time >= since && time < end }

        /// Returns the key for requesting a score at a time: the offset, in seconds since the first packet fell, of the
        /// segment that began last. Returns `nil` if no segment has begun.
        package func timeOffset(at time: MediaTime) -> String? {
            let elapsed = (time - since).inSeconds
            let begun = packet.segments.compactMap { segment in
                Double(segment.timeOffset).flatMap { $0 <= elapsed ? (start: $0, name: segment.timeOffset) : nil }
            }
            return begun.max { $0.start < $1.start }?.name
        }
    }
    package var revision = 0
    package var redPackets = KeyedList<Rain>()
}
