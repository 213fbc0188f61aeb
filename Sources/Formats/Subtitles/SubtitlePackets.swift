package import PlayCore

/// Cues from the packets of a container, in which times and text are apart.
///
/// For tracks of `subrip`, `webvtt` and `ass`, and captions as ASS's lines; UTF-8, as containers demand.
package struct SubtitlePackets: Sendable {
    private let format: SubtitleFormat
    private let ass: ASSParser
    private let hasReferences: Bool

    /// - Parameters:
    ///   - header: the codec's private data; needed for ASS (styles), else unused.
    ///   - hasReferences: whether lines of ASS hold HTML's character references, which FFmpeg leaves in those of SAMI.
    package init(format: SubtitleFormat, header: [UInt8] = [], hasReferences: Bool = false) {
        self.format = format
        self.hasReferences = hasReferences
        ass = ASSParser(header: format == .ass ? header : [])
    }

    /// Nil: the packet shows nothing. Of captions a cue without lines ends what was shown before.
    ///
    /// - Parameters:
    ///   - payload: the text of one cue.
    ///   - settings: WebVTT's, where the container keeps them apart.
    ///   - end: nil: it is not known; the cue stays until the item ends.
    package func cue(_ payload: [UInt8], settings: String = "", start: MediaTime, end: MediaTime?) -> Cue? {
        let end = end ?? Cue.openEnd
        // Some muxers count the end of a C string in.
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
        // Whole documents, never packets.
        case .ttml, .ebu, .lrc, .sami, .subViewer, .microDVD, .text: return nil
        case .webVTT:
            let text = WebVTTCueText.parse(String(decoding: payload, as: UTF8.self))
            let placement = WebVTTSettings(settings).placement([:])
            return text.isEmpty ? nil : Cue(start: start, end: end, placement: placement, lines: text)
        }
    }
}
