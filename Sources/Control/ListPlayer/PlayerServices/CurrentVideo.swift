package import Catalogue
package import PlayCore

/// A service's answer about the current video, with the service itself: for marks, comments and albums.
package struct CurrentVideo: Sendable {
    package let info: PlayInfo
    /// The original request; its token may have been renewed since (``token``).
    package let request: PlayRequest
    package let provider: any CatalogueProvider
    package let catalogue: Catalogue
    /// The album that the video was found in.
    package let album: AlbumList?
    /// The viewer's own token.
    package let commentToken: Token?
    /// The address of the viewer's picture.
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

    /// The item's current token.
    package var token: Token? { catalogue.tokens.known(for: request.subject) ?? request.token }

    /// Returns the service that has the video's comments, or `nil` if there is none. Blocks; a worker's thread.
    package func commentService(cancel: CancelToken) throws(CatalogueError) -> (any CommentService)? {
        var request = request
        request.token = token
        return try provider.comments(for: request, cancel: cancel)
    }
}
