import PlayCore

/// `00:01:02,345 --> 00:01:04,500 X1:40 X2:600 Y1:20 Y2:50`. Hours and the fraction may be absent. The fraction may
/// have any number of digits and any separator. Times may be negative. The arrow may lack a dash.
struct SubRipTiming {
    let start: MediaTime
    let end: MediaTime
    let placement: CuePlacement?

    init?(_ line: ArraySlice<UInt8>) {
        // A line of times with the four coordinates is shorter.
        guard line.count <= 256 else { return nil }
        var rest = line.trimmed
        guard let start = Self.time(&rest) else { return nil }
        rest = rest.trimmed
        guard Self.arrow(&rest) else { return nil }
        rest = rest.trimmed
        guard let end = Self.time(&rest) else { return nil }
        guard rest.isEmpty || ArraySlice.isBlank(rest[rest.startIndex]) else { return nil }
        self.start = start
        self.end = end
        placement = Self.placement(rest)
    }

    private static func arrow(_ rest: inout ArraySlice<UInt8>) -> Bool {
        let dashes = rest.prefix { $0 == UInt8(ascii: "-") }.count
        guard (1...3).contains(dashes), rest.dropFirst(dashes).first == UInt8(ascii: ">") else { return false }
        rest = rest.dropFirst(dashes + 1)
        return true
    }

    private static func time(_ rest: inout ArraySlice<UInt8>) -> MediaTime? {
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        var parts: [Int64] = []
        while let number = number(&rest) {
            parts.append(number)
            guard parts.count < 3, rest.first == UInt8(ascii: ":") else { break }
            rest = rest.dropFirst()
        }
        guard parts.count >= 2 else { return nil }
        let seconds = parts.reduce(0) { $0 * 60 + $1 }
        var nanoseconds = seconds * 1_000_000_000
        if let point = rest.first, [UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":")].contains(point) {
            rest = rest.dropFirst()
            nanoseconds += fraction(&rest)
        }
        return MediaTime(nanoseconds: isNegative ? -nanoseconds : nanoseconds)
    }

    /// Reads at most six digits, so that no time exceeds a hundred years.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix(while: \.isDigit)
        guard (1...6).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64 {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        var value: Int64 = 0
        var unit: Int64 = 100_000_000
        for digit in digits.prefix(9) {
            value += Int64(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return value
    }

    /// The DVD frame of the program SubRip. Files do not declare it, but only thirds count.
    private static let frame = (width: 720.0, height: 576.0)

    private static func placement(_ rest: ArraySlice<UInt8>) -> CuePlacement? {
        var values: [String: Double] = [:]
        for word in rest.split(whereSeparator: ArraySlice.isBlank) {
            let parts = word.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard parts.count == 2, parts[1].count <= 5, parts[1].allSatisfy(\.isDigit) else { continue }
            values[parts[0].text.lowercased()] = Double(parts[1].text)
        }
        guard let y1 = values["y1"], let y2 = values["y2"] else { return nil }
        var placement = CuePlacement(thirdAtX: 0.5, y: (y1 + y2) / 2 / frame.height)
        if let x1 = values["x1"], let x2 = values["x2"], x2 > x1 {
            placement.horizontal =
                CuePlacement(thirdAtX: (x1 + x2) / 2 / frame.width, y: 0).horizontal
        }
        return placement
    }
}
