import Addresses
import Encoding
import Manifests
import PlayCore

struct StreamTrack: Sendable, Equatable {
    let rendition: Rendition
    /// The name of the folder and of the playlist, such as `video`.
    let name: String
    let list: SegmentList
    /// The files in order, relative to the stream's folder, with `nil` for gaps.
    let files: [String?]
    let sections: [InitSection: String]
    let keys: [SegmentKey: String]

    var playlistName: String { name + ".m3u8" }
}

struct StreamPiece: Sendable, Hashable {
    let resource: ResourceReference
    let range: ByteRange?
    /// Relative to the stream's folder.
    let file: String
    let isKey: Bool
    var isOptional = false
}

/// Writes the playlists of a downloaded stream into its folder, for tvplay and other players (RFC 8216).
enum LocalPlaylist {
    static func track(_ rendition: Rendition, _ list: SegmentList, name: String) -> (StreamTrack, [StreamPiece]) {
        var pieces: [StreamPiece] = []
        var sections: [InitSection: String] = [:]
        var keys: [SegmentKey: String] = [:]
        var files: [String?] = []
        func add(_ key: SegmentKey?) {
            guard let key, let resource = key.resource, keys[key] == nil else { return }
            let known = keys.first { $0.key.resource == resource }?.value
            let file = known ?? "\(name)/\(keys.count).key"
            keys[key] = file
            if known == nil { pieces.append(StreamPiece(resource: resource, range: nil, file: file, isKey: true)) }
        }
        for (index, segment) in list.segments.enumerated() {
            guard !segment.isGap else {
                files.append(nil)
                continue
            }
            add(segment.key)
            if let section = segment.initSection, sections[section] == nil {
                add(section.key)
                let file = "\(name)/init-\(sections.count)" + ending(section.resource, "mp4")
                sections[section] = file
                pieces.append(
                    StreamPiece(resource: section.resource, range: section.range, file: file, isKey: false))
            }
            let number = String(index)
            let padded = String(repeating: "0", count: max(0, 5 - number.utf8.count)) + number
            let file = "\(name)/\(padded)" + ending(segment.resource, segment.initSection == nil ? "ts" : "m4s")
            files.append(file)
            pieces.append(StreamPiece(resource: segment.resource, range: segment.range, file: file, isKey: false))
        }
        let track = StreamTrack(
            rendition: rendition, name: name, list: list, files: files, sections: sections, keys: keys)
        return (track, pieces)
    }

    private static let endings: Set<String> = [
        "ts", "m4s", "mp4", "m4a", "m4v", "aac", "mp3", "ac3", "vtt", "webvtt", "webm", "cmfv", "cmfa",
    ]

    private static func ending(_ resource: ResourceReference, _ standard: String) -> String {
        guard case .address(let address) = resource, let ending = address.pathExtension?.lowercased(),
            endings.contains(ending)
        else { return "." + standard }
        return "." + ending
    }

    static let chaptersName = "chapters.json"

    // MARK: Playlists

    static func media(_ track: StreamTrack) -> String {
        let list = track.list
        let longest = list.segments.map(\.duration).max() ?? .seconds(1)
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-PLAYLIST-TYPE:VOD",
            "#EXT-X-TARGETDURATION:\((longest.nanoseconds + 999_999_999) / 1_000_000_000)",
            "#EXT-X-MEDIA-SEQUENCE:\(list.segments.first?.number ?? 0)",
        ]
        var discontinuity = list.segments.first?.discontinuity
        var key: SegmentKey?
        var section: InitSection?
        for (segment, file) in zip(list.segments, track.files) {
            if segment.discontinuity != discontinuity {
                lines.append("#EXT-X-DISCONTINUITY")
                discontinuity = segment.discontinuity
            }
            // The section may have its own key, which must precede it.
            if segment.initSection != section, let new = segment.initSection, let file = track.sections[new] {
                if new.key != key { lines.append(keyLine(new.key, track, 0)) }
                lines.append("#EXT-X-MAP:URI=\"\(file)\"")
                key = new.key
                section = new
            }
            if segment.key != key || (segment.key != nil && segment.key?.explicitIV == nil) {
                // Segment numbers may differ here, so initialisation vectors derived from them are written out.
                lines.append(keyLine(segment.key, track, segment.number))
                key = segment.key
            }
            lines.append("#EXTINF:\(seconds(segment.duration)),")
            if let file {
                lines.append(file)
            } else {
                lines.append("#EXT-X-GAP")
                lines.append("gap")
            }
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    private static func keyLine(_ key: SegmentKey?, _ track: StreamTrack, _ number: Int64) -> String {
        guard let key, let file = track.keys[key] else { return "#EXT-X-KEY:METHOD=NONE" }
        let line = "#EXT-X-KEY:METHOD=\(key.method.name),URI=\"\(file)\""
        // With GCM, the segments contain the initialisation vector.
        return key.method == .whole(.aes256GCM) ? line : line + ",IV=0x\(Hexadecimal.text(key.iv(segment: number)))"
    }

    private static func seconds(_ time: MediaTime) -> String {
        let millionths = time.nanoseconds / 1000
        let fraction = String(millionths % 1_000_000)
        return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    }

    /// Returns the multivariant playlist. The first track is its variant; the others accompany it.
    ///
    /// - Parameter hasChapters: whether to refer to ``chaptersName``, in Apple's format.
    static func index(_ tracks: [StreamTrack], hasChapters: Bool = false) -> String {
        guard let main = tracks.first else { return "" }
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7"]
        if hasChapters {
            lines.append("#EXT-X-SESSION-DATA:DATA-ID=\"com.apple.hls.chapters\",URI=\"\(chaptersName)\"")
        }
        let sounds = tracks.dropFirst().filter { $0.rendition.kind == .audio }
        let texts = tracks.dropFirst().filter { $0.rendition.kind == .text }
        let first = sounds.map(\.rendition).soundToPlay()
        for track in sounds { lines.append(mediaLine(track, "AUDIO", isDefault: track.rendition == first)) }
        for track in texts { lines.append(mediaLine(track, "SUBTITLES", isDefault: track.rendition.isDefault)) }
        let rendition = main.rendition
        var attributes = ["BANDWIDTH=\(max(1, rendition.bandwidth ?? 1))"]
        if rendition.width > 0, rendition.height > 0 {
            attributes.append("RESOLUTION=\(rendition.width)x\(rendition.height)")
        }
        var codecs: [String] = []
        for codec in ([main] + sounds).flatMap(\.rendition.codecs) where !codecs.contains(codec) {
            codecs.append(codec)
        }
        if !codecs.isEmpty { attributes.append("CODECS=\(quoted(codecs.joined(separator: ",")))") }
        if !sounds.isEmpty { attributes.append("AUDIO=\"audio\"") }
        if !texts.isEmpty { attributes.append("SUBTITLES=\"subtitles\"") }
        lines.append("#EXT-X-STREAM-INF:" + attributes.joined(separator: ","))
        return (lines + [main.playlistName, ""]).joined(separator: "\n")
    }

    private static func mediaLine(_ track: StreamTrack, _ type: String, isDefault: Bool) -> String {
        let rendition = track.rendition
        var attributes = ["TYPE=\(type)", "GROUP-ID=\(quoted(type.lowercased()))"]
        attributes.append("NAME=\(quoted(rendition.name ?? rendition.language ?? track.name))")
        if let language = rendition.language { attributes.append("LANGUAGE=\(quoted(language))") }
        if let channels = rendition.channels { attributes.append("CHANNELS=\"\(channels)\"") }
        attributes.append("DEFAULT=\(isDefault ? "YES" : "NO")")
        attributes.append("AUTOSELECT=\(isDefault || rendition.autoselects ? "YES" : "NO")")
        let characteristics = characteristics(rendition.purpose)
        if !characteristics.isEmpty { attributes.append("CHARACTERISTICS=\(quoted(characteristics))") }
        if type == "SUBTITLES" { attributes.append("FORCED=\(rendition.isForced ? "YES" : "NO")") }
        attributes.append("URI=\(quoted(track.playlistName))")
        return "#EXT-X-MEDIA:" + attributes.joined(separator: ",")
    }

    /// HLS has no characteristic for a commentary. Only the name says so.
    private static func characteristics(_ purpose: TrackPurpose) -> String {
        let words: [(TrackPurpose, String)] = [
            (.described, "describes-video"), (.hearingImpaired, "transcribes-spoken-dialog"),
        ]
        return words.filter { purpose.contains($0.0) }.map { "public.accessibility." + $0.1 }.joined(separator: ",")
    }

    /// Removes characters with which a text from outside could end the attribute.
    private static func quoted(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { $0 != "\"" && $0.value >= 0x20 && $0.value != 0x7F }
        return "\"" + String(String.UnicodeScalarView(kept)) + "\""
    }

    /// Identifies the version of a stream: segments by number, length and place, without queries, which expire.
    static func fingerprint(_ tracks: [StreamTrack]) -> String {
        tracks.map { track in
            "\(track.name) \(track.rendition.id)\n"
                + track.list.segments.map { segment in
                    let place: String
                    switch segment.resource {
                    case .address(let address): place = address.path
                    case .file(let path): place = path
                    case .data: place = "data"
                    }
                    return "\(segment.number) \(segment.duration.nanoseconds) \(segment.range?.offset ?? -1) "
                        + "\(segment.range?.length ?? -1) \(place)"
                }.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}
