package import PlayCore

/// Converts the user's references to playable items. Calls block. Requests use a ``ServiceTransport``.
package protocol CatalogueProvider: Sendable {
    /// Judges by the form alone, without a request.
    func recognizes(_ reference: String) -> Bool
    func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo
    func find(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> Found
    /// Throws `.unsupported` if the provider has no albums.
    func album(_ reference: String, token: Token?, cancel: CancelToken) throws(CatalogueError) -> AlbumList
    var comments: (any CommentService)? { get }
    /// Returns the comments of one item, for providers where items differ. Blocks.
    func comments(for request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> (any CommentService)?
}

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
