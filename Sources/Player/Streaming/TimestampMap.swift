import PlayCore

/// `X-TIMESTAMP-MAP` of a WebVTT segment (RFC 8216, 3.5): which of the container's times a time of the text is. Pure.
struct TimestampMap: Equatable {
    /// What is added to the text's times to have the container's.
    let distance: MediaTime
    /// One of the container's times, to know in which turn of the 33 bits they lie.
    let time: MediaTime

    /// Nil: there is none.
    init?(_ bytes: [UInt8]) {
        let head = String(decoding: bytes.prefix(2048), as: UTF8.self)
        guard head.hasPrefix("WEBVTT") || head.hasPrefix("\u{FEFF}WEBVTT") else { return nil }
        // A CR and LF are one character here.
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
            time = MediaTime(nanoseconds: ticks * 100_000 / 9)
            distance = time - local
            return
        }
        return nil
    }

    /// `[hh:]mm:ss.fff`.
    private static func clock(_ text: some StringProtocol) -> MediaTime? {
        let parts = text.split(separator: ":")
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 && $0 < 1e6 })
        else { return nil }
        return MediaTime(seconds: numbers.reduce(0) { $0 * 60 + $1 })
    }
}
