import Catalogue
import PlayCore

/// What a service says of the video that plays, and who says it: for whoever shows marks, comments and albums. A value.
struct CurrentVideo: Sendable {
    let info: PlayInfo
    /// As it was asked for; its token may have been renewed since (``token``).
    let request: PlayRequest
    let provider: any CatalogueProvider
    let catalogue: Catalogue
    /// CAT-08: the album that it was found in.
    let album: AlbumList?
    /// CAT-03: the viewer's own.
    let commentToken: Token?

    /// CFG-05: of the item, as it is now.
    var token: Token? { catalogue.tokens.known(for: request.subject) ?? request.token }

    /// CAT-02: who has its comments; nil: nobody. Blocks; a worker's thread.
    func commentService(cancel: CancelToken) throws(CatalogueError) -> (any CommentService)? {
        var request = request
        request.token = token
        return try provider.comments(for: request, cancel: cancel)
    }
}
