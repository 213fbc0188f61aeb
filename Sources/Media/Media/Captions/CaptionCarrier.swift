/// Finds captions in the coded pictures of a stream (ATSC A/53, part 4).
package enum CaptionCarrier: Sendable, Equatable {
    /// - Parameter lengthSize: bytes of the length before each NAL unit, or `nil` for start codes.
    case h264(lengthSize: Int?)
    case hevc(lengthSize: Int?)
    case mpeg2

    /// Returns the caption data, three bytes each. With start codes, it stops at the first slice, after some hundred
    /// bytes, unless captions precede it: in a packet of two fields, the second one has captions, too.
    package func triplets(in picture: UnsafeRawBufferPointer) -> [UInt8] {
        var found: [UInt8] = []
        switch self {
        case .h264(let lengthSize?), .hevc(let lengthSize?):
            forEachUnit(of: picture, lengthSize: lengthSize) { collect($0, &found) }
        case .h264(nil), .hevc(nil), .mpeg2:
            forEachSection(of: picture) { unit in
                collect(unit, &found)
                return !isSlice(unit[0]) || !found.isEmpty
            }
        }
        return found
    }

    private func collect(_ unit: UnsafeRawBufferPointer, _ found: inout [UInt8]) {
        switch self {
        case .h264:
            if unit[0] & 31 == 6 { SEIMessages.captions(in: unit.dropFirst(1), &found) }
        case .hevc:
            if unit[0] >> 1 & 63 == 39 { SEIMessages.captions(in: unit.dropFirst(2), &found) }
        case .mpeg2:
            if unit[0] == 0xB2 { found += CaptionData.triplets(Array(unit.dropFirst(1).prefix(128))) }
        }
    }

    private func isSlice(_ first: UInt8) -> Bool {
        switch self {
        case .h264: (1...5).contains(first & 31)
        case .hevc: first >> 1 & 63 < 32
        case .mpeg2: (0x01...0xAF).contains(first)
        }
    }

    private func forEachUnit(
        of picture: UnsafeRawBufferPointer, lengthSize: Int, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        var position = 0
        while position + lengthSize < picture.count {
            let length = picture[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
            position += lengthSize
            guard length > 0, length <= picture.count - position else { return }
            body(UnsafeRawBufferPointer(rebasing: picture[position..<position + length]))
            position += length
        }
    }

    /// - Parameter body: receives the data after each start code; returns false to stop.
    private func forEachSection(of picture: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool) {
        var start = Self.startCode(in: picture, from: 0)
        while let begin = start, begin + 3 < picture.count {
            // A slice has no captions, and its end is far away.
            guard !isSlice(picture[begin + 3]) else {
                guard body(UnsafeRawBufferPointer(rebasing: picture[(begin + 3)...(begin + 3)])) else { return }
                start = Self.startCode(in: picture, from: begin + 3)
                continue
            }
            start = Self.startCode(in: picture, from: begin + 3)
            let unit = picture[(begin + 3)..<(start ?? picture.count)]
            guard !unit.isEmpty, body(UnsafeRawBufferPointer(rebasing: unit)) else { return }
        }
    }

    private static func startCode(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var index = start + 2
        while index < bytes.count {
            switch bytes[index] {
            case 0: index += 1
            case 1 where bytes[index - 1] == 0 && bytes[index - 2] == 0: return index - 2
            default: index += 3
            }
        }
        return nil
    }
}

private enum SEIMessages {
    /// Longer messages are an encoder's settings.
    private static let longest = 1 << 12

    /// - Parameter payload: the data after the NAL unit's header.
    static func captions(in payload: Slice<UnsafeRawBufferPointer>, _ found: inout [UInt8]) {
        // Country code of the United States (ITU-T T.35), which all caption data contains.
        guard payload.count <= longest, payload.contains(0xB5) else { return }
        let bytes = unescaped(payload)
        var position = 0
        while let kind = number(bytes, &position), let size = number(bytes, &position), size <= bytes.count - position {
            let message = bytes[position..<position + size]
            if kind == 4, message.starts(with: [0xB5, 0x00, 0x31]) {
                found += CaptionData.triplets(Array(message.dropFirst(3)))
            }
            position += size
        }
    }

    /// Reads a number: the sum of bytes up to the first that is not 255.
    private static func number(_ bytes: [UInt8], _ position: inout Int) -> Int? {
        var value = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            value += Int(byte)
            if byte != 255 { return value }
        }
        return nil
    }

    private static func unescaped(_ payload: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count)
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }
}

/// ATSC's `ATSC1_data`.
private enum CaptionData {
    private static let mark: [UInt8] = [0x47, 0x41, 0x39, 0x34, 0x03]

    static func triplets(_ data: [UInt8]) -> ArraySlice<UInt8> {
        guard data.starts(with: mark), data.count > 7, data[5] & 0x40 != 0 else { return [] }
        let end = min(7 + 3 * Int(data[5] & 0x1F), data.count)
        return data[7..<(end - (end - 7) % 3)]
    }
}
