import Access
import Catalogue
import Glibc
import Media
import MediaSources
import PlayCore
import Playback
import Playlists
import Subtitles

struct SubtitleWork {
    let job: SubtitleJob
    let inbox: SubtitleInbox
    let access: SourceAccess
    let cancel: CancelToken

    func run() {
        switch job.kind {
        case .wanted(let request):
            load(request.path, language: request.language) { track in
                var track = track
                if let title = request.title { track.title = title }
                return .track(track, isWanted: request.isSelected)
            }
        case .again(let path): load(path) { .reloaded($0) }
        case .index(let input): index(input)
        case .document(let text): parse(text)
        case .item(let video, let offered):
            for path in job.settings.files { load(path) { .track($0, isWanted: false) } }
            for subtitle in OfferedSubtitles.wanted(offered, languages: job.settings.languages) {
                load(subtitle.url, language: subtitle.language, purpose: subtitle.purpose, isFromViewer: false) {
                    .track($0, isWanted: false)
                }
            }
            for file in SubtitleFolders.files(for: video, job.settings)
            where !job.settings.files.contains(file.path) {
                load(file.path, language: file.language, purpose: file.purpose, isUncertain: file.isUncertain) {
                    .track($0, isWanted: false)
                }
            }
            inbox.deliver(.files(areSought: false), for: job.generation)
        }
    }

    private static let indexSlice = 200

    private func index(_ input: SessionInput) {
        var container = ContainerSubtitles()
        do {
            if let source = try input.openBytes?(cancel),
                let index = try SubtitleIndex(source, name: input.name, cancel: cancel)
            {
                var count = 0
                while try index.read(), !cancel.isCancelled {
                    count += 1
                    if count % Self.indexSlice == 0 { deliver(index, &container) }
                }
                deliver(index, &container)
            }
        } catch {
            Log.shared.write(.info, "subtitles", "index of \(input.name): \(error)")
        }
        inbox.deliver(.indexed, for: job.generation)
    }

    /// Delivers only the lines: the tracks are already known, and the container omits lines that were read before.
    private func deliver(_ index: SubtitleIndex, _ container: inout ContainerSubtitles) {
        for arrival in container.arrivals(tracks: index.tracks, news: index.news(from:)).arrivals {
            if case .cues = arrival { inbox.deliver(arrival, for: job.generation) }
        }
    }

    private func parse(_ text: SubtitleText) {
        let cues = SubtitleDocument.cues(text.payload, movedBy: text.start, cancel: cancel)
        guard !cues.isEmpty, !cancel.isCancelled else { return }
        inbox.deliver(.cues(cues, .container(stream: text.track)), for: job.generation)
    }

    /// - Parameters:
    ///   - isUncertain: whether the file may be something else, so that a failure is only logged.
    ///   - isFromViewer: whether the viewer names the file, or it lies beside the item. False for a service's.
    private func load(
        _ path: String, language: String? = nil, purpose: TrackPurpose? = nil, isUncertain: Bool = false,
        isFromViewer: Bool = true, as arrival: (SubtitleTrack) -> SubtitleArrival
    ) {
        guard !cancel.isCancelled else { return }
        let outcome: SubtitleArrival
        do {
            let bytes = try read(access.open(path, cancel: cancel, isFromViewer: isFromViewer))
            outcome = arrival(try track(bytes, AddressText.shown(path), language, purpose))
        } catch {
            let reason: String
            switch error {
            case let error as SubtitleError: reason = error.explanation
            case let error as ByteSourceError:
                guard error.code != .cancelled else { return }
                reason =
                    error.isNetworkError || error.systemError == 0
                    ? error.reason : String(cString: strerror(error.systemError))
            default: reason = "\(error)"
            }
            Log.shared.write(isUncertain ? .info : .warning, "subtitles", "\(AddressText.shown(path)): \(reason)")
            guard !isUncertain else { return }
            let name = AddressText.title(path)
            outcome = .failed(name: ByteText.shown(name), reason: reason)
        }
        guard !cancel.isCancelled else { return }
        inbox.deliver(outcome, for: job.generation)
    }

    /// Prefers our own readers to FFmpeg's.
    private func track(
        _ bytes: [UInt8], _ path: String, _ language: String?, _ purpose: TrackPurpose?
    ) throws -> SubtitleTrack {
        do throws(SubtitleError) {
            return try SubtitleFile.track(
                bytes, path: path, language: language, purpose: purpose, codePage: job.settings.codePage, cancel: cancel
            )
        } catch {
            guard error == .unknownFormat, let track = try converted(bytes, path, language, purpose) else {
                throw error
            }
            return track
        }
    }

    /// Returns `nil` if FFmpeg does not know the format.
    private func converted(
        _ bytes: [UInt8], _ path: String, _ language: String?, _ purpose: TrackPurpose?
    ) throws(SubtitleError) -> SubtitleTrack? {
        let decoded = TextDecoding(bytes, codePage: job.settings.codePage)
        let contents: SubtitleFileDecoder.Contents?
        do throws(MediaError) {
            contents = try SubtitleFileDecoder.decode(decoded.text, name: path, cancel: cancel)
        } catch {
            Log.shared.write(.info, "subtitles", "\(path): \(error)")
            return nil
        }
        guard let contents else { return nil }
        let packets = SubtitlePackets(
            format: .ass, header: contents.header, hasReferences: contents.codec == "sami")
        let cues = contents.lines.compactMap { packets.cue($0.payload, start: $0.start, end: $0.end) }
        return try SubtitleFile.track(
            cues, codec: contents.codec, path: path, language: language, purpose: purpose, encoding: decoded.encoding,
            assumedFrameRate: FrameTimes.assumedRate(codec: contents.codec, decoded.text))
    }

    private func read(_ source: any ByteSource) throws -> [UInt8] {
        guard (source.size ?? 0) <= SubtitleLimits.fileBytes else { throw SubtitleError.tooLarge }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try chunk.withUnsafeMutableBytes { buffer throws(ByteSourceError) in
                try source.read(at: Int64(bytes.count), into: buffer)
            }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= SubtitleLimits.fileBytes else { throw SubtitleError.tooLarge }
        }
    }
}

extension SubtitleError {
    fileprivate var explanation: String {
        switch self {
        case .empty: tr("the file contains no subtitles")
        case .unknownFormat: tr("not a subtitle file")
        case .tooLarge: tr("larger than 64 MiB")
        }
    }
}

extension SubtitleInfo {
    /// The purpose by the name, which services use instead of marks ("English [CC]").
    fileprivate var purpose: TrackPurpose { TrackPurpose(title: name) }
}
