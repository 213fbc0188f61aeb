import PlayCore

/// Parses WebVTT by the W3C's specification (Candidate Recommendation of 2019, section 6). Drops invalid blocks.
struct WebVTTParser {
    private var reader: LineReader
    private let cancel: CancelToken?
    private var pending: ArraySlice<UInt8>?
    private var regions: [String: WebVTTRegion] = [:]
    private var styleSheet = WebVTTStyleSheet()
    private var found: [(name: String, timing: WebVTTTiming, text: String)] = []

    private static let maximumRegions = 1024

    static func hasSignature(_ text: ArraySlice<UInt8>) -> Bool {
        let text = withoutMark(text)
        guard text.starts(with: Array("WEBVTT".utf8)) else { return false }
        return text.dropFirst(6).first.map { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? true
    }

    private static func withoutMark(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
    }

    /// - Parameter text: UTF-8. Without the signature there are no cues.
    static func parse(_ text: ArraySlice<UInt8>, cancel: CancelToken? = nil) -> [Cue] {
        guard hasSignature(text) else { return [] }
        var parser = WebVTTParser(withoutMark(text), cancel)
        parser.run()
        return parser.cues
    }

    private init(_ text: ArraySlice<UInt8>, _ cancel: CancelToken?) {
        reader = LineReader(text, cancel: cancel)
        self.cancel = cancel
    }

    /// Their texts are parsed at the end, because styles and regions apply to the whole file.
    private var cues: [Cue] {
        found.compactMap { name, timing, text in
            guard cancel?.isCancelled != true else { return nil }
            let lines = WebVTTCueText.parse(text, cueName: name, styleSheet: styleSheet)
            guard !lines.isEmpty else { return nil }
            return Cue(
                start: timing.start, end: timing.end, placement: timing.settings.placement(regions), lines: lines,
                name: name.isEmpty ? nil : name)
        }
    }

    private mutating func run() {
        _ = reader.next()
        if let line = reader.peek(), !line.isEmpty { parseBlock(isHeader: true) }
        while found.count < SubtitleLimits.cues, let line = pending ?? reader.next() {
            pending = line
            if line.isEmpty { pending = nil } else { parseBlock(isHeader: false) }
        }
    }

    private enum Block {
        case none
        case cue(WebVTTTiming, name: String)
        case style, region
    }

    /// Ends at a blank line, or at a line with an arrow, which begins the next block.
    private mutating func parseBlock(isHeader: Bool) {
        var block = Block.none
        var text: [UInt8] = []
        var lineCount = 0
        var hasSeenArrow = false
        while let line = pending ?? reader.next() {
            pending = nil
            lineCount += 1
            if line.contains("-->") {
                guard !isHeader, lineCount == 1 || (lineCount == 2 && !hasSeenArrow) else {
                    pending = line
                    break
                }
                hasSeenArrow = true
                if let timing = WebVTTTiming(Self.withoutNulls(line)) {
                    block = .cue(timing, name: Self.withoutNulls(text[...]).text)
                    text = []
                }
                continue
            }
            if line.isEmpty { break }
            if !isHeader, lineCount == 2, case .none = block { block = Self.kind(text, &text) }
            if text.count < SubtitleLimits.cueBytes {
                if !text.isEmpty { text.append(UInt8(ascii: "\n")) }
                text += line
            }
        }
        finish(block, Self.withoutNulls(text[...]).text)
    }

    /// Determines the kind of a block from its first line. Removes that line if it is not text.
    private static func kind(_ first: [UInt8], _ text: inout [UInt8]) -> Block {
        let word = first[...].trimmed.text
        guard word == "STYLE" || word == "REGION", first.starts(with: word.utf8) else { return .none }
        text = []
        return word == "STYLE" ? .style : .region
    }

    private mutating func finish(_ block: Block, _ text: String) {
        switch block {
        case .none: break
        case .cue(let timing, let name): found.append((name, timing, text))
        case .style: styleSheet.add(text)
        case .region:
            guard regions.count < Self.maximumRegions, let region = WebVTTRegion(text) else { return }
            regions[region.id] = region
        }
    }

    /// Replaces NUL by U+FFFD, as the specification requires.
    private static func withoutNulls(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard line.contains(0) else { return line }
        return line.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }[...]
    }
}
