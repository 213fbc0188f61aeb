import Encoding
package import PlayCore

/// A playlist as written, before any entry is resolved. Unverified texts.
package struct ParsedPlaylist: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// Path or address as written. Bytes that are not UTF-8 are encoded as ``ByteText``.
        package var location: String
        package var title: String?
        /// `nil` if unknown or infinite.
        package var duration: MediaTime?
        /// A still picture, as written.
        package var cover: String?
        /// Other locations of the same content, best first, as written.
        package var alternatives: [String] = []
        package var subtitles: [String] = []
        package var chapters: String?
        /// Header fields for its requests. The address is unused.
        package var request = EntryAddress("")

        package init(
            location: String, title: String? = nil, duration: MediaTime? = nil, cover: String? = nil
        ) {
            self.location = location
            self.title = title
            self.duration = duration
            self.cover = cover
        }

        /// More than real lists have. A hostile list could name one per line.
        static let maximumReferences = 32

        /// Applies VLC's `name=value` (`#EXTVLCOPT:`, `vlc:option`). Only subtitles (`sub-file`, and `input-slave` with
        /// `#` between several) and header fields (`http-user-agent`) have an effect.
        mutating func apply(option: String) {
            let parts = option.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard parts.count == 2 else { return }
            let name = parts[0].drop { $0 == ":" || $0 == "-" }
            if let field = EntryAddress.field(ofOption: name) { return request.set(field, parts[1]) }
            switch name {
            case "sub-file": add(subtitles: [parts[1]])
            // Skips sound in another language.
            case "input-slave":
                add(subtitles: parts[1].split(separator: "#").map(\.trimmed).filter { !MediaName.isMedia($0) })
            default: break
            }
        }

        /// Applies Kodi's property of the next entry: `inputstream.adaptive.stream_headers=User-Agent=…&Referer=…`.
        mutating func apply(property: String) {
            let parts = property.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard parts.count == 2 else { return }
            let name = parts[0].lowercased().split(separator: ".").last ?? ""
            if ["stream_headers", "manifest_headers", "common_headers"].contains(name) {
                for (name, value) in EntryAddress.pairs(parts[1]) {
                    request.set(name, AddressText.unescaped(value) ?? value)
                }
            } else if let field = EntryAddress.field(ofOption: name.hasPrefix("http-") ? String(name) : "http-" + name)
            {
                request.set(field, parts[1])
            }
        }

        /// Applies `#EXTHTTP:{"User-Agent":"…"}`: an object of header fields.
        mutating func apply(fields json: String) {
            guard let tree = try? JSONValue(document: Array(json.utf8)) else { return }
            for (name, value) in tree.fields.sorted(by: { $0.key < $1.key }) {
                if let text = value.text { request.set(name, text) }
            }
        }

        private mutating func add(subtitles names: [String]) {
            for name in names where !name.isEmpty && subtitles.count < Self.maximumReferences { subtitles.append(name) }
        }
    }

    package var title: String?
    package var entries: [Entry]
    /// Whether the list exceeded ``PlaylistLimits``. The entries before the limit are kept.
    package var isCut = false

    package init(title: String? = nil, entries: [Entry] = []) {
        self.title = title
        self.entries = entries
    }
}

package enum PlaylistFormat: Sendable, Equatable {
    case m3u
    case pls
    case xspf
    case rss
    case cue
    case plain
    /// Segments of one stream (`#EXT-X-` tags): playable, not a list.
    case hls
    case unsupported(name: String)

    /// Returns the format of a file with a playlist's name (perhaps with `.gz`), or `nil` for another file.
    package static func named(_ path: String) -> PlaylistFormat? {
        var name = path.split(separator: "/").last ?? ""
        if name.lowercased().hasSuffix(".gz") { name = name.dropLast(3) }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return switch name[name.index(after: dot)...].lowercased() {
        case "m3u", "m3u8": .m3u
        case "pls": .pls
        case "xspf": .xspf
        case "rss": .rss
        case "asx", "wax", "wvx": .unsupported(name: "ASX")
        case "cue": .cue
        case "wpl": .unsupported(name: "WPL")
        default: nil
        }
    }

    /// Returns `nil` if the content is not text: a film may have the name of a list.
    ///
    /// - Parameter isList: whether the user declared a playlist (`--playlist`), so that any text is at least a plain
    ///   list.
    package static func of(_ bytes: [UInt8], named path: String, isList: Bool) -> PlaylistFormat? {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\0" }
        if M3UParser.isHLS(bytes) { return .hls }
        if head.hasPrefix("#EXTM3U") { return .m3u }
        if head.prefix(10).lowercased() == "[playlist]" { return .pls }
        if head.hasPrefix("<") {
            let text = head.lowercased()
            if text.contains("<playlist") { return .xspf }
            if text.contains("<rss") { return .rss }
            if text.contains("<asx") { return .unsupported(name: "ASX") }
            if text.contains("<smil") { return .unsupported(name: "WPL") }
            // A page of the server, or of a network on the way.
            if text.contains("<html") || text.hasPrefix("<!doctype html") { return nil }
        }
        if isFilm(bytes) { return nil }
        return named(path) ?? (isList && !isBinary(bytes) ? .plain : nil)
    }

    /// Decompresses a list with gzip; returns other bytes unchanged. Stops after more than `limit` bytes. Throws
    /// `.unreadable` for damaged data.
    static func unpacked(_ bytes: [UInt8], limit: Int) throws(PlaylistError) -> [UInt8] {
        guard Inflater.isGzip(bytes) else { return bytes }
        guard let text = Inflater.whole(bytes, limit: limit) else {
            throw .unreadable(reason: tr("the compressed file is damaged"))
        }
        return text
    }

    /// Returns whether the beginning is not text in any encoding. Control characters without zeros may be a hostile
    /// title's.
    private static func isFilm(_ bytes: [UInt8]) -> Bool { bytes.prefix(4096).contains(0) && isBinary(bytes) }

    /// Returns whether it contains control characters other than zeros, which make up half of UTF-16 text.
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(4096).contains { (1..<9).contains($0) || (14..<27).contains($0) || (28..<32).contains($0) }
    }

    /// Whether locations are URIs, in which `%20` is a space.
    package var hasURIs: Bool { self == .xspf || self == .rss }

    /// - Parameter name: the list's own name, without its folder.
    /// - Throws: `.malformed` (XSPF, RSS), `.unsupported`.
    package func parse(
        _ bytes: [UInt8], named name: String = "", limits: PlaylistLimits = PlaylistLimits(),
        charset: PlaylistCharset = .simple
    ) throws(PlaylistError) -> ParsedPlaylist {
        guard bytes.count <= limits.bytes else { throw .tooLarge }
        switch self {
        case .m3u, .plain: return M3UParser.parse(PlaylistLines(bytes, limits: limits, charset: charset))
        case .pls: return PLSParser.parse(PlaylistLines(bytes, limits: limits, charset: charset))
        case .cue: return CueParser.parse(PlaylistLines(bytes, limits: limits, charset: charset), named: name)
        case .xspf: return try XSPFParser.parse(bytes, limits: limits)
        case .rss: return try RSSParser.parse(bytes, limits: limits)
        case .hls: throw .unsupported(name: "HLS")
        case .unsupported(let name): throw .unsupported(name: name)
        }
    }
}
