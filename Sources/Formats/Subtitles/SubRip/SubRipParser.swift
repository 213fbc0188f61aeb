import PlayCore

/// Recognises cues by their lines of times, because numbers may be wrong. A blank line ends a text only before a number
/// or times.
struct SubRipParser {
    private var reader: LineReader
    private var cues: [Cue] = []

    private init(_ text: ArraySlice<UInt8>, _ cancel: CancelToken?) { reader = LineReader(text, cancel: cancel) }

    static func parse(_ text: ArraySlice<UInt8>, cancel: CancelToken? = nil) -> [Cue] {
        var parser = SubRipParser(text, cancel)
        return parser.run()
    }

    private mutating func run() -> [Cue] {
        while cues.count < SubtitleLimits.cues, let line = reader.next() {
            guard let timing = SubRipTiming(line) else { continue }
            let body = readText()
            let (lines, placement) = SubRipMarkup.parse(body, placement: timing.placement)
            guard !lines.isEmpty else { continue }
            cues.append(Cue(start: timing.start, end: timing.end, placement: placement, lines: lines))
        }
        return cues
    }

    private mutating func readText() -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var size = 0
        while let line = reader.peek() {
            if SubRipTiming(line) != nil {
                // Without a blank line in between, the number before the times is not text.
                if lines.count > 1, let last = lines.last, Self.isNumber(last) { lines.removeLast() }
                break
            }
            if line.isBlank {
                if endsText() { break }
                continue
            }
            _ = reader.next()
            guard size < SubtitleLimits.cueBytes else { continue }
            size += line.count + 1
            lines.append(line)
        }
        return lines
    }

    private mutating func endsText() -> Bool {
        var ahead = reader
        while let line = ahead.peek(), line.isBlank {
            _ = ahead.next()
            reader = ahead
        }
        guard let line = ahead.next() else { return true }
        if SubRipTiming(line) != nil || line.contains("-->") { return true }
        guard Self.isNumber(line), let next = ahead.next() else { return Self.isNumber(line) }
        // A single number may be text ("42"). With times below it, or at their expected place, it is a cue's number.
        return SubRipTiming(next) != nil || next.contains("-->") || !next.isBlank
    }

    private static func isNumber(_ line: ArraySlice<UInt8>) -> Bool {
        let digits = line.trimmed
        return !digits.isEmpty && digits.count <= 9 && digits.allSatisfy(\.isDigit)
    }
}

/// Limits of every format, which bound memory and time for any file.
package enum SubtitleLimits {
    package static let fileBytes = 64 << 20
    /// A film has some two thousand, comments displayed over a film some ten thousand.
    package static let cues = 200_000
    static let cueBytes = 1 << 15
}
