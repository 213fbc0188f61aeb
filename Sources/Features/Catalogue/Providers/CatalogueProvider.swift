package import PlayCore

/// Turns the user's references into playable items. Calls block and belong on worker threads. Requests go through a
/// ``ServiceTransport``.
package protocol CatalogueProvider: Sendable {
    /// Whether the reference belongs to this provider, judged by its form alone, without a request.
    func recognizes(_ reference: String) -> Bool
    func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo
    /// Finds a video or an album.
    func find(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> Found
    /// Returns an album. Throws `.unsupported` if the provider has none.
    func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList
    /// The provider's comments, or `nil` if it has none.
    var comments: (any CommentService)? { get }
    /// Returns the comments of one item, for providers where they differ. Blocks.
    func comments(for request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> (any CommentService)?
}

/// The result of looking up a reference.
package enum Found: Sendable, Equatable {
    case video(PlayInfo)
    case album(AlbumList)
}

extension CatalogueProvider {
    package func find(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> Found {
        .video(try playInfo(request, cancel: cancel))
    }

    package func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList {
        throw CatalogueError(.unsupported(tr("not an album")), context: "album")
    }

    package var comments: (any CommentService)? { nil }

    package func comments(
        for request: PlayRequest, cancel: CancelToken
    ) throws(CatalogueError) -> (any CommentService)? { comments }

    package func marks(
        _ request: PlayRequest, cancel: CancelToken
    ) throws(CatalogueError) -> CuePointCollection {
        try playInfo(request, cancel: cancel).marks
    }
}
