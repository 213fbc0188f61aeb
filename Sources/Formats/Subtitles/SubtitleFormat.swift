package enum SubtitleFormat: String, Sendable, CaseIterable {
    case subRip = "srt"
    case webVTT = "vtt"
    case ass
    /// TTML, including IMSC1's text profile and DFXP, an older name.
    case ttml
    /// EBU Tech 3264.
    case ebu = "stl"
    case lrc
    case sami
    /// Scenarist closed captions: CEA-608.
    case captions = "scc"
    case subViewer = "sub"
    case microDVD = "microdvd"
    case text

    package var name: String {
        switch self {
        case .subRip: "SRT"
        case .webVTT: "WebVTT"
        case .ass: "ASS"
        case .ttml: "TTML"
        case .ebu: "EBU STL"
        case .lrc: "LRC"
        case .sami: "SAMI"
        case .captions: "CEA-608"
        case .subViewer: "SubViewer"
        case .microDVD: "MicroDVD"
        case .text: "text"
        }
    }

    /// FFmpeg's name.
    package var codecName: String {
        switch self {
        case .subRip: "subrip"
        case .webVTT: "webvtt"
        case .captions: "eia_608"
        case .subViewer: "subviewer"
        case .ebu: "ebu_stl"
        case .ass, .ttml, .lrc, .sami, .microDVD, .text: rawValue
        }
    }

    /// - Parameter codec: FFmpeg's name.
    init(codec: String, fileName: String) {
        switch codec {
        case "sami": self = .sami
        case "eia_608": self = .captions
        case "subviewer", "subviewer1": self = .subViewer
        case "microdvd": self = .microDVD
        default: self = FileNames.fileExtension(fileName).lowercased() == "lrc" ? .lrc : .text
        }
    }

    package static let fileExtensions = ["srt", "vtt", "ass", "ssa"]
    package static let rareExtensions = ["ttml", "dfxp", "stl", "lrc", "smi", "sami", "scc"]
    /// MicroDVD, MPL2 and TMPlayer share these with bitmaps and other texts, so only the content decides.
    package static let sharedExtensions = ["sub", "txt", "mpl"]

    /// Detects by the content, else by the extension. Returns `nil` if neither is decisive.
    static func detect(_ text: ArraySlice<UInt8>, fileName: String) -> SubtitleFormat? {
        var start = text
        while let first = start.first, [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains(first) {
            start = start.dropFirst()
        }
        if WebVTTParser.hasSignature(text) { return .webVTT }
        if isTTML(start) { return .ttml }
        var lines = LineReader(start)
        // At most this many comments may precede the decisive line.
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

    /// Returns whether the root is named `tt`, possibly with a prefix, after declarations and comments.
    private static func isTTML(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "<") else { return false }
        let head = String(decoding: text.prefix(4096), as: UTF8.self)
        return head.split(separator: "<").contains { element in
            let name = element.prefix { !" \t\r\n>/".contains($0) }
            return name == "tt" || name.hasSuffix(":tt")
        }
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
