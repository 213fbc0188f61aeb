import Localization
package import PlayCore

/// Turns what a user names into what can be played. Calls block; a worker's thread. What they need of a service goes
/// through a ``ServiceTransport``.
package protocol CatalogueProvider: Sendable {
    /// Whether it is this provider's, by its looks alone: nothing is asked.
    func recognizes(_ reference: String) -> Bool
    func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo
    /// A video or an album, whichever it is.
    func find(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> Found
    /// `.unsupported` where there are none.
    func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList
    /// Nil: it has no comments.
    var comments: (any CommentService)? { get }
    /// The same where each item has its own. Blocks.
    func comments(for request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> (any CommentService)?
}

/// What a reference turned out to be.
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
