import Addresses
package import PlayCore
import Transport

/// The videos of a manifest at a path or an address: `PLACE.tvplay.json`, or `PLACE.tvplay.json#ID` for one of several.
package struct ManifestProvider: CatalogueProvider {
    /// `Int` is the limit in bytes.
    package typealias FileReader = @Sendable (String, Int) throws(ByteSourceError) -> [UInt8]

    private let transport: any ServiceTransport
    private let readFile: FileReader
    /// Returns whole seconds since 1970.
    private let now: @Sendable () -> Int64

    package init(
        transport: any ServiceTransport, now: @escaping @Sendable () -> Int64,
        readFile: @escaping FileReader
    ) {
        self.transport = transport
        self.now = now
        self.readFile = readFile
    }

    package func recognizes(_ reference: String) -> Bool {
        let scheme = Scheme.of(reference)
        guard scheme == nil || scheme == "http" || scheme == "https" else { return false }
        let path = Self.split(reference).place.prefix { $0 != "?" || scheme == nil }
        return path.lowercased().hasSuffix(".tvplay.json")
    }

    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        let (place, id) = Self.split(request.reference)
        return try playInfo(
            id, of: try manifest(place, token: request.token, cancel: cancel), place, request, cancel)
    }

    /// Finds the video, else the album, with the ID `#ID`. Without an ID, returns the only video or an album of all.
    package func find(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> Found {
        let (place, id) = Self.split(request.reference)
        let manifest = try manifest(place, token: request.token, cancel: cancel)
        let isVideo =
            id.map { id in manifest.videos.contains { $0.info.videoID == id } } ?? (manifest.videos.count == 1)
        return isVideo
            ? .video(try playInfo(id, of: manifest, place, request, cancel))
            : .album(try album(id, of: manifest, place))
    }

    private func playInfo(
        _ id: String?, of manifest: TvplayManifest, _ place: String, _ request: PlayRequest, _ cancel: CancelToken
    ) throws(CatalogueError) -> PlayInfo {
        guard let entry = id == nil ? manifest.videos.first : manifest.videos.first(where: { $0.info.videoID == id })
        else { throw CatalogueError(.missing, context: place) }
        guard !entry.lacksToken else { throw CatalogueError(.tokenRefused, context: place) }
        if request.previewSeconds != nil { try entry.info.credentialKind?.require(.preview) }
        if request.playDomain ?? entry.playDomain != nil { try entry.info.credentialKind?.require(.playDomain) }
        let service = ManifestService(transport: transport)
        let info = try service.completed(entry, request, cancel)
        return try info.validated(atSecondsSince1970: now())
    }

    /// Returns the album with the ID `#ID`, or one of all videos without an ID.
    package func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList {
        let (place, id) = Self.split(reference)
        return try album(id, of: try manifest(place, token: token, cancel: cancel), place)
    }

    private func album(
        _ id: String?, of manifest: TvplayManifest, _ place: String
    ) throws(CatalogueError) -> AlbumList {
        var infos = manifest.videos.map(\.info)
        var title = manifest.title
        if let id {
            guard let album = manifest.albums.first(where: { $0.id == id }) else {
                throw CatalogueError(.missing, context: place)
            }
            let known = Dictionary(uniqueKeysWithValues: infos.map { ($0.videoID, $0) })
            infos = album.videos.compactMap { known[$0] }
            title = album.title
        }
        let items = infos.map {
            AlbumList.Item(
                vid: $0.videoID, reference: place + "#" + $0.videoID, title: $0.title, duration: $0.duration,
                cover: $0.coverURL)
        }
        return try AlbumList(id: id ?? place, title: title, items: items)
    }

    package func manifest(
        _ place: String, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> TvplayManifest {
        guard Scheme.of(place) != nil else {
            let bytes: [UInt8]
            do throws(ByteSourceError) {
                bytes = try readFile(place, TvplayManifest.byteLimit)
            } catch {
                throw CatalogueError(error)
            }
            let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
            return try TvplayManifest(bytes, at: .folder(folder), token: token)
        }
        var request = ServiceRequest(place, limit: TvplayManifest.byteLimit)
        request.authorize(token)
        let answer = try transport.send(request, cancel: cancel)
        return try TvplayManifest(answer.body, at: .network(answer.address), token: token)
    }

    package func comments(
        for request: PlayRequest, cancel: CancelToken
    ) throws(CatalogueError) -> (any CommentService)? {
        let (place, id) = Self.split(request.reference)
        let manifest = try manifest(place, token: request.token, cancel: cancel)
        let entry = id == nil ? manifest.videos.first : manifest.videos.first { $0.info.videoID == id }
        return entry?.comments.map { ManifestComments($0, transport: transport, viewer: request.viewer) }
    }

    static func split(_ reference: String) -> (place: String, id: String?) {
        guard let mark = reference.lastIndex(of: "#") else { return (reference, nil) }
        let id = reference[reference.index(after: mark)...]
        return (String(reference[..<mark]), id.isEmpty ? nil : String(id))
    }
}
