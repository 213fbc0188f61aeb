/// A packet of RTP (RFC 3550, 5.1).
struct RTPPacket: Sendable, Equatable {
    /// Seven bits.
    var payloadType: UInt8
    var isMarked = false
    var sequence: UInt16
    var timestamp: UInt32
    /// SSRC.
    var source: UInt32
    var payload: ArraySlice<UInt8>

    init(payloadType: UInt8, sequence: UInt16, timestamp: UInt32, source: UInt32, payload: ArraySlice<UInt8>) {
        self.payloadType = payloadType
        self.sequence = sequence
        self.timestamp = timestamp
        self.source = source
        self.payload = payload
    }

    init?(_ bytes: [UInt8]) {
        let all = bytes[...]
        guard let head = all.number(at: 0, 2), head >> 14 == 2, let sequence = all.number(at: 2, 2),
            let timestamp = all.number(at: 4, 4), let source = all.number(at: 8, 4)
        else { return nil }
        var start = 12 + Int(head >> 8 & 15) * 4
        if head & 0x1000 != 0 {
            guard let words = all.number(at: start + 2, 2) else { return nil }
            start += 4 + Int(words) * 4
        }
        var end = bytes.count
        if head & 0x2000 != 0 {
            // The last byte counts the padding bytes, including itself.
            guard let padding = bytes.last, padding > 0 else { return nil }
            end -= Int(padding)
        }
        guard start <= end else { return nil }
        self.init(
            payloadType: UInt8(head & 127), sequence: UInt16(sequence), timestamp: UInt32(timestamp),
            source: UInt32(source), payload: bytes[start..<end])
        isMarked = head & 0x80 != 0
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = [0x80, (isMarked ? 0x80 : 0) | payloadType]
        bytes.append(sequence, bytes: 2)
        bytes.append(timestamp, bytes: 4)
        bytes.append(source, bytes: 4)
        return bytes + payload
    }
}
