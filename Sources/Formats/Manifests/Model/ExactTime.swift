import PlayCore

/// Converts times in manifests without floating-point numbers.
enum ExactTime {
    /// 125 years, so that sums of thousands of segments do not overflow.
    static let limit = MediaTime(nanoseconds: .farthest)

    /// Reads seconds, `-12.345`. Ignores digits beyond nanoseconds. Returns `nil` for other text and beyond ``limit``.
    static func decimal(_ text: some StringProtocol) -> MediaTime? {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        let whole = bytes.prefix(while: isDigit)
        bytes = bytes.dropFirst(whole.count)
        var nanoseconds: Int64 = 0
        if bytes.first == UInt8(ascii: ".") {
            bytes.removeFirst()
            let fraction = bytes.prefix(while: isDigit)
            guard !whole.isEmpty || !fraction.isEmpty else { return nil }
            bytes = bytes.dropFirst(fraction.count)
            nanoseconds = (0..<9).reduce(0) { sum, place in
                let index = fraction.startIndex + place
                return sum * 10 + (index < fraction.endIndex ? Int64(fraction[index] - 48) : 0)
            }
        } else if whole.isEmpty {
            return nil
        }
        guard bytes.isEmpty, let seconds = whole.isEmpty ? 0 : Int64(String(decoding: whole, as: UTF8.self)) else {
            return nil
        }
        let sum = seconds.multipliedSaturated(by: 1_000_000_000).addingSaturated(nanoseconds)
        return sum > .farthest ? nil : MediaTime(nanoseconds: isNegative ? -sum : sum)
    }

    /// Converts `ticks` of `timescale` per second, rounded to the nearest nanosecond; saturates at ``limit``.
    static func ticks(_ ticks: Int64, per timescale: Int64) -> MediaTime {
        let scale = UInt64(max(1, timescale))
        let product = ticks.magnitude.multipliedFullWidth(by: 1_000_000_000)
        guard product.high < scale else { return ticks < 0 ? -limit : limit }
        let (quotient, remainder) = scale.dividingFullWidth(product)
        let rounded = remainder >= scale - remainder ? quotient &+ 1 : quotient
        let bounded = MediaTime(nanoseconds: Int64(min(rounded, UInt64(Int64.farthest))))
        return ticks < 0 ? -bounded : bounded
    }

    /// Returns the whole ticks in a time, the inverse of ``ticks(_:per:)``. Rounds non-negative times down.
    static func count(of time: MediaTime, per timescale: Int64) -> Int64 {
        let product = time.nanoseconds.magnitude.multipliedFullWidth(by: UInt64(max(1, timescale)))
        guard product.high < 1_000_000_000 else { return time < .zero ? .min / 2 : .max / 2 }
        let quotient = (1_000_000_000 as UInt64).dividingFullWidth(product).quotient
        let bounded = Int64(min(quotient, UInt64(Int64.max / 2)))
        return time < .zero ? -bounded : bounded
    }

    /// Reads ISO 8601: `PT1H2M3.5S`, `P1DT2H`. Months have 30 days and years 365, as in other players. `1.5` without
    /// `PT` is seconds, as in the published `minBufferTime="1.5"`. Returns `nil` for other text and beyond ``limit``.
    static func duration(_ text: some StringProtocol) -> MediaTime? {
        let isNegative = text.hasPrefix("-")
        var rest = Substring(text).dropFirst(isNegative ? 1 : 0)
        guard rest.first == "P" else { return decimal(text) }
        rest.removeFirst()
        var total: Int64 = 0
        var isTime = false
        while let first = rest.first {
            if first == "T" {
                isTime = true
                rest.removeFirst()
                continue
            }
            let number = rest.prefix { $0 != "T" && !$0.isLetter }
            rest = rest.dropFirst(number.count)
            guard let unit = rest.popFirst(), let seconds = seconds(of: unit, isTime: isTime),
                let value = decimal(number)
            else { return nil }
            total = total.addingSaturated(value.nanoseconds.multipliedSaturated(by: seconds))
        }
        guard total <= .farthest else { return nil }
        return MediaTime(nanoseconds: isNegative ? -total : total)
    }

    private static func seconds(of unit: Character, isTime: Bool) -> Int64? {
        switch (unit, isTime) {
        case ("Y", false): 365 * 86_400
        case ("M", false): 30 * 86_400
        case ("W", false): 7 * 86_400
        case ("D", false): 86_400
        case ("H", true): 3600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
