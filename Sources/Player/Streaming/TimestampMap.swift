import PlayCore

/// The `X-TIMESTAMP-MAP` of a WebVTT segment (RFC 8216, 3.5): maps the text's times to the container's.
struct TimestampMap: Equatable {
    let distance: MediaTime
    /// The first cue's time in the container, else the map's own. It determines the multiple of the 33-bit range.
    let time: MediaTime

    init?(_ bytes: [UInt8]) {
        let head = String(decoding: bytes.prefix(2048), as: UTF8.self)
        guard head.hasPrefix("WEBVTT") || head.hasPrefix("\u{FEFF}WEBVTT") else { return nil }
        // CR and LF together are one character here.
        for line in head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst() {
            guard !line.isEmpty else { return nil }
            guard line.hasPrefix("X-TIMESTAMP-MAP=") else { continue }
            var local: MediaTime?
            var ticks: Int64?
            for part in line.dropFirst(16).split(separator: ",") {
                if part.hasPrefix("LOCAL:") { local = Self.clock(part.dropFirst(6)) }
                if part.hasPrefix("MPEGTS:") { ticks = Int64(part.dropFirst(7)) }
            }
            guard let local, let ticks, (0...Int64(1) << 40).contains(ticks) else { return nil }
            let mapped = MediaTime(nanoseconds: ticks * 100_000 / 9)
            distance = mapped - local
            time = (Self.firstCue(bytes) ?? local) + distance
            return
        }
        return nil
    }

    /// Returns the start of the first cue, or `nil` if there is none near the text's beginning.
    private static func firstCue(_ bytes: [UInt8]) -> MediaTime? {
        let lines = String(decoding: bytes.prefix(64 << 10), as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.contains(" -->") }), let arrow = line.firstRange(of: " -->") else {
            return nil
        }
        return clock(line[..<arrow.lowerBound])
    }

    /// Parses `[hh:]mm:ss.fff`.
    private static func clock(_ text: some StringProtocol) -> MediaTime? {
        let parts = text.split(separator: ":")
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 && $0 < 1e6 })
        else { return nil }
        return MediaTime(seconds: numbers.reduce(0) { $0 * 60 + $1 })
    }
}
