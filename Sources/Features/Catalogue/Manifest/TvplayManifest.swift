import Encoding

/// tvplay's own manifest (docs/manifest.md). Ignores unknown keys; a known key of another type is an error.
package struct TvplayManifest: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package let info: PlayInfo
        package let comments: CommentAddresses?
        /// The owner's name for the video, or `nil` if it has only an ID.
        package let reference: String?
        /// `vod.address`, or `nil` if the manifest is complete.
        package let service: String?
        /// `vod.params`.
        package let parameters: [String: String]
        package let playDomain: String?
        /// Whether an address has `{token}`, but no token is known.
        package let lacksToken: Bool
    }

    package struct AlbumEntry: Sendable, Equatable {
        package let id: String
        package let title: String?
        package let videos: [String]
    }

    package struct Room: Sendable, Equatable {
        package let id: String
        package let title: String?
        package let classID: String?
        package let sessionID: String?
        /// `nil` if the provider of rooms knows it.
        package let address: String?
    }

    /// The addresses for comments, each `nil` if the service does not offer it.
    package struct CommentAddresses: Sendable, Equatable {
        package let list: String?
        package let post: String?
        package let like: String?
        package let delete: String?
    }

    package static let version = 1
    package static let byteLimit = 16 << 20
    static let videoLimit = 100_000
    static let partLimit = 10_000

    package let title: String?
    package let videos: [Entry]
    package let albums: [AlbumEntry]
    package let rooms: [Room]

    /// - Parameter token: the value of `{token}` in addresses.
    package init(_ bytes: [UInt8], at place: ManifestPlace, token: Token?) throws(CatalogueError) {
        guard bytes.count <= Self.byteLimit else {
            throw CatalogueError(.malformed(path: "$", problem: "larger than \(Self.byteLimit >> 20) MiB"))
        }
        let root = try StrictJSON(tree: try JSONValue.parse(bytes), path: "$").object()
        let version = try root.required("tvplay").integer(1...Int(Int32.max))
        guard version == Self.version else {
            throw CatalogueError(
                .malformed(path: "$.tvplay", problem: "version \(version); this tvplay knows \(Self.version)"))
        }
        title = try root.text("title")
        let reader = ManifestVideoReader(place: place, token: token)
        videos = try Self.each(try root.items("videos", limit: Self.videoLimit), reader.entry)
        albums = try Self.each(try root.items("albums", limit: Self.partLimit), Self.album)
        rooms = try Self.each(try root.items("rooms", limit: Self.partLimit), reader.room)
        var known: Set<String> = []
        for (index, entry) in videos.enumerated() where !known.insert(entry.info.videoID).inserted {
            throw CatalogueError(.malformed(path: "$.videos[\(index)].id", problem: "the id of an earlier one"))
        }
    }

    static func each<Value>(
        _ items: [StrictJSON], _ read: (StrictJSON) throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> [Value] {
        var values: [Value] = []
        for item in items { values.append(try read(item)) }
        return values
    }

    private static func album(_ json: StrictJSON) throws(CatalogueError) -> AlbumEntry {
        let ids = try each(try json.required("videos").items(limit: videoLimit)) { item throws(CatalogueError) in
            try item.text()
        }
        return AlbumEntry(id: try json.required("id").text(), title: try json.text("title"), videos: ids)
    }
}
