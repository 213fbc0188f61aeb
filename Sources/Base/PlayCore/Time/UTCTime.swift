/// A calendar instant, in nanoseconds since 1970 UTC; exact from 1700 to 2250.
package struct UTCTime: Sendable, Hashable, Comparable {
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    package init(seconds: Int64) { nanoseconds = seconds * 1_000_000_000 }

    package static func < (a: UTCTime, b: UTCTime) -> Bool { a.nanoseconds < b.nanoseconds }
    package static func - (a: UTCTime, b: UTCTime) -> MediaTime {
        MediaTime(nanoseconds: a.nanoseconds.subtractingSaturated(b.nanoseconds))
    }
    package static func + (a: UTCTime, b: MediaTime) -> UTCTime {
        UTCTime(nanoseconds: a.nanoseconds.addingSaturated(b.nanoseconds))
    }

    /// Reads ISO 8601 as in manifests: `2024-03-04T23:02:17.684Z`, `+01:00`, `+0100`, `+01`. No zone means UTC (ISO
    /// 23009-1 for `xs:dateTime`; assumed for HLS, too). Ignores digits beyond nanoseconds.
    package init?(_ text: some StringProtocol) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2), scanner.skip("Tt "), let hour = scanner.number(2), scanner.skip(":"),
            let minute = scanner.number(2), (1700...2250).contains(year), (1...12).contains(month),
            (1...31).contains(day), hour <= 24, minute < 60
        else { return nil }
        var second: Int64 = 0
        var fraction: Int64 = 0
        if scanner.skip(":") {
            // 60: a leap second, which Unix time does not count.
            guard let number = scanner.number(2), number <= 60 else { return nil }
            second = number
            if scanner.skip(".,") {
                guard let number = scanner.fraction() else { return nil }
                fraction = number
            }
        }
        guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
        let seconds = Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        nanoseconds = seconds * 1_000_000_000 + fraction
    }

    /// Returns days since 1970 (Howard Hinnant, "chrono-compatible low-level date algorithms").
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

private struct DigitScanner {
    private var rest: ArraySlice<UInt8>

    init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ any: String) -> Bool {
        guard let first = rest.first, any.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ width: Int) -> Int64? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        rest.removeFirst(width)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    /// Returns nanoseconds.
    mutating func fraction() -> Int64? {
        let digits = rest.prefix { (48...57).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest.removeFirst(digits.count)
        return (0..<9).reduce(0) { sum, place in
            let index = digits.startIndex + place
            return sum * 10 + (index < digits.endIndex ? Int64(digits[index] - 48) : 0)
        }
    }

    /// Returns seconds east of Greenwich.
    mutating func zone() -> Int64? {
        if isAtEnd || skip("Zz") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+-"), let hours = number(2), hours <= 24 else { return nil }
        _ = skip(":")
        guard let minutes = isAtEnd ? 0 : number(2) else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}

extension Int64 {
    package func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    package func subtractingSaturated(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    package func multipliedSaturated(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
