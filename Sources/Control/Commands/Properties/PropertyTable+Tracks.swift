import Encoding
import PlayCore
import PlaybackModel

extension PropertyTable {
    static let tracks: [Property] = [
        track("vid", .video) { $0.videoTrack }, track("video", .video) { $0.videoTrack },
        track("aid", .audio) { $0.audioTrack }, track("audio", .audio) { $0.audioTrack },
        Property("track-list") { context in
            .list(
                context.snapshot.tracks.filter { $0.trackKind != .subtitle }.map { entry($0, context) }
                    + subtitleEntries(context.subtitles))
        },
        Property("chapter", .number(-1...1e6, step: 1)) { context in
            guard context.isOpen, !context.snapshot.chapters.isEmpty else { return nil }
            return .integer(Int64(context.snapshot.chapters.index(at: context.position) ?? -1))
        } set: { value, context in
            guard context.isOpen, context.snapshot.canSeek, !context.snapshot.chapters.isEmpty,
                let number = Property.number(value)
            else { return nil }
            return number < 0
                ? .session(.seek(.absolute(.zero), .exact)) : .session(.seek(.chapter(Int(number)), .exact))
        },
        Property("chapters") { $0.isOpen ? .integer(Int64($0.snapshot.chapters.count)) : nil },
        Property("chapter-list") { context in
            .list(
                context.snapshot.chapters.map { chapter in
                    var fields: [String: JSONValue] = ["time": seconds(chapter.range.start)]
                    fields["title"] = chapter.title.map(JSONValue.string)
                    return .object(sorting: fields)
                })
        },
        Property("chapter-metadata") { context in
            guard let index = context.snapshot.chapters.index(at: context.position) else { return nil }
            return .object(sorting: ["TITLE": .string(context.snapshot.chapters[index].title ?? "")])
        },
    ]

    private static func track(
        _ name: String, _ kind: TrackKind, selected: @escaping @Sendable (PlaybackSnapshot) -> Int?
    ) -> Property {
        Property(name, .track(kind)) { context in
            guard context.isOpen else { return .string("auto") }
            let tracks = context.tracks(kind)
            return tracks.firstIndex { $0.id == selected(context.snapshot) }.map { .integer(Int64($0 + 1)) }
                ?? .flag(false)
        } set: { value, context in
            guard context.isOpen else { return nil }
            let tracks = context.tracks(kind)
            switch value {
            case .string("no"): return .session(.selectTrack(kind, id: nil))
            case .string:
                let decodable = tracks.filter(\.isDecodable)
                let automatic =
                    kind == .audio
                    ? decodable.soundToPlay(wanted: context.snapshot.audioLanguages)
                    : decodable.first(where: \.isDefault) ?? decodable.first
                return .session(.selectTrack(kind, id: automatic?.id))
            default:
                guard let number = Property.number(value), let index = Int(exactly: number),
                    tracks.indices.contains(index - 1)
                else { return nil }
                return .session(.selectTrack(kind, id: tracks[index - 1].id))
            }
        }
    }

    /// Returns the fields of all tracks. Those about pictures are false for others.
    static func commonFields(_ purpose: TrackPurpose) -> [String: JSONValue] {
        [
            "albumart": .flag(false), "image": .flag(false), "dependent": .flag(false),
            "forced": .flag(purpose.contains(.forced)), "hearing-impaired": .flag(purpose.contains(.hearingImpaired)),
            "visual-impaired": .flag(purpose.contains(.described)),
        ]
    }

    private static func entry(_ track: TrackInfo, _ context: PropertyContext) -> JSONValue {
        let kind = track.trackKind
        var fields: [String: JSONValue] = [
            "id": .integer(Int64((context.tracks(kind).firstIndex { $0.id == track.id } ?? 0) + 1)),
            "src-id": .integer(Int64(track.id)), "ff-index": .integer(Int64(track.id)),
            "type": .string(kind == .video ? "video" : "audio"),
            "default": .flag(track.isDefault), "external": .flag(track.external != nil), "codec": .string(track.codec),
            "selected": .flag([context.snapshot.videoTrack, context.snapshot.audioTrack].contains(track.id)),
        ]
        fields.merge(commonFields(track.purpose)) { own, _ in own }
        if fields["selected"] == .flag(true) { fields["main-selection"] = .integer(0) }
        // `und` is ISO 639's code for an unknown language.
        fields["lang"] = track.language.flatMap { $0 == "und" ? nil : .string($0) }
        fields["title"] = track.title.map(JSONValue.string)
        fields["external-filename"] = track.external.map { .string($0.name) }
        switch track.kind {
        case .video(let width, let height, let rate):
            fields["demux-w"] = .integer(Int64(width))
            fields["demux-h"] = .integer(Int64(height))
            fields["demux-fps"] = rate.map(JSONValue.number)
        case .cover(let width, let height):
            fields["demux-w"] = .integer(Int64(width))
            fields["demux-h"] = .integer(Int64(height))
            fields["albumart"] = .flag(true)
            fields["image"] = .flag(true)
        case .audio(let sampleRate, let channelCount):
            fields["demux-samplerate"] = .integer(Int64(sampleRate))
            fields["demux-channel-count"] = .integer(Int64(channelCount))
        case .subtitle: break
        }
        return .object(sorting: fields)
    }
}

extension PropertyContext {
    func tracks(_ kind: TrackKind) -> [TrackInfo] { snapshot.tracks.filter { $0.trackKind == kind } }

    /// Numbers of the tracks of a kind, from 1.
    func trackNumbers(_ kind: TrackKind) -> [Int] {
        guard kind == .subtitle else { return Array(1..<(tracks(kind).count + 1)) }
        return subtitles.tracks.indices.filter { !subtitles.removed.contains($0) }.map { $0 + 1 }
    }
}

extension TrackInfo {
    var trackKind: TrackKind {
        switch kind {
        case .video, .cover: .video
        case .audio: .audio
        case .subtitle: .subtitle
        }
    }
}
