package import PlayCore

/// A fetched piece of a stream's text: WebVTT, TTML, or either of them in MP4. Any thread.
package enum SubtitleDocument {
    /// Returns the cues that end after the beginning of the item, moved by `offset`; none if the document cannot be
    /// read. Once cancelled, the result is useless.
    package static func cues(
        _ bytes: [UInt8], movedBy offset: MediaTime, cancel: CancelToken? = nil
    ) -> [Cue] {
        guard bytes.count <= SubtitleLimits.fileBytes else { return [] }
        let cues =
            if FragmentedText.recognizes(bytes) {
                FragmentedText.cues(bytes)
            } else if WebVTTParser.hasSignature(bytes[...]) {
                WebVTTParser.parse(bytes[...], cancel: cancel)
            } else {
                TTMLParser.parse(bytes)
            }
        return cues.compactMap { cue in
            let end = cue.end >= Cue.openEnd ? Cue.openEnd : cue.end + offset
            guard end > .zero else { return nil }
            return Cue(
                start: max(.zero, cue.start + offset), end: end, layer: cue.layer, placement: cue.placement,
                lines: cue.lines, name: cue.name)
        }
    }
}
