package import PlayCore

package struct RewardsArea: Sendable, Equatable {
    package struct Rain: Sendable, Equatable {
        package var packet: RedPacket
        package var since: MediaTime

        /// For a rain whose duration the recording does not specify.
        package static let usualDuration = MediaTime.seconds(30)

        package var end: MediaTime { since + max(.zero, packet.duration ?? Self.usualDuration) }

        package func falls(at time: MediaTime) -> Bool { time >= since && time < end }

        /// Returns the key for requesting a score, or `nil` before the first segment. The key is the offset of the
        /// current segment, in seconds since the first packet fell.
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
