package struct TextDecoding: Sendable, Equatable {
    /// UTF-8, without a byte order mark.
    package let text: [UInt8]
    /// iconv's name, or ``broken`` if no encoding fitted and bytes were replaced.
    package let encoding: String

    package static let broken = "UTF-8-BROKEN"

    package var isBroken: Bool { encoding == Self.broken }
    package var isLatin: Bool { CharsetDetector.latin.contains(encoding) }
    /// Whether characters have two bytes or more, under rules that other text rarely satisfies.
    package var isEastAsian: Bool { Self.eastAsian.contains(encoding) }

    private static let eastAsian: Set<String> = [
        "BIG5", "CP932", "CP949", "EUC-JP", "EUC-TW", "GB18030", "HZ-GB-2312", "ISO-2022-JP", "JOHAB", "UHC",
    ]

    /// Decodes in mpv's order: `+name` unconditionally; a byte order mark; valid UTF-8; the name without plus;
    /// uchardet's result; UTF-8 with U+FFFD. `codePage` is iconv's name; empty or `auto` means none.
    package init(_ bytes: [UInt8], codePage: String? = nil) {
        let wanted = codePage.flatMap { $0.isEmpty || $0 == "auto" ? nil : $0 }
        if let forced = wanted, forced.hasPrefix("+"), let text = Self.recoded(bytes, from: String(forced.dropFirst()))
        {
            self.init(text: text.bytes, encoding: String(forced.dropFirst()).uppercased())
        } else if let known = Self.byMark(bytes) ?? Self.byUTF8(bytes) {
            self = known
        } else if let wanted, let text = Self.recoded(bytes, from: wanted) {
            self.init(text: text.bytes, encoding: wanted.uppercased())
        } else if let name = CharsetDetector.detect(bytes), let text = Self.recoded(bytes, from: name) {
            self.init(text: text.bytes, encoding: name)
        } else {
            self.init(text: Array(String(decoding: bytes, as: UTF8.self).utf8), encoding: Self.broken)
        }
    }

    private init(text: [UInt8], encoding: String) {
        let end = text.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        // Some writers add zeros from the end of their buffers.
        let text = text[..<end]
        self.text = Array(text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text)
        self.encoding = encoding
    }

    private static func recoded(_ bytes: [UInt8], from name: String) -> Recoding? { Recoding(bytes, from: name) }

    /// Detects UTF-16 and UTF-32 by their mark, and UTF-16 without a mark by Latin text, whose every other byte is 0.
    private static func byMark(_ bytes: [UInt8]) -> TextDecoding? {
        let name: String? =
            if bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
                "UTF-32LE"
            } else if bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
                "UTF-32BE"
            } else if bytes.starts(with: [0xFF, 0xFE]) {
                "UTF-16LE"
            } else if bytes.starts(with: [0xFE, 0xFF]) {
                "UTF-16BE"
            } else {
                unmarkedUTF16(bytes)
            }
        guard let name, let recoding = recoded(bytes, from: name) else { return nil }
        return TextDecoding(text: recoding.bytes, encoding: name)
    }

    private static func unmarkedUTF16(_ bytes: [UInt8]) -> String? {
        let sample = bytes.prefix(1024)
        guard sample.count >= 8 else { return nil }
        var zeros = (even: 0, odd: 0)
        for (index, byte) in sample.enumerated() where byte == 0 {
            if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
        }
        let many = sample.count / 4
        if zeros.odd >= many, zeros.even == 0 { return "UTF-16LE" }
        if zeros.even >= many, zeros.odd == 0 { return "UTF-16BE" }
        return nil
    }

    private static func byUTF8(_ bytes: [UInt8]) -> TextDecoding? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        return TextDecoding(text: bytes, encoding: "UTF-8")
    }
}
