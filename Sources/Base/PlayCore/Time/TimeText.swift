/// Media times as people write them: `1:02:03.5`, with a full stop in every language.
package enum TimeText {
    /// Reads `[+|-][[hh:]mm:]ss[.fff]`; every part may have any size (`90`, `90:00`). Ignores digits beyond
    /// nanoseconds. Returns `nil` for any other text and for times beyond ±292 years.
    package static func parse(_ text: some StringProtocol) -> MediaTime? {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        let halves = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = halves.first.flatMap(seconds),
            let fraction = halves.count == 2 ? nanoseconds(halves[1]) : 0
        else { return nil }
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: Int64(nanosecondsPerSecond))
        let (sum, carry) = scaled.addingReportingOverflow(fraction)
        guard !overflow, !carry else { return nil }
        return MediaTime(nanoseconds: isNegative ? -sum : sum)
    }

    private static let nanosecondsPerSecond: UInt64 = 1_000_000_000

    private static func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total: Int64 = 0
        for part in parts {
            guard let number = number(part) else { return nil }
            let (scaled, overflow) = total.multipliedReportingOverflow(by: 60)
            let (sum, carry) = scaled.addingReportingOverflow(number)
            guard !overflow, !carry else { return nil }
            total = sum
        }
        return total
    }

    private static func nanoseconds(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        let kept = digits.prefix(9)
        return number(kept + [UInt8](repeating: UInt8(ascii: "0"), count: 9 - kept.count))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
