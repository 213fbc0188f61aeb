package import Catalogue
package import PlayCore

extension Services {
    /// Each catalogue once, in the order of the options.
    package var places: [CataloguePlace] {
        let named = catalogue.providers.lazy.compactMap { ($0 as? AccountCatalogue)?.browsable }
        var places = Array(named)
        if let account {
            let server = CataloguePlace(.peerTube(origin: account.origin), name: account.host)
            if !places.contains(where: { $0.kind == server.kind }) { places.append(server) }
            places.append(
                CataloguePlace(
                    .subscriptions(origin: account.origin), name: tr("Subscriptions of %1", account.user)))
        }
        return places
    }

    /// Returns a place's videos; without a text the newest or all. Blocks; a worker's thread.
    package func videos(
        at place: CataloguePlace, matching text: String?, cancel: CancelToken
    ) throws(CatalogueError) -> [AlbumList.Item] {
        switch place.kind {
        case .peerTube(let origin): return try peerTube.videos(at: origin, matching: text, cancel: cancel)
        case .subscriptions(let origin):
            return try peerTube.subscribedVideos(at: origin, matching: text, cancel: cancel)
        case .manifest(let reference):
            guard let provider = catalogue.provider(for: reference) else { return [] }
            let token = request(reference).token
            return try provider.album(reference, token: token, cancel: cancel).items.matching(text)
        }
    }

    private var account: PeerTubeAccount? { peerTube.account }
}
