/// The little HTML that PeerTube's comments are made of, as text. Pure.
enum CommentHTML {
    /// Paragraphs and `br` become line ends, other tags go, the usual entities become their characters.
    static func text(_ html: String) -> String {
        var (result, rest) = ("", html[...])
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<mark]
            rest = rest[mark...]
            if rest.first == "<", rest.dropFirst().first.map({ $0.isLetter || $0 == "/" }) == true,
                let end = rest.firstIndex(of: ">")
            {
                let tag = rest[rest.index(after: mark)..<end].lowercased()
                if tag.hasPrefix("br") || tag == "/p" { result += "\n" }
                rest = rest[rest.index(after: end)...]
            } else if rest.first == "&", let end = rest.prefix(10).firstIndex(of: ";"),
                let character = entity(rest[rest.index(after: mark)..<end])
            {
                result.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(rest.removeFirst())
            }
        }
        result += rest
        while result.last == "\n" { result.removeLast() }
        return result
    }

    private static func entity(_ name: Substring) -> Character? {
        let named: [Substring: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
        ]
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let code = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap { Unicode.Scalar($0) }.map { Character($0) }
    }
}

/// RFC 3339's date and time. Pure.
enum DateText {
    /// Whole seconds since 1970; nil for what is none. Without a zone, UTC.
    static func seconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[4] == 45, bytes[7] == 45, bytes[13] == 58, bytes[16] == 58,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let zone = bytes[19...].drop { $0 == 46 || (48...57).contains($0) }
        var offset: Int64 = 0
        if let sign = zone.first, sign == 43 || sign == 45 {
            let digits = zone.dropFirst().filter { $0 != 58 }
            guard digits.count == 4, let hours = number(digits[0..<2]), let minutes = number(digits[2..<4]) else {
                return nil
            }
            offset = (hours * 3600 + minutes * 60) * (sign == 43 ? 1 : -1)
        }
        return days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    }

    private static func number(_ bytes: some Collection<UInt8>) -> Int64? {
        bytes.allSatisfy { (48...57).contains($0) } ? Int64(String(decoding: bytes, as: UTF8.self)) : nil
    }

    /// Since 1970-01-01 (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let y = month <= 2 ? year - 1 : year
        let era = y / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
