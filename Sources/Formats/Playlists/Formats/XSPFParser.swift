import PlayCore
import XML

/// XSPF (xspf.org, version 1): `playlist/trackList/track` with `location`, `title`, `creator`, `duration` in
/// milliseconds, `image`, and VLC's options in `extension`. With or without its namespace; `xml:base` is supported.
enum XSPFParser {
    /// - Throws: `.malformed`.
    static func parse(_ bytes: [UInt8], limits: PlaylistLimits) throws(PlaylistError) -> ParsedPlaylist {
        let reader = XSPFReader(limits: limits)
        // The format has at most six levels.
        let cost = XMLLimits(bytes: limits.bytes, textBytes: limits.lineBytes)
        do {
            try XMLReader.read(bytes, limits: cost, handler: reader)
        } catch {
            guard reader.playlist.isCut else { throw .malformed(line: error.line, reason: error.reason) }
        }
        return reader.playlist
    }
}

private final class XSPFReader: XMLHandler {
    private(set) var playlist = ParsedPlaylist()
    private let limits: PlaylistLimits
    private var path: [String] = []
    /// The base of `location` and `image` for each open element. Empty for the list's own location.
    private var bases: [String] = []
    private var entry = ParsedPlaylist.Entry(location: "")
    private var creator: String?

    init(limits: PlaylistLimits) { self.limits = limits }

    func begin(_ name: String, _ attributes: [String: String]) {
        path.append(name)
        let outer = bases.last ?? ""
        bases.append(attributes["xml:base"].map { Self.join(outer, $0.trimmed) } ?? outer)
        if isTrack { (entry, creator) = (ParsedPlaylist.Entry(location: ""), nil) }
    }

    func end(_ text: String) throws(XMLRefusal) {
        let value = text.trimmed
        if isTrack {
            try addEntry()
        } else if path.count == 4, path.dropLast() == ["playlist", "trackList", "track"] {
            set(path[3], value)
        } else if path.dropFirst(2) == ["track", "extension", "option"] {
            entry.apply(option: value)
        } else if path == ["playlist", "title"], !value.isEmpty {
            playlist.title = value
        }
        path.removeLast()
        bases.removeLast()
    }

    private var isTrack: Bool { path == ["playlist", "trackList", "track"] }

    private func set(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        let value = ["location", "image"].contains(name) ? Self.join(bases.last ?? "", value) : value
        switch name {
        // Several locations name the same content. The first is the best.
        case "location" where entry.location.isEmpty: entry.location = value
        case "location":
            if entry.alternatives.count < ParsedPlaylist.Entry.maximumReferences { entry.alternatives.append(value) }
        case "title": entry.title = value
        case "creator": creator = value
        case "image": entry.cover = value
        case "duration": entry.duration = PlaylistNumber.seconds(value).map { $0.scaled(by: 0.001) }
        default: break
        }
    }

    private static func join(_ base: String, _ reference: String) -> String {
        if AddressText.scheme(of: reference) != nil { return reference }
        if AddressText.isAddress(base) { return AddressText.resolve(reference, against: base) }
        if reference.hasPrefix("/") { return reference }
        return (base.lastIndex(of: "/").map { String(base[...$0]) } ?? "") + reference
    }

    private func addEntry() throws(XMLRefusal) {
        guard !entry.location.isEmpty else { return }
        guard playlist.entries.count < limits.entries else {
            playlist.isCut = true
            throw XMLRefusal("too many entries")
        }
        if let title = entry.title, let creator { entry.title = creator + " - " + title }
        playlist.entries.append(entry)
    }
}
