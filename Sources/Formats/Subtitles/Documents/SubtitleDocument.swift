package import PlayCore

/// A fetched piece of a stream's text: WebVTT, TTML, or either in MP4. Any thread.
package enum SubtitleDocument {
    /// Moves the cues by `offset` and omits those that end before the item's start. Returns none if the document cannot
    /// be read. After a cancel, the result is incomplete.
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
