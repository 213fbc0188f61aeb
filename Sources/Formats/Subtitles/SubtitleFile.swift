package import PlayCore

/// Why a file gave no subtitles.
package enum SubtitleError: Error, Sendable, Equatable {
    /// There are no cues in it that could be shown.
    case empty
    /// It is nothing that is read here.
    case unknownFormat
    /// More than ``SubtitleLimits/fileBytes``.
    case tooLarge
}

/// A file of subtitles: from bytes to a track. Pure; any thread.
package enum SubtitleFile {
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - path: says what the track is called, and its format where the bytes do not.
    ///   - language: what the caller knows; nil: what the name shows, else what the script does.
    ///   - purpose: what the caller has read out of the name, with the language; nil: the name was not read.
    ///   - codePage: `--sub-codepage`.
    ///   - cancel: ends the reading early; what comes out then is of no use.
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
            // They have no text of their own that could be told.
            case .ebu, .lrc, .sami, .captions, .subViewer, .microDVD, .text: []
            }
        return try track(
            cues, format, path: path, language: language, purpose: purpose, encoding: decoded.encoding,
            header: format == .ass ? header(text) : "")
    }

    /// A track of lines that somebody else has read.
    ///
    /// - Parameters:
    ///   - codec: FFmpeg's name of the format.
    ///   - assumedFrameRate: see ``FrameTimes``.
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

    /// Of ASS what stands before the events.
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
