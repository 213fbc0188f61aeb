extension RTCPMessage {
    /// Returns all known messages of a datagram. A damaged one ends the reading.
    static func read(_ bytes: [UInt8]) -> [RTCPMessage] {
        var messages: [RTCPMessage] = []
        var rest = bytes[...]
        while let head = rest.number(at: 0, 4), head >> 30 == 2 {
            let length = (Int(head & 0xFFFF) + 1) * 4
            guard rest.count >= length else { break }
            let count = Int(head >> 24 & 31)
            let body = rest.prefix(length).dropFirst(4)
            if let message = message(type: UInt8(head >> 16 & 255), count: count, body) { messages.append(message) }
            rest = rest.dropFirst(length)
        }
        return messages
    }

    private static func message(type: UInt8, count: Int, _ body: ArraySlice<UInt8>) -> RTCPMessage? {
        guard let sender = body.number(at: 0, 4).map(UInt32.init(truncatingIfNeeded:)) else { return nil }
        switch type {
        case 200: return senderReport(sender, body, count)
        case 201: return .receiverReport(source: sender, blocks: blocks(body.dropFirst(4), count))
        case 203:
            return .goodbye(
                (0..<count).compactMap { body.number(at: $0 * 4, 4).map(UInt32.init(truncatingIfNeeded:)) })
        case 205, 206: return feedback(type, count, sender, body)
        default: return nil
        }
    }

    private static func senderReport(_ source: UInt32, _ body: ArraySlice<UInt8>, _ count: Int) -> RTCPMessage? {
        guard let time = body.number(at: 4, 8), let stamp = body.number(at: 12, 4),
            let packets = body.number(at: 16, 4),
            let octets = body.number(at: 20, 4)
        else { return nil }
        return .senderReport(
            SenderReport(
                source: source, networkTime: time, timestamp: UInt32(stamp), packets: UInt32(packets),
                octets: UInt32(octets), blocks: blocks(body.dropFirst(24), count)))
    }

    private static func blocks(_ body: ArraySlice<UInt8>, _ count: Int) -> [ReportBlock] {
        (0..<count).compactMap { index in
            let block = body.dropFirst(index * 24).prefix(24)
            guard block.count == 24 else { return nil }
            let numbers = (0..<6).map { UInt32(truncatingIfNeeded: block.number(at: $0 * 4, 4) ?? 0) }
            return ReportBlock(
                source: numbers[0], fractionLost: UInt8(numbers[1] >> 24),
                lost: Int32(bitPattern: numbers[1] << 8) >> 8, highestSequence: numbers[2], jitter: numbers[3],
                lastReport: numbers[4], delay: numbers[5])
        }
    }

    private static func feedback(
        _ type: UInt8, _ format: Int, _ sender: UInt32, _ body: ArraySlice<UInt8>
    ) -> RTCPMessage? {
        guard let media = body.number(at: 4, 4).map(UInt32.init(truncatingIfNeeded:)) else { return nil }
        let rest = body.dropFirst(8)
        switch (type, format) {
        case (205, 1): return .missing(sender: sender, media: media, sequences: sequences(rest))
        case (206, 1): return .pictureLoss(sender: sender, media: media)
        case (206, 4):
            // FIR names the stream in its list.
            guard let target = rest.number(at: 0, 4) else { return nil }
            return .pictureLoss(sender: sender, media: UInt32(target))
        case (206, 15):
            guard rest.number(at: 0, 4) == 0x5245_4D42, let word = rest.number(at: 4, 4) else { return nil }
            // An 18-bit mantissa, shifted by a 6-bit exponent.
            let (mantissa, shift) = (word & 0x3FFFF, word >> 18 & 63)
            return .estimate(sender: sender, bitsPerSecond: shift > 40 ? .max : mantissa << shift)
        default: return nil
        }
    }

    private static func sequences(_ body: ArraySlice<UInt8>) -> [UInt16] {
        stride(from: 0, to: body.count - 3, by: 4).flatMap { offset -> [UInt16] in
            guard let first = body.number(at: offset, 2), let mask = body.number(at: offset + 2, 2) else { return [] }
            let start = UInt16(first)
            let behind = (1...16 as ClosedRange<UInt16>).filter { mask >> ($0 - 1) & 1 == 1 }
            return [start] + behind.map { start &+ $0 }
        }
    }
}
