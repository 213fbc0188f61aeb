package struct CaptionPair: Sendable, Equatable {
    /// 1 … 4: `CC1` and `CC2` of the first field, `CC3` and `CC4` of the second.
    package let channel: Int
    /// In the form for a decoder: with the codes of `CC1` and odd parity.
    package let triplet: [UInt8]
}

/// Separates the bytes of CEA-608 by channel. Each field carries two channels, interleaved with texts that are not
/// captions; the second field also carries programme data.
package struct CaptionChannels: Sendable {
    package enum Mode: Sendable { case popOn, paintOn, rollUp }

    private struct Channel {
        /// `nil` until known. Characters before that belong to an unknown caption.
        var mode: Mode?
        var isText = false
    }

    private struct Field {
        var current: Int?
        var isData = false
    }

    private var channels = [Channel](repeating: Channel(), count: 4)
    private var fields = [Field(), Field()]

    /// A decoder's input for a picture without captions.
    package static let silence: [UInt8] = [0xFC, 0x80, 0x80]

    package init() {}

    package func mode(of channel: Int) -> Mode? { channels[channel - 1].mode }

    /// - Parameter triplets: of one picture. Ignores those of CEA-708.
    package mutating func read(_ triplets: [UInt8]) -> [CaptionPair] {
        var pairs: [CaptionPair] = []
        for start in stride(from: 0, to: triplets.count - 2, by: 3) {
            guard triplets[start] & 4 != 0, triplets[start] & 2 == 0, Self.isOdd(triplets[start + 2]) else { continue }
            // A damaged byte becomes a block, as in decoders.
            let high = Self.isOdd(triplets[start + 1]) ? triplets[start + 1] & 0x7F : 0x7F
            if let pair = read(high, triplets[start + 2] & 0x7F, field: Int(triplets[start] & 1)) { pairs.append(pair) }
        }
        return pairs
    }

    private mutating func read(_ high: UInt8, _ low: UInt8, field: Int) -> CaptionPair? {
        switch high {
        case 0 where low == 0: return nil
        case 0x01...0x0F:
            fields[field].isData = high != 0x0F
            return nil
        case 0x10...0x1F:
            let number = 2 * field + Int(high >> 3 & 1)
            fields[field] = Field(current: number)
            return command(high & ~0x08, low, number)
        default:
            guard !fields[field].isData, let number = fields[field].current else { return nil }
            return pass(high, low, number)
        }
    }

    private mutating func command(_ high: UInt8, _ low: UInt8, _ number: Int) -> CaptionPair? {
        guard high == 0x14 || high == 0x15, (0x20...0x2F).contains(low) else { return pass(high, low, number) }
        switch low {
        case 0x20, 0x2F: channels[number] = Channel(mode: .popOn)
        case 0x25, 0x26, 0x27: channels[number] = Channel(mode: .rollUp)
        case 0x29: channels[number] = Channel(mode: .paintOn)
        case 0x2A, 0x2B: channels[number].isText = true
        // Erases captions even while a text is sent.
        case 0x2C, 0x2E: return channels[number].mode == nil ? nil : pair(high, low, number)
        default: break
        }
        return pass(high, low, number)
    }

    private func pass(_ high: UInt8, _ low: UInt8, _ number: Int) -> CaptionPair? {
        guard !channels[number].isText, channels[number].mode != nil else { return nil }
        return pair(high, low, number)
    }

    private func pair(_ high: UInt8, _ low: UInt8, _ number: Int) -> CaptionPair {
        CaptionPair(channel: number + 1, triplet: [0xFC, Self.withParity(high), Self.withParity(low)])
    }

    private static func isOdd(_ byte: UInt8) -> Bool { byte.nonzeroBitCount % 2 == 1 }
    private static func withParity(_ byte: UInt8) -> UInt8 { isOdd(byte) ? byte : byte | 0x80 }
}
