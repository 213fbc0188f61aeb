/// Two bytes of a caption channel.
package struct CaptionPair: Sendable, Equatable {
    /// 1 … 4: `CC1` and `CC2` of the first field, `CC3` and `CC4` of the second.
    package let channel: Int
    /// As a decoder takes it: the codes are those of `CC1`, with odd parity.
    package let triplet: [UInt8]
}

/// Sorts the bytes of CEA-608 by channels, which lie upon one another: two in each field, besides texts that are no
/// captions, and programme data in the second one. A value.
package struct CaptionChannels: Sendable {
    /// How a channel's text comes onto the screen.
    package enum Mode: Sendable { case popOn, paintOn, rollUp }

    private struct Channel {
        /// Nil: not known yet; what comes until then is the rest of something.
        var mode: Mode?
        var isText = false
    }

    private struct Field {
        /// Channel of the characters that come.
        var current: Int?
        /// Within programme data.
        var isData = false
    }

    private var channels = [Channel](repeating: Channel(), count: 4)
    private var fields = [Field(), Field()]

    /// What a decoder gets for a picture without captions.
    package static let silence: [UInt8] = [0xFC, 0x80, 0x80]

    package init() {}

    /// Of the channels that were met.
    package func mode(of channel: Int) -> Mode? { channels[channel - 1].mode }

    /// - Parameter triplets: of one picture; those of CEA-708 are left out.
    package mutating func read(_ triplets: [UInt8]) -> [CaptionPair] {
        var pairs: [CaptionPair] = []
        for start in stride(from: 0, to: triplets.count - 2, by: 3) {
            guard triplets[start] & 4 != 0, triplets[start] & 2 == 0, Self.isOdd(triplets[start + 2]) else { continue }
            // What was damaged on the way is a block, as decoders have it.
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
        // Erasing is meant for the captions also while a text is sent.
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
