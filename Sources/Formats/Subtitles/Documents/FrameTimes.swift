/// The frame rate of formats that count times in frames, whose lines FFmpeg reads.
package enum FrameTimes {
    /// Returns the rate that FFmpeg assumes, or `nil` if format or file has times or a rate. `codec` is FFmpeg's name.
    package static func assumedRate(codec: String, _ text: [UInt8]) -> Double? {
        var lines = LineReader(text[...])
        var first: [ArraySlice<UInt8>] = []
        while first.count < 3, let line = lines.next() {
            if !line.isEmpty { first.append(line) }
        }
        switch codec {
        case "microdvd": return first.contains(where: givesRate) ? nil : 24_000.0 / 1001
        // AQTitle.
        case "text": return first.first?.hasPrefix("-->>") == true ? 25 : nil
        default: return nil
        }
    }

    /// Returns whether the line declares the rate, as FFmpeg expects it: `{1}{1}25.000`.
    private static func givesRate(_ line: ArraySlice<UInt8>) -> Bool {
        let parts = line.prefix(64).text.split(separator: "}", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let frame = Int(parts[0].dropFirst()), frame <= 1 else { return false }
        let digits = parts[2].prefix(6).prefix { $0.isASCII && $0.isNumber || $0 == "." }
        return Double(digits).map { $0 > 3 && $0 < 100 } == true
    }
}
