import PlayCore

package struct PlaylistCharset: Sendable {
    package let decode: @Sendable ([UInt8]) -> String

    package init(decode: @escaping @Sendable ([UInt8]) -> String) { self.decode = decode }

    package static let simple = PlaylistCharset { bytes in
        looksChinese(bytes) ? ByteText.converted(bytes, from: "GB18030") ?? latin1(bytes) : latin1(bytes)
    }

    /// Returns whether every byte from 0x80 on belongs to a pair, and nine of ten pairs are characters of GB 2312 (rows
    /// 16 to 87, the Hanzi, and 1 to 9, punctuation and kana). Latin-1 usually has single accented letters.
    static func looksChinese(_ bytes: [UInt8]) -> Bool {
        var (index, pairs, common) = (0, 0, 0)
        while index < bytes.count {
            let lead = bytes[index]
            guard lead >= 0x80 else {
                index += 1
                continue
            }
            guard index + 1 < bytes.count, (0x81...0xFE).contains(lead) else { return false }
            let trail = bytes[index + 1]
            let isLong = (0x30...0x39).contains(trail)
            guard isLong || ((0x40...0xFE).contains(trail) && trail != 0x7F) else { return false }
            pairs += 1
            if trail >= 0xA1, (0xA1...0xA9).contains(lead) || (0xB0...0xF7).contains(lead) { common += 1 }
            index += isLong ? 4 : 2
        }
        return pairs > 0 && common * 10 >= pairs * 9
    }

    static func latin1(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
