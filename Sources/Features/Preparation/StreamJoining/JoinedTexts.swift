import DownloadModel
import Media
import MediaSources
import PlayCore
import Subtitles

/// Writes subtitles into a file: those of the stream, and those of files beside it.
struct JoinedTexts {
    /// The tracks in the file's order, after those of pictures and sound.
    private(set) var tracks: [Muxer.Track] = []
    private var places: [Int: Int] = [:]
    /// The waiting cues by track, sorted by start.
    private var waiting: [[Cue]]
    /// Segments repeat a cue that extends into the next one.
    private var known: [Set<Key>]
    private static let fileLimit = 64 << 20

    private struct Key: Hashable {
        let start: MediaTime
        let end: MediaTime
        let text: String
    }

    init(_ streams: [TrackInfo], _ files: [JoinPlan.Text]) {
        waiting = []
        known = []
        for info in streams {
            places[info.id] = tracks.count
            append(StreamJoiner.track(info, .text), [])
        }
        for file in files {
            guard let bytes = try? WholeFile.read(file.path, limit: Self.fileLimit),
                let track = try? SubtitleFile.track(bytes, path: file.path, language: file.language)
            else {
                Log.shared.write(.warning, "downloads", "subtitles that cannot be read: \(file.path)")
                continue
            }
            let language = track.language.flatMap(LanguageCode.long)
            append(Muxer.Track(.text, language: language, purpose: track.purpose), track.cues)
        }
    }

    private mutating func append(_ track: Muxer.Track, _ cues: [Cue]) {
        tracks.append(track)
        waiting.append([])
        known.append([])
        add(cues, to: tracks.count - 1)
    }

    mutating func add(_ text: SubtitleText) {
        guard let place = places[text.track] else { return }
        add(SubtitleDocument.cues(text.payload, movedBy: text.start), to: place)
    }

    private mutating func add(_ cues: [Cue], to place: Int) {
        for cue in cues {
            let key = Key(start: cue.start, end: cue.end, text: cue.text)
            if known[place].insert(key).inserted { waiting[place].append(cue) }
        }
        waiting[place].sort { $0.start < $1.start }
    }

    /// - Parameter time: of the next packet to write, or `nil`.
    mutating func write(before time: MediaTime?, to muxer: Muxer, firstTrack: Int) throws(MediaError) {
        for place in waiting.indices {
            let count = waiting[place].prefix { cue in time.map { cue.start <= $0 } ?? true }.count
            guard count > 0 else { continue }
            for cue in waiting[place].prefix(count) {
                let text = SubRipText.text(cue)
                guard !text.isEmpty, cue.end > cue.start, cue.end < Cue.openEnd else { continue }
                try muxer.write(text: text, from: cue.start, to: cue.end, track: firstTrack + place)
            }
            waiting[place].removeFirst(count)
        }
    }
}
