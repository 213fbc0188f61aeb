import Media
package import MediaSources
package import PlayCore
package import Playback
package import Subtitles

package struct ContainerSubtitles {
    private var readers: [Int: SubtitlePackets] = [:]
    /// Tracks whose texts are documents.
    private var documentTracks: Set<Int> = []
    private var listedBitmaps: Set<Int> = []
    private var textCount = 0

    package init() {}

    /// Returns new tracks and cues, and separately whole documents, which take long to parse. `news` returns the texts
    /// from a number on, and all text tracks.
    ///
    /// Text tracks come from the reading thread, bitmaps with the snapshot. All wait for the snapshot's tracks, or the
    /// chosen track would depend on which of the two threads is first.
    package mutating func arrivals(
        tracks: [TrackInfo], news: (Int) -> SubtitleNews
    ) -> (arrivals: [SubtitleArrival], documents: [SubtitleText]) {
        let subtitles = tracks.filter(\.isSubtitle).sorted { $0.id < $1.id }
        guard !subtitles.isEmpty else { return ([], []) }
        let news = news(textCount)
        textCount += news.texts.count
        let texts = news.tracks.compactMap { text($0) }
        let bitmaps = subtitles.filter { isNewBitmap($0) }.map { SubtitleTrack($0, nil, "") }
        let documents = news.texts.filter { documentTracks.contains($0.track) }
        let lines = news.texts.filter { !documentTracks.contains($0.track) }
        return ((texts + bitmaps).map { .track($0, isWanted: false) } + cues(lines), documents)
    }

    private mutating func text(_ track: SubtitleTextTrack) -> SubtitleTrack? {
        guard readers[track.track] == nil else { return nil }
        let format = SubtitleFormat(track.form)
        readers[track.track] = SubtitlePackets(format: format, header: track.header)
        if case .document = track.form { documentTracks.insert(track.track) }
        return SubtitleTrack(track.info, format, format == .ass ? String(decoding: track.header, as: UTF8.self) : "")
    }

    private mutating func isNewBitmap(_ track: TrackInfo) -> Bool {
        track.kind == .subtitle(isPicture: true) && track.isDecodable && listedBitmaps.insert(track.id).inserted
    }

    /// Returns one arrival per track with new cues.
    private mutating func cues(_ texts: [SubtitleText]) -> [SubtitleArrival] {
        var cues: [Int: [Cue]] = [:]
        for text in texts {
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
    fileprivate init(_ info: TrackInfo, _ format: SubtitleFormat?, _ header: String) {
        self.init(
            origin: .container(stream: info.id), title: info.title, language: info.language, format: format,
            header: header, isDefault: info.isDefault, purpose: info.purpose)
    }
}

extension SubtitleFormat {
    fileprivate init(_ form: SubtitleTextForm) {
        switch form {
        case .subRip: self = .subRip
        case .webVTT: self = .webVTT
        case .ass: self = .ass
        case .document(let isTTML): self = isTTML ? .ttml : .webVTT
        case .captions: self = .captions
        }
    }
}
