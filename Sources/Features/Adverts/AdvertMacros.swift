package import PlayCore

/// Unknown macros in an address are unchanged.
package struct AdvertMacros: Sendable {
    package var errorCode: AdvertErrorCode?
    package var contentPlayhead: MediaTime?
    package var advertPlayhead: MediaTime?
    package var asset: String?
    /// The advert's place in the break, from 1.
    package var podSequence: Int?
    private let now: WallTime
    /// Eight digits that defeat caches.
    private let cacheBuster: String

    package init(now: WallTime, cacheBuster: Int) {
        self.now = now
        let digits = "\(cacheBuster.magnitude % 100_000_000)"
        self.cacheBuster = String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Returns the address with its macros replaced, written as `[NAME]` or `%5BNAME%5D`.
    package func expand(_ address: String) -> String {
        var result = ""
        var rest = address[...]
        while let opening = Self.opening(in: rest) {
            result += rest[..<opening.lowerBound]
            let tail = rest[opening.upperBound...]
            if let closing = Self.closing(in: tail), let value = value(of: String(tail[..<closing.lowerBound])) {
                result += Self.encoded(value)
                rest = tail[closing.upperBound...]
            } else {
                result += rest[opening]
                rest = tail
            }
        }
        return result + rest
    }

    private func value(of name: String) -> String? {
        switch name {
        case "ERRORCODE": errorCode.map { "\($0.rawValue)" }
        case "CACHEBUSTING": cacheBuster
        case "TIMESTAMP": now.timestamp
        case "CONTENTPLAYHEAD", "MEDIAPLAYHEAD": contentPlayhead?.advertClock
        case "ADPLAYHEAD": advertPlayhead?.advertClock
        case "ASSETURI": asset
        case "PODSEQUENCE": podSequence.map { "\($0)" }
        default: nil
        }
    }

    private static func opening(in text: Substring) -> Range<Substring.Index>? {
        earlier(text.range(of: "["), text.range(of: "%5B") ?? text.range(of: "%5b"))
    }

    private static func closing(in text: Substring) -> Range<Substring.Index>? {
        let near = text.prefix(64)
        return earlier(near.range(of: "]"), near.range(of: "%5D") ?? near.range(of: "%5d"))
    }

    private static func earlier(
        _ one: Range<Substring.Index>?, _ other: Range<Substring.Index>?
    ) -> Range<Substring.Index>? {
        guard let one, let other else { return one ?? other }
        return one.lowerBound < other.lowerBound ? one : other
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let character = Character(UnicodeScalar(byte))
            if byte < 0x7F, character.isLetter || character.isNumber || "-._~".contains(character) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Substring {
    fileprivate func range(of pattern: String) -> Range<Index>? {
        guard let first = pattern.first else { return nil }
        var start = startIndex
        while let found = self[start...].firstIndex(of: first) {
            if self[found...].hasPrefix(pattern) { return found..<index(found, offsetBy: pattern.count) }
            start = index(after: found)
        }
        return nil
    }
}

extension WallTime {
    /// UTC in ISO 8601 (the date by Howard Hinnant, "chrono-compatible low-level date algorithms").
    fileprivate var timestamp: String {
        let days = milliseconds / 86_400_000 + 719_468
        let era = days / 146_097
        let day = days % 146_097
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let ofYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let date = [
            year + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
            ofYear - (153 * month + 2) / 5 + 1,
        ]
        let clock = MediaTime(nanoseconds: milliseconds % 86_400_000 * 1_000_000).advertClock
        return date.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: "-") + "T" + clock + "Z"
    }
}
