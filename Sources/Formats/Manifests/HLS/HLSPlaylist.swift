/// A playlist of HTTP Live Streaming (RFC 8216 and its successor's drafts).
package enum HLSPlaylist: Sendable, Equatable {
    case multivariant(MultivariantPlaylist)
    case media(MediaPlaylist)

    /// Reads either kind of playlist. `location` is its own, after redirects. Any thread.
    ///
    /// - Parameter variables: those of the multivariant playlist that refers to it, for `EXT-X-DEFINE:IMPORT`.
    package static func parse(
        _ bytes: [UInt8], at location: ManifestLocation, variables: VariableTable = VariableTable(),
        limits: ManifestLimits = ManifestLimits()
    ) throws(ManifestError) -> HLSPlaylist {
        let kind = try kind(of: bytes, limits: limits)
        var text = try PlaylistText(bytes, limits: limits)
        var scope = VariableScope(location: location, imported: variables, limits: limits)
        do {
            switch kind {
            case .multivariant:
                var parser = MultivariantParser(location: location, limits: limits)
                while let line = try text.next() { try parser.read(line, &scope) }
                return .multivariant(parser.playlist(scope.table))
            case .media:
                var parser = MediaPlaylistParser(location: location, limits: limits)
                while let line = try text.next() { try parser.read(line, &scope) }
                return .media(parser.playlist())
            }
        } catch {
            throw ManifestError(error.code, error.reason, line: error.line ?? text.number)
        }
    }

    /// Returns whether a text that begins with `#EXTM3U` is a stream, not a list of files. The first decisive tag
    /// counts.
    package static func recognizes(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try kind(of: bytes, limits: ManifestLimits())
            return true
        } catch {
            return false
        }
    }

    package static func mayBegin(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try PlaylistText(bytes, limits: ManifestLimits())
            return true
        } catch {
            return false
        }
    }

    private enum Kind {
        case multivariant
        case media
    }

    private static let multivariantTags: Set = ["EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF"]
    private static let mediaTags: Set = [
        "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-PLAYLIST-TYPE", "EXT-X-MAP", "EXT-X-ENDLIST",
        "EXT-X-KEY", "EXT-X-BYTERANGE", "EXT-X-DISCONTINUITY", "EXT-X-PART", "EXT-X-SKIP", "EXT-X-PART-INF",
    ]

    /// Returns the kind. A playlist with variants is multivariant even with other tags: published ones mix both.
    private static func kind(of bytes: [UInt8], limits: ManifestLimits) throws(ManifestError) -> Kind {
        var text = try PlaylistText(bytes, limits: limits)
        var isMedia = false
        while let line = try text.next() {
            guard case .tag(let name, _) = line else { continue }
            if multivariantTags.contains(name) { return .multivariant }
            if name == "EXTINF", isMedia { return .media }
            isMedia = isMedia || mediaTags.contains(name)
        }
        guard isMedia else { throw ManifestError(.notAManifest, "no tags of a stream") }
        return .media
    }
}

struct VariableScope {
    private(set) var table = VariableTable()
    private let location: ManifestLocation
    private let imported: VariableTable
    private let limits: ManifestLimits

    init(location: ManifestLocation, imported: VariableTable, limits: ManifestLimits) {
        self.location = location
        self.imported = imported
        self.limits = limits
    }

    /// - Throws: `.malformed` for an invalid definition, which would lead to wrong addresses.
    mutating func define(_ text: Substring) throws(ManifestError) {
        let attributes = try AttributeList(text, variables: table)
        if let name = attributes["NAME"] {
            try table.define(name, attributes.values["VALUE"] ?? "", limits: limits)
        } else if let name = attributes["IMPORT"] {
            guard let value = imported.values[name] else {
                throw ManifestError(.malformed, "nothing to import as \(name)")
            }
            try table.define(name, value, limits: limits)
        } else if let name = attributes["QUERYPARAM"] {
            guard let value = location.queryValue(name), !value.isEmpty else {
                throw ManifestError(.malformed, "the address has no \(name)")
            }
            try table.define(name, value, limits: limits)
        }
    }
}
