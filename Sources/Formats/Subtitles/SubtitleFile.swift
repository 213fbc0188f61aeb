package import PlayCore

package enum SubtitleError: Error, Sendable, Equatable {
    case empty
    case unknownFormat
    case tooLarge
}

/// Converts the bytes of a subtitle file to a track. Any thread.
package enum SubtitleFile {
    /// - Parameters:
    ///   - path: determines the track's name, and its format if the bytes do not.
    ///   - language: `nil` to derive it from the name or the script.
    ///   - purpose: `nil` if the caller has not read the name.
    ///   - codePage: `--sub-codepage`.
    ///   - cancel: ends the reading early, with an incomplete result.
    package static func track(
        _ bytes: [UInt8], path: String, language: String? = nil, purpose: TrackPurpose? = nil, codePage: String? = nil,
        cancel: CancelToken? = nil
    ) throws(SubtitleError) -> SubtitleTrack {
        guard bytes.count <= SubtitleLimits.fileBytes else { throw .tooLarge }
        if EBUSubtitles.recognizes(bytes) {
            return try track(
                EBUSubtitles.cues(bytes, cancel: cancel), .ebu, path: path, language: language, purpose: purpose)
        }
        let decoded = TextDecoding(bytes, codePage: codePage)
        let text = decoded.text[...]
        guard let format = SubtitleFormat.detect(text, fileName: path) else { throw .unknownFormat }
        let cues: [Cue] =
            switch format {
            case .subRip: SubRipParser.parse(text, cancel: cancel)
            case .webVTT: WebVTTParser.parse(text, cancel: cancel)
            case .ass: ASSParser.parse(text, cancel: cancel)
            case .ttml: TTMLParser.parse(Array(text))
            // FFmpeg reads these formats.
            case .ebu, .lrc, .sami, .captions, .subViewer, .microDVD, .text: []
            }
        return try track(
            cues, format, path: path, language: language, purpose: purpose, encoding: decoded.encoding,
            header: format == .ass ? header(text) : "")
    }

    /// Creates a track from cues that the caller has read. `codec` is FFmpeg's name; see ``FrameTimes`` for the rate.
    package static func track(
        _ cues: [Cue], codec: String, path: String, language: String?, purpose: TrackPurpose? = nil, encoding: String,
        assumedFrameRate: Double? = nil
    ) throws(SubtitleError) -> SubtitleTrack {
        try track(
            cues, SubtitleFormat(codec: codec, fileName: path), path: path, language: language, purpose: purpose,
            encoding: encoding, assumedFrameRate: assumedFrameRate)
    }

    private static func track(
        _ cues: [Cue], _ format: SubtitleFormat, path: String, language: String?, purpose: TrackPurpose?,
        encoding: String? = nil, header: String = "", assumedFrameRate: Double? = nil
    ) throws(SubtitleError) -> SubtitleTrack {
        guard !cues.isEmpty else { throw .empty }
        let name = purpose == nil ? NameEnding(FileNames.withoutExtension(FileNames.base(path))) : nil
        return SubtitleTrack(
            origin: .file(path: path), title: FileNames.base(path),
            language: language ?? name?.language ?? LanguageCode.ofScript(cues), format: format, encoding: encoding,
            header: header, purpose: purpose ?? name?.purpose ?? [], assumedFrameRate: assumedFrameRate, cues: cues)
    }

    private static func header(_ text: ArraySlice<UInt8>) -> String {
        var reader = LineReader(text)
        var end = text.startIndex
        while let line = reader.next(), end - text.startIndex < 1 << 20 {
            if line.trimmed.hasPrefix("dialogue:") { break }
            end = min(reader.position, text.endIndex)
        }
        return text[..<end].text
    }
}
