package import PlayCore

/// A received picture or packet of sound, still encoded.
package struct ReceivedFrame: Sendable, Equatable {
    package var kind: MediaDescription.Kind
    package var mid: String
    /// H.264 with start codes (a key frame with its parameter sets), or a packet of Opus.
    package var bytes: [UInt8]
    package var isKeyframe: Bool
    /// The time by the sender's clock; before its first report, by the receiver's.
    package var time: UTCTime
    /// Whether ``time`` is by the sender's clock.
    package var isReported: Bool
    /// Time since the stream's first packet, by the stream's own clock.
    package var elapsed: MediaTime
    /// When the socket returned its last packet.
    package var arrival: HostTime
}

package struct OutgoingFrame: Sendable, Equatable {
    package var kind: MediaDescription.Kind
    /// H.264 with start codes (a key frame with its parameter sets), or a packet of Opus.
    package var bytes: [UInt8]
    /// On any axis shared by pictures and sound.
    package var time: MediaTime

    package init(kind: MediaDescription.Kind, bytes: [UInt8], time: MediaTime) {
        self.kind = kind
        self.bytes = bytes
        self.time = time
    }
}

package struct MediaCounts: Sendable, Equatable {
    package var packetsReceived = 0
    package var packetsLost = 0
    package var packetsLate = 0
    package var packetsRequested = 0
    package var framesReceived = 0
    package var packetsSent = 0
    package var packetsRepeated = 0
    package var keyframesRequested = 0
    package var keyframesWanted = 0
    /// The other end's own estimate of what it can receive, in bits per second. `nil` if not reported.
    package var estimate: Int?
    /// Recent loss of our packets, in 256ths.
    package var fractionLost = 0
    package var roundTrip: HostTime?
    package var reports = 0

    /// In English, for the log.
    var summary: String {
        "received \(packetsReceived) packets, lost \(packetsLost), late \(packetsLate), requested \(packetsRequested); "
            + "sent \(packetsSent), repeated \(packetsRepeated); "
            + "key frames requested \(keyframesRequested), wanted \(keyframesWanted)"
    }
}
