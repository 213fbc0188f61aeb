/// What kinds of subtitles are read.
package enum SubtitleFormat: String, Sendable, CaseIterable {
    case subRip = "srt"
    case webVTT = "vtt"
    /// Advanced SubStation Alpha, and its forerunner.
    case ass
    /// TTML, of which IMSC1's text profile is one. Only as streams have it: nobody keeps such files beside films.
    case ttml

    /// As a picker shows it.
    package var name: String {
        switch self {
        case .subRip: "SRT"
        case .webVTT: "WebVTT"
        case .ass: "ASS"
        case .ttml: "TTML"
        }
    }

    /// The endings of file names.
    package static let fileExtensions = ["srt", "vtt", "ass", "ssa"]

    /// What a text is: by what it holds, else by its file's ending; nil when neither says.
    ///
    /// - Parameter text: UTF-8.
    static func detect(_ text: ArraySlice<UInt8>, fileName: String) -> SubtitleFormat? {
        var start = text
        while let first = start.first, [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains(first) {
            start = start.dropFirst()
        }
        if WebVTTParser.hasSignature(text) { return .webVTT }
        var lines = LineReader(start)
        // Comments may stand before what tells; nothing sensible has this many.
        for _ in 0..<400 {
            guard let line = lines.next()?.trimmed else { break }
            if line.hasPrefix("[script info]") || line.hasPrefix("[v4") || line.hasPrefix("[events]")
                || line.hasPrefix("dialogue:")
            {
                return .ass
            }
            if SubRipTiming(line) != nil { return .subRip }
        }
        return byExtension(fileName)
    }

    private static func byExtension(_ fileName: String) -> SubtitleFormat? {
        switch FileNames.fileExtension(fileName).lowercased() {
        case "srt": .subRip
        case "vtt": .webVTT
        case "ass", "ssa": .ass
        default: nil
        }
    }
}
