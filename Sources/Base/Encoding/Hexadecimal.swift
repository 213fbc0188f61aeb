package enum Hexadecimal {
    package static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70, 97...102: (byte | 0x20) - 87
        default: nil
        }
    }

    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            result.append(digits[Int(byte >> 4)])
            result.append(digits[Int(byte & 15)])
        }
        return String(decoding: result, as: UTF8.self)
    }

    package static func text(_ number: UInt64) -> String {
        text((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) })
    }

    /// Reads `0x0102…` of at most `count` bytes, padded with leading zeros. Returns `nil` for any other text.
    package static func bytes(_ text: String, count: Int) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count > 2, digits[0] == UInt8(ascii: "0"), digits[1] | 0x20 == UInt8(ascii: "x"),
            digits.count <= 2 + 2 * count
        else { return nil }
        let values = digits.dropFirst(2).compactMap { digit($0) }
        guard values.count == digits.count - 2 else { return nil }
        let padded = [UInt8](repeating: 0, count: 2 * count - values.count) + values
        return stride(from: 0, to: padded.count, by: 2).map { padded[$0] << 4 | padded[$0 + 1] }
    }
}
