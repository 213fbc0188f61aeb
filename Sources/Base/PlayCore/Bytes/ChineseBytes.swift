import Glibc

/// GBK within a text of ``ByteText``, as in the names of files from old systems and archives.
package enum ChineseBytes {
    /// Returns the text with its runs of GBK decoded, or `nil` if not all bytes beyond UTF-8 are common Chinese
    /// characters. Two of them are enough: no word of a Latin script has four such bytes in a row.
    static func decoded(_ text: String) -> String? {
        var result = String.UnicodeScalarView()
        var (pairs, rare) = (0, 0)
        for run in runs(of: text.unicodeScalars) {
            guard run.contains(where: ByteText.isCarrier) else {
                result.append(contentsOf: run)
                continue
            }
            let bytes = ByteText.bytes(String(run))
            guard let found = count(bytes), let decoded = ByteText.converted(bytes, from: "GB18030") else { return nil }
            pairs += found.pairs
            rare += found.rare
            result.append(contentsOf: decoded.unicodeScalars)
        }
        return pairs >= 2 && rare * 3 <= pairs ? String(result) : nil
    }

    /// Returns the text in pieces that are ASCII alone, or without ASCII.
    private static func runs(of scalars: String.UnicodeScalarView) -> [Substring.UnicodeScalarView] {
        var runs: [Substring.UnicodeScalarView] = []
        var rest = scalars[...]
        while let first = rest.first {
            let run = rest.prefix { $0.isASCII == first.isASCII }
            runs.append(run)
            rest = rest[run.endIndex...]
        }
        return runs
    }

    /// Returns the number of characters beyond ASCII, and of those from level 2 of GB 2312, or `nil` for other bytes.
    /// Everyday text is mostly level 1 and its punctuation; level 2 occurs in names.
    package static func count(_ bytes: [UInt8]) -> (pairs: Int, rare: Int)? {
        var (pairs, rare) = (0, 0)
        var index = 0
        while index < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            guard index + 1 < bytes.count, (0xA1...0xFE).contains(bytes[index + 1]),
                (0xB0...0xF7).contains(bytes[index]) || (0xA1...0xA3).contains(bytes[index])
            else { return nil }
            pairs += 1
            if bytes[index] > 0xD7 { rare += 1 }
            index += 2
        }
        return (pairs, rare)
    }
}

extension ByteText {
    /// Converts with libc. Returns `nil` for an unknown charset or invalid bytes.
    package static func converted(_ bytes: [UInt8], from charset: String) -> String? {
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
