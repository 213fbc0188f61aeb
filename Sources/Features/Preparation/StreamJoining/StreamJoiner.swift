package import DownloadModel
import Media
import MediaSources
import PlayCore
import Streaming
import Subtitles
import Transport

/// Reads a stream from the disk as playback does and writes one file with subtitles and chapters. One thread; blocks.
package struct StreamJoiner {
    private let plan: JoinPlan

    package init(_ plan: JoinPlan) { self.plan = plan }

    private enum Stop: Error {
        case unfit(String)
        case media(MediaError)
        case problem(DownloadProblem)
    }

    /// - Parameter progress: called often, with 0 … 1.
    package func run(progress: (Double) -> Void) -> JoinNews {
        do throws(Stop) {
            return .done(isMP4: try join(progress))
        } catch {
            switch error {
            case .unfit(let reason): return .unfit(reason)
            case .problem(let problem): return .failed(problem)
            case .media(let error): return .failed(problem(of: error))
            }
        }
    }

    private func problem(of error: MediaError) -> DownloadProblem {
        if error.isLackOfSpace { return DownloadProblem(.noSpace, detail: plan.output) }
        if case .source(let cause) = error.code { return DownloadProblem(cause) }
        if let number = error.systemNumber { return DownloadProblem(.disk, number: Int64(number), detail: plan.output) }
        return DownloadProblem(.unreadable, detail: "\(error.operation): \(error.libraryText)")
    }

    private func join(_ progress: (Double) -> Void) throws(Stop) -> Bool {
        let source = try opened()
        let tracks = source.tracks.filter { !$0.isSubtitle }
        let texts = source.tracks.filter(\.isSubtitle)
        source.select(Set(tracks.map(\.id)))
        source.stream?.selectTexts(Set(texts.map(\.id)))
        var parameters: [Int: CodecParameters] = [:]
        for track in tracks { parameters[track.id] = source.parameters(of: track.id) }
        let wanted = tracks.filter { parameters[$0.id] != nil }
        guard !wanted.isEmpty else { throw .unfit("nothing in it is known") }
        var lines = JoinedTexts(texts, plan.texts)
        let container = self.container(wanted.compactMap { parameters[$0.id] }, hasTexts: !lines.tracks.isEmpty)
        let muxer = try media { () throws(MediaError) in
            try Muxer(
                path: plan.output, container,
                Self.withDefaults(wanted).compactMap { track in
                    parameters[track.id].map { Self.track(track, .packets($0)) }
                } + lines.tracks,
                title: plan.title, chapters: chapters(source))
        }
        var coverage = TimeCoverage()
        let places = Dictionary(uniqueKeysWithValues: wanted.enumerated().map { ($0.element.id, $0.offset) })
        let leading = wanted[0].id
        let duration = source.duration
        while let item = try media({ () throws(MediaError) in try source.read() }) {
            switch item {
            case .text(let text): lines.add(text)
            case .change(let track):
                let new = source.parameters(of: track)
                guard let old = parameters[track], let new else { continue }
                guard old.mayContinue(with: new) else { throw .unfit("track \(track) changes its form") }
            case .packet(let packet):
                guard let place = places[packet.track] else { continue }
                if packet.track == leading, let time = packet.decodingTime {
                    coverage.add(time)
                    if let duration, duration > .zero { progress(min(1, time.inSeconds / duration.inSeconds)) }
                }
                try media { () throws(MediaError) in
                    try lines.write(before: packet.decodingTime, to: muxer, firstTrack: wanted.count)
                    try muxer.write(packet, track: place)
                }
            }
        }
        for text in source.missedTexts() { lines.add(text) }
        try media { () throws(MediaError) in
            try lines.write(before: nil, to: muxer, firstTrack: wanted.count)
            try muxer.finish()
        }
        if let promised = plan.promised ?? duration, coverage.isShort(of: promised) {
            let (there, promised) = (coverage.total.wholeSeconds, promised.wholeSeconds)
            throw .problem(DownloadProblem(.incomplete, detail: "\(there) of \(promised) seconds"))
        }
        return container == .mp4
    }

    private func opened() throws(Stop) -> any PacketSource {
        let environment = StreamEnvironment { () throws(ByteSourceError) in
            throw ByteSourceError(.forbiddenScheme, operation: "join", context: "a stream on the disk")
        }
        let cancel = CancelToken()
        let path = plan.index
        let found = try media { () throws(MediaError) in
            let file: FileByteSource
            do throws(ByteSourceError) {
                file = try FileByteSource(path: path, cancel: cancel)
            } catch {
                throw MediaError(.source(error), operation: "open")
            }
            return try StreamOpener(environment).open(file, path: path, cancel: cancel)
        }
        guard case .packets(let source) = found else { throw .unfit("no stream") }
        return source
    }

    /// Prefers the stream's own chapters. Cuts them to the duration, since a container is as long as its last chapter.
    private func chapters(_ source: any PacketSource) -> [Chapter] {
        let chapters = source.chapters.isEmpty ? plan.chapters : source.chapters
        guard let duration = source.duration else { return chapters }
        return chapters.filter { $0.range.start < duration }.map { chapter in
            Chapter(
                range: MediaRange(start: chapter.range.start, end: min(chapter.range.end, duration)),
                title: chapter.title)
        }
    }

    /// Marks a default for each kind without one, since players start with it.
    private static func withDefaults(_ tracks: [TrackInfo]) -> [TrackInfo] {
        let sounds = tracks.filter { if case .audio = $0.kind { true } else { false } }
        let chosen = sounds.soundToPlay()
        return tracks.map { track in
            guard track.id == chosen?.id || !sounds.contains(where: { $0.id == track.id }), !track.isDefault else {
                return track
            }
            var marked = track
            marked.isDefault = true
            return marked
        }
    }

    /// Returns MP4 only without subtitles, for which it has no plain form. Matroska supports everything.
    private func container(_ parameters: [CodecParameters], hasTexts: Bool) -> Muxer.Container {
        plan.prefersMP4 && !hasTexts && parameters.allSatisfy { Muxer.fits($0, in: .mp4) } ? .mp4 : .matroska
    }

    static func track(_ info: TrackInfo, _ content: Muxer.Track.Content) -> Muxer.Track {
        Muxer.Track(
            content, language: info.language.flatMap(LanguageCode.long), title: info.title, isDefault: info.isDefault,
            purpose: info.purpose)
    }

    private func media<R>(_ body: () throws(MediaError) -> R) throws(Stop) -> R {
        do throws(MediaError) { return try body() } catch { throw .media(error) }
    }
}
