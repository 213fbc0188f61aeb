package import PlayCore

package struct AlbumList: Sendable, Equatable {
    package var id: String
    /// Unverified text.
    package var title: String?
    package var items: [Item]
    package var isCut = false

    package struct Item: Sendable, Equatable {
        package var vid: String
        package var reference: String
        /// Unverified text.
        package var title: String?
        package var duration: MediaTime?
        package var cover: String?
        /// The list's information, or `nil` to request it when the item plays.
        package var info: PlayInfo?

        package init(
            vid: String, reference: String, title: String? = nil, duration: MediaTime? = nil, cover: String? = nil
        ) {
            self.vid = vid
            self.reference = reference
            self.title = title
            self.duration = duration
            self.cover = cover
        }
    }

    /// - Throws: `.emptyAlbum` (1070).
    package init(id: String, title: String? = nil, items: [Item]) throws(CatalogueError) {
        guard !items.isEmpty else { throw CatalogueError(.emptyAlbum, context: id) }
        self.id = id
        self.title = title
        self.items = items
    }

    /// Returns `nil` if the album has no such item. Obtains the token, which is valid for this item only.
    package func request(
        for vid: String, tokens: TokenKeeper, cancel: CancelToken
    ) throws(CatalogueError) -> PlayRequest? {
        guard let item = items.first(where: { $0.vid == vid }) else { return nil }
        var request = PlayRequest(item.reference)
        request.subject = .albumItem(album: id, video: vid)
        request.token = try tokens.token(for: request.subject, cancel: cancel)
        return request
    }
}
