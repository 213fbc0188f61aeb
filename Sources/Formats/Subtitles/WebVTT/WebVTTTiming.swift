import PlayCore

struct WebVTTTiming {
    let start: MediaTime
    let end: MediaTime
    let settings: WebVTTSettings

    init?(_ line: ArraySlice<UInt8>) {
        var rest = line.trimmed
        guard let start = Self.time(&rest) else { return nil }
        rest = rest.trimmed
        guard rest.hasPrefix("-->") else { return nil }
        rest = rest.dropFirst(3).trimmed
        guard let end = Self.time(&rest) else { return nil }
        self.start = start
        self.end = end
        settings = WebVTTSettings(rest.text)
    }

    /// Reads `[hh…:]mm:ss.mmm`.
    static func time(_ rest: inout ArraySlice<UInt8>) -> MediaTime? {
        guard let first = number(&rest), skip(":", &rest), let second = number(&rest), second.digits == 2 else {
            return nil
        }
        var (hours, minutes, seconds) = (Int64(0), first, second)
        // More or less than two digits, or a value above 59, can only be hours.
        if first.digits != 2 || first.value > 59 || rest.first == UInt8(ascii: ":") {
            guard skip(":", &rest), let third = number(&rest), third.digits == 2 else { return nil }
            (hours, minutes, seconds) = (first.value, second, third)
        }
        guard skip(".", &rest), let thousandths = number(&rest), thousandths.digits == 3, minutes.value <= 59,
            seconds.value <= 59
        else { return nil }
        let whole = hours * 3600 + minutes.value * 60 + seconds.value
        return MediaTime(nanoseconds: whole * 1_000_000_000 + thousandths.value * 1_000_000)
    }

    private static func skip(_ character: Character, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == character.asciiValue else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads a number. More than seven digits of hours would not fit into a media time.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> (value: Int64, digits: Int)? {
        let digits = rest.prefix(while: \.isDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let value = digits.reduce(Int64(0)) { min(9_999_999, $0 * 10 + Int64($1 - UInt8(ascii: "0"))) }
        // 2⁶³ ns are 2 562 047 hours; a tenth of it leaves space for sums.
        return (min(value, 250_000), digits.count)
    }
}
