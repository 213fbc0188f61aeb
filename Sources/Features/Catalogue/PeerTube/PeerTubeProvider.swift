import Encoding
package import PlayCore
import Transport

/// Videos of PeerTube servers, by their API (docs.joinpeertube.org, api-rest-reference).
package struct PeerTubeProvider: CatalogueProvider {
    private let transport: any ServiceTransport
    package let account: PeerTubeAccount?

    package init(transport: any ServiceTransport, account: PeerTubeAccount? = nil) {
        self.transport = transport
        self.account = account
    }

    /// Returns whether the form alone identifies PeerTube. For other addresses use ``isServer(of:cancel:)``.
    package func recognizes(_ reference: String) -> Bool {
        PeerTubePlace.isCertain(reference) && PeerTubePlace(reference) != nil
    }

    /// Requests the server's configuration for an address of PeerTube's form. Returns `false` if the request fails.
    package func isServer(of reference: String, cancel: CancelToken) -> Bool {
        guard let place = PeerTubePlace(reference) else { return false }
        do throws(CatalogueError) {
            let config = try get(place.api("/config"), nil, cancel)
            return config["serverVersion"]?.text != nil && config["instance"] != nil
        } catch {
            Log.shared.write(.info, "catalogue", "\(place.origin): no PeerTube: \(error.reason)")
            return false
        }
    }

    /// Judges by the form. Only the server can confirm that it runs PeerTube.
    package static func mayRecognize(_ reference: String) -> Bool { PeerTubePlace(reference) != nil }

    package func find(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> Found {
        PeerTubePlace(request.reference)?.kind == .playlist
            ? .album(try album(request.reference, token: request.token, cancel: cancel))
            : .video(try playInfo(request, cancel: cancel))
    }

    package func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
        let place = try place(request.reference, .video)
        return try account.use(at: place.origin, else: request.token, isNeeded: false, cancel) {
            token throws(CatalogueError) in
            try playInfo(place, token, cancel)
        }
    }

    private func playInfo(
        _ place: PeerTubePlace, _ token: Token?, _ cancel: CancelToken
    ) throws(CatalogueError) -> PlayInfo {
        let path = "/videos/" + place.id
        let video = try get(place.api(path), token, cancel)
        let fileToken = try fileToken(video, place, token, cancel)
        var info = try PeerTubeVideo.playInfo(video, at: place, fileToken: fileToken)
        // Both are optional; old servers have no chapters.
        info.subtitleInfo = PeerTubeVideo.subtitles(try optional(place.api(path + "/captions"), token, cancel), place)
        info.marks = PeerTubeVideo.chapters(try optional(place.api(path + "/chapters"), token, cancel))
        return info
    }

    package func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList {
        let place = try place(reference, .playlist)
        return try account.use(at: place.origin, else: token, isNeeded: false, cancel) { token throws(CatalogueError) in
            try album(place, token, cancel)
        }
    }

    private func album(
        _ place: PeerTubePlace, _ token: Token?, _ cancel: CancelToken
    ) throws(CatalogueError) -> AlbumList {
        let path = "/video-playlists/" + place.id
        let title = try get(place.api(path), token, cancel)["displayName"]?.text
        var items: [AlbumList.Item] = []
        for start in stride(from: 0, to: 10_000, by: 100) {
            let page = try get(place.api(path + "/videos?start=\(start)&count=100"), token, cancel)
            let data = page["data"]?.items ?? []
            // Newer servers wrap each video in a playlist element. A deleted video is null.
            items += data.compactMap { Self.item($0["video"] ?? $0, at: place.origin) }
            guard data.count == 100, start + 100 < page["total"]?.integer ?? .max else { break }
        }
        return try AlbumList(id: place.id, title: title, items: items)
    }

    package var comments: (any CommentService)? { PeerTubeComments(transport: transport, account: account) }

    static func item(_ video: JSONValue, at origin: String) -> AlbumList.Item? {
        guard let id = (video["shortUUID"] ?? video["uuid"])?.text else { return nil }
        return AlbumList.Item(
            vid: id, reference: origin + "/w/" + id, title: video["name"]?.text,
            duration: video["duration"]?.seconds, cover: PeerTubeVideo.cover(video, at: origin))
    }

    /// Returns the file token that private, internal (3, 2) and protected videos (5) require, from servers since 5.2.
    private func fileToken(
        _ video: JSONValue, _ place: PeerTubePlace, _ token: Token?, _ cancel: CancelToken
    ) throws(CatalogueError) -> String? {
        guard let token, [2, 3, 5].contains(video["privacy"]?["id"]?.integer) else { return nil }
        var request = ServiceRequest(place.api("/videos/" + place.id + "/token"), limit: 64 << 10)
        request.method = .post
        request.authorize(token)
        let answer = try JSONValue.parse(try transport.send(request, cancel: cancel).body)
        return answer["files"]?["token"]?.text
    }

    private func place(_ reference: String, _ kind: PeerTubePlace.Kind) throws(CatalogueError) -> PeerTubePlace {
        guard let place = PeerTubePlace(reference), place.kind == kind else {
            throw CatalogueError(.unsupported(kind == .video ? tr("not a PeerTube video") : tr("not an album")))
        }
        return place
    }

    func get(_ address: String, _ token: Token?, _ cancel: CancelToken) throws(CatalogueError) -> JSONValue {
        var request = ServiceRequest(address)
        request.authorize(token)
        return try JSONValue.parse(try transport.send(request, cancel: cancel).body)
    }

    /// Returns null if the request fails. Throws only for cancellation.
    private func optional(
        _ address: String, _ token: Token?, _ cancel: CancelToken
    ) throws(CatalogueError) -> JSONValue {
        do throws(CatalogueError) {
            return try get(address, token, cancel)
        } catch {
            guard error.cause != .cancelled else { throw error }
            Log.shared.write(.info, "catalogue", "\(error.context): \(error.reason)")
            return .null
        }
    }
}
