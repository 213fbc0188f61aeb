import Encoding
package import PlayCore

extension PeerTubeProvider {
    private static let mostVideos = 100

    package func videos(
        at origin: String, matching text: String?, cancel: CancelToken
    ) throws(CatalogueError) -> [AlbumList.Item] {
        let count = "count=\(Self.mostVideos)"
        let path =
            text.map { "/search/videos?\(count)&sort=-match&search=" + FormText.escaped($0) }
            ?? "/videos?\(count)&sort=-publishedAt"
        return try items(path, at: origin, isNeeded: false, cancel)
    }

    /// Compares the words of `text` with the titles locally, because the server cannot search subscriptions.
    package func subscribedVideos(
        at origin: String, matching text: String?, cancel: CancelToken
    ) throws(CatalogueError) -> [AlbumList.Item] {
        let path = "/users/me/subscriptions/videos?count=\(Self.mostVideos)&sort=-publishedAt"
        return try items(path, at: origin, isNeeded: true, cancel).matching(text)
    }

    private func items(
        _ path: String, at origin: String, isNeeded: Bool, _ cancel: CancelToken
    ) throws(CatalogueError) -> [AlbumList.Item] {
        let page = try account.use(at: origin, else: nil, isNeeded: isNeeded, cancel) {
            token throws(CatalogueError) in
            try get(origin + "/api/v1" + path, token, cancel)
        }
        return (page["data"]?.items ?? []).compactMap { Self.item($0, at: origin) }
    }
}

extension [AlbumList.Item] {
    /// Returns items whose titles contain all words, ignoring case.
    package func matching(_ text: String?) -> [AlbumList.Item] {
        let words = (text ?? "").lowercased().split(separator: " ")
        guard !words.isEmpty else { return self }
        return filter { item in
            let title = (item.title ?? item.vid).lowercased()
            return words.allSatisfy { title.contains($0) }
        }
    }
}
