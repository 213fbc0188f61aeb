package import Catalogue
package import PlayCore

package struct CurrentVideo: Sendable {
    package let info: PlayInfo
    /// The original request. Its token may have been renewed since (``token``).
    package let request: PlayRequest
    package let provider: any CatalogueProvider
    package let catalogue: Catalogue
    package let album: AlbumList?
    package let commentToken: Token?
    package let commentAvatar: String?

    package init(_ item: FoundItem, album: AlbumList?) {
        info = item.info
        request = item.request
        provider = item.provider
        catalogue = item.services.catalogue
        self.album = album
        commentToken = item.services.settings.commentToken.flatMap { Token($0) }
        commentAvatar = item.services.settings.commentAvatar
    }

    package var token: Token? { catalogue.tokens.known(for: request.subject) ?? request.token }

    /// Returns `nil` without comments. Blocks; a worker's thread.
    package func commentService(cancel: CancelToken) throws(CatalogueError) -> (any CommentService)? {
        var request = request
        request.token = token
        return try provider.comments(for: request, cancel: cancel)
    }
}
