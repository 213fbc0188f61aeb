import Addresses
import Encoding
package import PlayCore
import Transport

/// The viewer's own catalogue, by its names: `catalogue://video/ID`, `catalogue://ref/REFERENCE`,
/// `catalogue://playlist/ID`. The catalogue is a manifest, a service, or a PeerTube server (`peertube://HOST`).
///
/// Its policy key is sent only to the catalogue's own origin.
package struct AccountCatalogue: CatalogueProvider {
    private enum Place {
        case none
        /// Path or address of `NAME.tvplay.json`.
        case manifest(String)
        /// `https://host[:port]` of a PeerTube server.
        case peerTube(String)
        /// The address of a service, without a trailing slash.
        case service(String)
    }

    private let place: Place
    private let manifests: ManifestProvider
    private let peerTube: PeerTubeProvider
    private let transport: any ServiceTransport
    private let now: @Sendable () -> Int64

    package init(
        at place: String?, policyKey: Token?, transport: any ServiceTransport, peerTube: PeerTubeProvider,
        now: @escaping @Sendable () -> Int64,
        readFile: @escaping ManifestProvider.FileReader
    ) {
        let keyed = PolicyKeyTransport(
            transport: transport, key: policyKey, origin: place.flatMap { Address($0) }?.origin)
        self.transport = keyed
        manifests = ManifestProvider(transport: keyed, now: now, readFile: readFile)
        self.peerTube = peerTube
        self.now = now
        guard let place, !place.isEmpty else {
            self.place = .none
            return
        }
        if manifests.recognizes(place) {
            self.place = .manifest(place)
        } else if place.lowercased().hasPrefix("peertube://") {
            self.place = .peerTube("https://" + Self.withoutSlash(place.dropFirst("peertube://".count)))
        } else {
            self.place = .service(Self.withoutSlash(place[...]))
        }
    }

    private static func withoutSlash(_ text: Substring) -> String {
        String(text.hasSuffix("/") ? text.dropLast() : text)
    }

    /// `nil` if none is configured or it cannot be browsed.
    package var browsable: CataloguePlace? {
        switch place {
        case .none, .service: nil
        case .manifest(let reference):
            CataloguePlace(
                .manifest(reference), name: reference.split(separator: "/").last.map(String.init) ?? reference)
        case .peerTube(let origin): CataloguePlace(.peerTube(origin: origin), name: Self.host(of: origin))
        }
    }

    static func host(of origin: String) -> String { Address(origin)?.host ?? origin }

    // MARK: names

    private enum Kind: String { case video, reference = "ref", playlist }
    private static let scheme = "catalogue://"

    private static func name(_ reference: String) -> (kind: Kind, id: String)? {
        guard reference.lowercased().hasPrefix(scheme) else { return nil }
        let parts = reference.dropFirst(scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, let kind = Kind(rawValue: parts[0].lowercased()) else { return nil }
        return (kind, String(parts[1]))
    }

    package static func subject(of reference: String) -> TokenSubject? {
        name(reference).map { .video(id: $0.id) }
    }

    package func recognizes(_ reference: String) -> Bool { reference.lowercased().hasPrefix(Self.scheme) }

    private func named(_ reference: String) throws(CatalogueError) -> (kind: Kind, id: String) {
        guard let name = Self.name(reference) else {
            throw CatalogueError(.unsupported(tr("expected catalogue://video/ID, …/ref/REFERENCE or …/playlist/ID")))
        }
        return name
    }

    // MARK: CatalogueProvider

    package func find(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> Found {
        try named(request.reference).kind == .playlist
            ? .album(try album(request.reference, token: request.token, cancel: cancel))
            : .video(try playInfo(request, cancel: cancel))
    }

    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        let (kind, id) = try named(request.reference)
        guard kind != .playlist else { throw CatalogueError(.unsupported(tr("this is a list of videos"))) }
        switch place {
        case .none: throw Self.unnamed
        case .manifest, .peerTube:
            let (provider, own) = try mapped(request, kind, id, cancel)
            return try provider.playInfo(own, cancel: cancel)
        case .service(let base):
            let entry = try entry(base, kind, id, request, cancel)
            let info = try ManifestService(transport: transport).completed(entry, request, cancel)
            return try info.validated(atSecondsSince1970: now())
        }
    }

    package func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList {
        let (kind, id) = try named(reference)
        guard kind == .playlist else { throw CatalogueError(.unsupported(tr("not an album"))) }
        switch place {
        case .none: throw Self.unnamed
        case .peerTube(let origin):
            return try peerTube.album(origin + "/w/p/" + id, token: token, cancel: cancel)
        case .manifest(let place):
            return Self.asNamed(try manifests.album(place + "#" + id, token: token, cancel: cancel))
        case .service(let base):
            var request = PlayRequest(reference)
            request.token = token
            let (root, _) = try ask(base + "/playlists/" + FormText.escaped(id), request, cancel)
            let items = try TvplayManifest.each(
                try root.items("videos", limit: TvplayManifest.videoLimit)
            ) { json throws(CatalogueError) in
                AlbumList.Item(
                    vid: try json.required("id").text(limit: 512), reference: "", title: try json.text("title"),
                    duration: try json.seconds("duration"))
            }
            return Self.asNamed(try AlbumList(id: id, title: try root.text("title"), items: items))
        }
    }

    package func comments(
        for request: PlayRequest, cancel: CancelToken
    ) throws(CatalogueError) -> (any CommentService)? {
        let (kind, id) = try named(request.reference)
        switch place {
        case .none: return nil
        case .manifest, .peerTube:
            let (provider, own) = try mapped(request, kind, id, cancel)
            return try provider.comments(for: own, cancel: cancel)
        case .service(let base):
            let addresses = try entry(base, kind, id, request, cancel).comments
            return addresses.map { ManifestComments($0, transport: transport, viewer: request.viewer) }
        }
    }

    private static let unnamed = CatalogueError(.unsupported(tr("no catalogue; set --catalogue")))

    /// Uses the catalogue's own names as references, so that their requests carry the key.
    private static func asNamed(_ album: AlbumList) -> AlbumList {
        var album = album
        for index in album.items.indices { album.items[index].reference = scheme + "video/" + album.items[index].vid }
        return album
    }

    // MARK: a manifest, a PeerTube server

    private func mapped(
        _ request: PlayRequest, _ kind: Kind, _ id: String, _ cancel: CancelToken
    ) throws(CatalogueError) -> (any CatalogueProvider, PlayRequest) {
        var request = request
        guard case .manifest(let place) = place else {
            guard case .peerTube(let origin) = place else { throw Self.unnamed }
            guard kind == .video else { throw CatalogueError(.unsupported(tr("PeerTube finds videos by ID only"))) }
            request.reference = origin + "/w/" + id
            return (peerTube, request)
        }
        var id = id
        if kind == .reference {
            let manifest = try manifests.manifest(place, token: request.token, cancel: cancel)
            guard let entry = manifest.videos.first(where: { $0.reference == id }) else {
                throw CatalogueError(.missing, context: "catalogue")
            }
            id = entry.info.videoID
        }
        request.reference = place + "#" + id
        return (manifests, request)
    }

    // MARK: a service

    private func entry(
        _ base: String, _ kind: Kind, _ id: String, _ request: PlayRequest, _ cancel: CancelToken
    ) throws(CatalogueError) -> TvplayManifest.Entry {
        let path = "/videos/" + (kind == .reference ? "ref:" : "") + FormText.escaped(id)
        let (root, address) = try ask(base + path, request, cancel)
        let entry = try ManifestVideoReader(place: .network(address), token: request.token).entry(root)
        guard !entry.lacksToken else { throw CatalogueError(.tokenRefused, context: "catalogue") }
        return entry
    }

    private func ask(
        _ address: String, _ request: PlayRequest, _ cancel: CancelToken
    ) throws(CatalogueError) -> (root: StrictJSON, address: Address) {
        let items = request.parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        let query = FormText.encoded(items + request.viewer.queryItems)
        var message = ServiceRequest(address + (query.isEmpty ? "" : "?" + query))
        message.authorize(request.token)
        if let key = request.accessKey { message.set("X-Access-Key", key.secret) }
        let answer = try transport.send(message, cancel: cancel)
        let tree = try JSONValue.parse(answer.body)
        if let code = tree["error"]?.integer {
            throw CatalogueError(ManifestService.cause(code), context: answer.context)
        }
        return (try StrictJSON(tree: tree, path: "$").object(), answer.address)
    }
}

private struct PolicyKeyTransport: ServiceTransport {
    let transport: any ServiceTransport
    let key: Token?
    let origin: String?

    func send(_ request: ServiceRequest, cancel: CancelToken) throws(CatalogueError) -> ServiceAnswer {
        guard let key, let origin, Address(request.address)?.origin == origin else {
            return try transport.send(request, cancel: cancel)
        }
        var request = request
        request.set("X-Policy-Key", key.secret)
        return try transport.send(request, cancel: cancel)
    }
}
