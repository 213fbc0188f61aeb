package import Catalogue
package import PlayCore

/// What a service says of the video that plays, and who says it: for whoever shows marks, comments and albums. A value.
package struct CurrentVideo: Sendable {
    package let info: PlayInfo
    /// As it was asked for; its token may have been renewed since (``token``).
    package let request: PlayRequest
    package let provider: any CatalogueProvider
    package let catalogue: Catalogue
    /// The album that it was found in.
    package let album: AlbumList?
    /// The viewer's own.
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

    /// Of the item, as it is now.
    package var token: Token? { catalogue.tokens.known(for: request.subject) ?? request.token }

    /// Who has its comments; nil: nobody. Blocks; a worker's thread.
    package func commentService(cancel: CancelToken) throws(CatalogueError) -> (any CommentService)? {
        var request = request
        request.token = token
        return try provider.comments(for: request, cancel: cancel)
    }
}
