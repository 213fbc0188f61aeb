import Media
import MediaSources
import PlayCore
package import Playback
import PlaybackModel
package import Subtitles

/// The subtitles of an item: files, by the loader, and what the item's own container has, as it is read. Main thread.
package final class ItemSubtitles {
    private let files: SubtitleLoader
    private let controller: PlaybackController
    private var readers: [Int: SubtitlePackets] = [:]
    /// Tracks whose texts are documents.
    private var documentTracks: Set<Int> = []
    private var listedBitmaps: Set<Int> = []
    private var textCount = 0

    package init(files: SubtitleLoader, controller: PlaybackController) {
        self.files = files
        self.controller = controller
    }

    package func begin() {
        readers = [:]
        documentTracks = []
        listedBitmaps = []
        textCount = 0
        files.begin()
    }

    package func add(path: String) { files.add(path: path) }
    package func reload(path: String) { files.reload(path: path) }

    package func takeArrivals() -> [SubtitleArrival] { files.takeArrivals() + takeTracks() }

    private func takeTracks() -> [SubtitleArrival] {
        let news = controller.subtitles(from: textCount)
        textCount += news.texts.count
        let infos = Dictionary(controller.snapshot.tracks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var arrivals: [SubtitleArrival] = []
        for track in news.tracks where readers[track.track] == nil {
            let format = SubtitleFormat(track.form)
            readers[track.track] = SubtitlePackets(format: format, header: track.header)
            if case .document = track.form { documentTracks.insert(track.track) }
            let header = format == .ass ? String(decoding: track.header, as: UTF8.self) : ""
            arrivals.append(.track(SubtitleTrack(track.track, infos[track.track], format, header), isWanted: false))
        }
        for (id, info) in infos.sorted(by: { $0.key < $1.key }) {
            guard info.kind == .subtitle(isPicture: true), info.isDecodable, listedBitmaps.insert(id).inserted else {
                continue
            }
            arrivals.append(.track(SubtitleTrack(id, info, nil, ""), isWanted: false))
        }
        return arrivals + cues(news.texts)
    }

    /// One arrival for each track that has something new.
    private func cues(_ texts: [SubtitleText]) -> [SubtitleArrival] {
        var cues: [Int: [Cue]] = [:]
        for text in texts {
            // They may be long.
            if documentTracks.contains(text.track) {
                files.read(text)
                continue
            }
            guard
                let cue = readers[text.track]?.cue(
                    text.payload, settings: text.settings, start: text.start, end: text.end)
            else { continue }
            cues[text.track, default: []].append(cue)
        }
        return cues.sorted { $0.key < $1.key }.map { .cues($0.value, .container(stream: $0.key)) }
    }
}

extension SubtitleTrack {
    fileprivate init(_ stream: Int, _ info: TrackInfo?, _ format: SubtitleFormat?, _ header: String) {
        self.init(
            origin: .container(stream: stream), title: info?.title, language: info?.language, format: format,
            header: header, isDefault: info?.isDefault ?? false)
    }
}

extension SubtitleFormat {
    fileprivate init(_ form: SubtitleTextForm) {
        switch form {
        case .subRip: self = .subRip
        case .webVTT: self = .webVTT
        case .ass: self = .ass
        case .document(let isTTML): self = isTTML ? .ttml : .webVTT
        }
    }
}
