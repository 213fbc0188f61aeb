import PlayCore
import XML

/// RSS 2.0 as podcasts use it: each `item` with an `enclosure` of sound or pictures, with the data of iTunes,
/// Podcasting 2.0 and Media RSS. ``XMLReader`` removes prefixes, so attributes distinguish elements of the same name.
enum RSSParser {
    /// An episode's notes are a text of several kB in one element.
    private static let textLimit = 4 << 20

    /// - Throws: `.malformed`, unless entries precede the error.
    static func parse(_ bytes: [UInt8], limits: PlaylistLimits) throws(PlaylistError) -> ParsedPlaylist {
        let reader = RSSReader(limits: limits)
        let cost = XMLLimits(bytes: limits.bytes, textBytes: textLimit, allowsDocumentType: true)
        do {
            try XMLReader.read(bytes, limits: cost, handler: reader)
        } catch {
            guard !reader.playlist.entries.isEmpty else { throw .malformed(line: error.line, reason: error.reason) }
            reader.cut()
        }
        return reader.playlist
    }
}

private final class RSSReader: XMLHandler {
    private(set) var playlist = ParsedPlaylist()
    private let limits: PlaylistLimits
    private var path: [String] = []
    private var entry = ParsedPlaylist.Entry(location: "")
    private var cover: String?

    private static let channel = ["rss", "channel"]
    private static let item = ["rss", "channel", "item"]

    init(limits: PlaylistLimits) { self.limits = limits }

    func cut() { playlist.isCut = true }

    func begin(_ name: String, _ attributes: [String: String]) {
        path.append(name)
        if path == Self.item { entry = ParsedPlaylist.Entry(location: "") }
        if path.starts(with: Self.item) {
            beginElement(name, attributes)
        } else if path.dropLast() == Self.channel[...], name == "image" {
            cover = attributes["href"] ?? cover
        }
    }

    private func beginElement(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "enclosure", "content": add(attributes["url"], type: attributes["type"])
        // `uri`: a location of the enclosing `alternateEnclosure`. RSS's own `source` has `url`.
        case "source": add(attributes["uri"], type: nil)
        case "image": entry.cover = attributes["href"] ?? entry.cover
        case "chapters": entry.chapters = attributes["url"] ?? entry.chapters
        case "transcript":
            guard let url = attributes["url"], Self.isSubtitles(attributes["type"]) else { return }
            if entry.subtitles.count < ParsedPlaylist.Entry.maximumReferences { entry.subtitles.append(url) }
        default: break
        }
    }

    private func add(_ location: String?, type: String?) {
        let kind = type?.lowercased().split(separator: "/").first
        guard let location, !location.isEmpty, kind.map({ ["audio", "video", "application"].contains($0) }) ?? true
        else { return }
        if entry.location.isEmpty {
            entry.location = location
        } else if location != entry.location, !entry.alternatives.contains(location),
            entry.alternatives.count < ParsedPlaylist.Entry.maximumReferences
        {
            entry.alternatives.append(location)
        }
    }

    /// Returns whether a transcript is in a subtitle format. Some are web pages or JSON.
    private static func isSubtitles(_ type: String?) -> Bool {
        ["text/vtt", "text/srt", "application/srt", "application/x-subrip"].contains(type?.lowercased() ?? "")
    }

    func end(_ text: String) throws(XMLRefusal) {
        let value = text.trimmed
        if path == Self.item {
            try addEntry()
        } else if path.dropLast() == Self.item[...] {
            set(value)
        } else if path.dropLast() == Self.channel[...], path.last == "title", !value.isEmpty {
            playlist.title = value
        } else if path == Self.channel + ["image", "url"], !value.isEmpty {
            cover = cover ?? value
        }
        path.removeLast()
    }

    private func set(_ value: String) {
        guard !value.isEmpty else { return }
        switch path.last {
        case "title": entry.title = value
        case "duration": entry.duration = Self.duration(value)
        default: break
        }
    }

    /// Reads `1:02:03`, `62:03` or seconds.
    private static func duration(_ text: String) -> MediaTime? {
        let parts = text.split(separator: ":").map { PlaylistNumber.seconds(String($0)) }
        guard (1...3).contains(parts.count) else { return nil }
        var result = MediaTime.zero
        for part in parts {
            guard let part else { return nil }
            result = result.scaled(by: 60) + part
        }
        return result
    }

    private func addEntry() throws(XMLRefusal) {
        guard !entry.location.isEmpty else { return }
        guard playlist.entries.count < limits.entries else {
            cut()
            throw XMLRefusal("too many entries")
        }
        entry.cover = entry.cover ?? cover
        playlist.entries.append(entry)
    }
}
