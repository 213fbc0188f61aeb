import PlayCore

struct StreamSender: Sendable {
    let stream: MediaAgreement.Stream
    let source: UInt32
    private var sequence: UInt16
    private let timestampOffset: UInt32
    private var sent = SentPackets()
    private(set) var packets = 0
    private var octets = 0
    /// The newest frame's timestamp, which the next report relates to the time of day.
    private var newest: (timestamp: UInt32, at: HostTime)?

    /// `sequence`, the first one, and `timestampOffset` are random.
    init(_ stream: MediaAgreement.Stream, source: UInt32, sequence: UInt16, timestampOffset: UInt32) {
        self.stream = stream
        self.source = source
        self.sequence = sequence
        self.timestampOffset = timestampOffset
    }

    mutating func packets(_ frame: OutgoingFrame, at now: HostTime) -> [[UInt8]] {
        let payloads = stream.kind == .video ? H264Packetizer.payloads(frame.bytes) : [frame.bytes]
        guard let last = payloads.indices.last else { return [] }
        let timestamp = timestamp(of: frame.time)
        newest = (timestamp, now)
        return payloads.indices.map { index in
            var packet = RTPPacket(
                payloadType: stream.coding.payloadType, sequence: sequence, timestamp: timestamp, source: source,
                payload: payloads[index][...])
            packet.isMarked = stream.kind == .video && index == last
            let bytes = packet.bytes
            sent.note(bytes, sequence: sequence, at: now)
            sequence &+= 1
            packets += 1
            octets += payloads[index].count
            return bytes
        }
    }

    private func timestamp(of time: MediaTime) -> UInt32 {
        let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let rate = Int64(stream.coding.clockRate)
        return timestampOffset &+ UInt32(truncatingIfNeeded: seconds &* rate &+ rest * rate / 1_000_000_000)
    }

    mutating func repeated(_ sequences: [UInt16], at now: HostTime) -> [[UInt8]] { sent.repeated(sequences, at: now) }

    func report(at now: HostTime, _ wall: UTCTime) -> SenderReport? {
        guard let newest else { return nil }
        let since = Int64((now - newest.at).inSeconds * Double(stream.coding.clockRate))
        return SenderReport(
            source: source, networkTime: NetworkTime.of(wall),
            timestamp: newest.timestamp &+ UInt32(truncatingIfNeeded: since),
            packets: UInt32(truncatingIfNeeded: packets),
            octets: UInt32(truncatingIfNeeded: octets))
    }
}
