import PlayCore

enum Numbers {
    static func seconds(_ text: some StringProtocol) -> MediaTime? { number(text).map(MediaTime.init(seconds:)) }

    static func number(_ text: some StringProtocol) -> Double? {
        guard let value = Double(text.trimmed), value.isFinite else { return nil }
        return value
    }

    /// Returns `nil` beyond the range of an axis.
    static func milliseconds(_ value: Int64) -> MediaTime? {
        let (nanoseconds, overflow) = value.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? nil : MediaTime(nanoseconds: nanoseconds)
    }

    static func list(_ text: some StringProtocol) -> [Double]? {
        let parts = text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
        let numbers = parts.compactMap { number($0) }
        return numbers.count == parts.count ? numbers : nil
    }

    /// Reads `#RRGGBB`, `#RGB`, or `#AARRGGBB`.
    static func color(_ text: some StringProtocol) -> UInt32? {
        let digits = text.trimmed.drop { $0 == "#" }
        guard let value = UInt32(digits, radix: 16) else { return nil }
        switch digits.count {
        case 3: return (value >> 8 & 15) * 0x110000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11
        case 6, 8: return value & 0xFFFFFF
        default: return nil
        }
    }
}
