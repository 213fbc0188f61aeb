package import PlayCore

/// A picture or a packet of sound as it came, still coded. A value.
package struct ReceivedFrame: Sendable, Equatable {
    package var kind: MediaDescription.Kind
    /// Of the stream, as the description names it.
    package var mid: String
    /// H.264 with start codes, a key frame with its parameter sets; or a packet of Opus.
    package var bytes: [UInt8]
    package var isKeyframe: Bool
    /// By the sender's clock; until its first report by the clock here.
    package var time: UTCTime
    /// Whether ``time`` is the sender's.
    package var isReported: Bool
    /// Since the stream's first packet, by the stream's own clock.
    package var elapsed: MediaTime
    /// When its last packet was taken from the line.
    package var arrival: HostTime
}

/// A picture or a packet of sound to send, coded. A value.
package struct OutgoingFrame: Sendable, Equatable {
    package var kind: MediaDescription.Kind
    /// H.264 with start codes, a key frame with its parameter sets; or a packet of Opus.
    package var bytes: [UInt8]
    /// On any axis that pictures and sound share.
    package var time: MediaTime

    package init(kind: MediaDescription.Kind, bytes: [UInt8], time: MediaTime) {
        self.kind = kind
        self.bytes = bytes
        self.time = time
    }
}

/// How it goes. A value.
package struct MediaCounts: Sendable, Equatable {
    package var packetsReceived = 0
    /// That did not come in time, so that they cost something.
    package var packetsLost = 0
    /// Of those: that came after all.
    package var packetsLate = 0
    /// Asked for again.
    package var packetsRequested = 0
    package var framesReceived = 0
    package var packetsSent = 0
    /// Sent once more, because they were asked for.
    package var packetsRepeated = 0
    package var keyframesRequested = 0
    /// The other end has asked so often for a key frame.
    package var keyframesWanted = 0
    /// Bits per second that the other end believes it can receive; nil: it has not said.
    package var estimate: Int?
    /// In 256ths, of what was sent of late.
    package var fractionLost = 0
    package var roundTrip: HostTime?
    /// How often the other end has told how what is sent arrives.
    package var reports = 0

    /// In English, for the log.
    var summary: String {
        "received \(packetsReceived) packets, lost \(packetsLost), late \(packetsLate), requested \(packetsRequested); "
            + "sent \(packetsSent), repeated \(packetsRepeated); "
            + "key frames requested \(keyframesRequested), wanted \(keyframesWanted)"
    }
}
