package import PlayCore

/// Reads packets (`subrip`, `webvtt`, `ass` in UTF-8, captions as ASS's lines), whose times the container stores.
package struct SubtitlePackets: Sendable {
    private let format: SubtitleFormat
    private let ass: ASSParser
    private let hasReferences: Bool

    /// - Parameters:
    ///   - header: the styles of ASS, otherwise unused.
    ///   - hasReferences: whether ASS's lines contain HTML's references, as FFmpeg leaves them in SAMI's lines.
    package init(format: SubtitleFormat, header: [UInt8] = [], hasReferences: Bool = false) {
        self.format = format
        self.hasReferences = hasReferences
        ass = ASSParser(header: format == .ass ? header : [])
    }

    /// Returns `nil` if the packet shows nothing. A caption without lines ends the previous one.
    ///
    /// - Parameters:
    ///   - settings: WebVTT's, if the container stores them separately.
    ///   - end: `nil` if unknown; the cue then lasts until the item ends.
    package func cue(_ payload: [UInt8], settings: String = "", start: MediaTime, end: MediaTime?) -> Cue? {
        let end = end ?? Cue.openEnd
        // Some muxers include a C string's final zero.
        var payload = payload.prefix(SubtitleLimits.cueBytes).prefix { $0 != 0 }
        if hasReferences { payload = Array(Entities.decoded(payload.text).utf8)[...] }
        switch format {
        case .ass: return ass.cue(packet: Array(payload), start: start, end: end)
        case .captions:
            return ass.cue(packet: Array(payload), start: start, end: end) ?? Cue(start: start, end: end, lines: [])
        case .subRip:
            var reader = LineReader(payload)
            var lines: [ArraySlice<UInt8>] = []
            while let line = reader.next() { lines.append(line) }
            let (text, placement) = SubRipMarkup.parse(lines, placement: nil)
            return text.isEmpty ? nil : Cue(start: start, end: end, placement: placement, lines: text)
        // These are whole documents, never packets.
        case .ttml, .ebu, .lrc, .sami, .subViewer, .microDVD, .text: return nil
        case .webVTT:
            let text = WebVTTCueText.parse(String(decoding: payload, as: UTF8.self))
            let placement = WebVTTSettings(settings).placement([:])
            return text.isEmpty ? nil : Cue(start: start, end: end, placement: placement, lines: text)
        }
    }
}
