extension RTCPMessage {
    var bytes: [UInt8] {
        switch self {
        case .senderReport(let report):
            var body: [UInt8] = []
            body.append(report.source, bytes: 4)
            body.append(report.networkTime, bytes: 8)
            for number in [report.timestamp, report.packets, report.octets] { body.append(number, bytes: 4) }
            return Self.message(200, report.blocks.count, body + Self.bytes(report.blocks))
        case .receiverReport(let source, let blocks):
            return Self.message(201, blocks.count, Self.words(source) + Self.bytes(blocks))
        case .description(let source, let name):
            let name = Array(name.utf8.prefix(255))
            var body = Self.words(source) + [1, UInt8(name.count)] + name + [0]
            body += [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
            return Self.message(202, 1, body)
        case .goodbye(let sources):
            let sources = sources.prefix(31)
            return Self.message(203, sources.count, sources.flatMap { Self.words($0) })
        case .missing(let sender, let media, let sequences):
            return Self.message(205, 1, Self.words(sender, media) + Self.pairs(sequences))
        case .pictureLoss(let sender, let media): return Self.message(206, 1, Self.words(sender, media))
        case .estimate(let sender, let bitsPerSecond):
            let shift = max(0, 64 - bitsPerSecond.leadingZeroBitCount - 18)
            let word = 1 << 24 | UInt32(shift) << 18 | UInt32(bitsPerSecond >> UInt64(shift))
            return Self.message(206, 15, Self.words(sender, 0, 0x5245_4D42, word, 0))
        }
    }

    private static func message(_ type: UInt8, _ count: Int, _ body: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x80 | UInt8(count & 31), type]
        bytes.append(UInt16(body.count / 4), bytes: 2)
        return bytes + body
    }

    private static func words(_ numbers: UInt32...) -> [UInt8] {
        numbers.reduce(into: []) { $0.append($1, bytes: 4) }
    }

    private static func bytes(_ blocks: [ReportBlock]) -> [UInt8] {
        blocks.prefix(31).flatMap { block in
            let lost = UInt32(bitPattern: max(-0x80_0000, min(0x7F_FFFF, block.lost))) & 0xFF_FFFF
            return words(
                block.source, UInt32(block.fractionLost) << 24 | lost, block.highestSequence, block.jitter,
                block.lastReport, block.delay)
        }
    }

    /// Encodes each number and the sixteen after it in four bytes.
    private static func pairs(_ sequences: [UInt16]) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = sequences[...]
        while let first = rest.popFirst() {
            var mask: UInt16 = 0
            while let next = rest.first, (1...16).contains(next &- first) {
                mask |= 1 << (next &- first - 1)
                rest.removeFirst()
            }
            bytes.append(first, bytes: 2)
            bytes.append(mask, bytes: 2)
        }
        return bytes
    }
}
