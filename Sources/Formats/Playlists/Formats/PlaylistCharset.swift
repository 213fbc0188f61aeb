internal import Glibc
import PlayCore

package struct PlaylistCharset: Sendable {
    package let decode: @Sendable ([UInt8]) -> String

    package init(decode: @escaping @Sendable ([UInt8]) -> String) { self.decode = decode }

    /// GB18030 if the bytes look like Chinese, else Latin-1.
    package static let simple = PlaylistCharset { bytes in
        looksChinese(bytes) ? converted(bytes, from: "GB18030") ?? latin1(bytes) : latin1(bytes)
    }

    /// Whether every byte from 0x80 on belongs to a pair, and nine of ten pairs are characters of GB 2312 (rows 16 to
    /// 87, the Hanzi, and 1 to 9, punctuation and kana). Latin-1 usually has single accented letters.
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

    /// Converts with libc. Returns `nil` for an unknown charset or invalid bytes.
    static func converted(_ bytes: [UInt8], from charset: String) -> String? {
        guard let converter = iconv_open("UTF-8", charset), converter != UnsafeMutableRawPointer(bitPattern: -1)
        else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // For two bytes of GB18030, UTF-8 needs three; for four it needs four.
        var output = [CChar](repeating: 0, count: bytes.count * 2 + 16)
        return input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var (left, space) = (source.count, target.count)
                guard iconv(converter, &from, &left, &to, &space) != -1, left == 0 else { return nil }
                let written = UnsafeRawBufferPointer(target).prefix(target.count - space)
                return String(decoding: written, as: UTF8.self)
            }
        }
    }
}
