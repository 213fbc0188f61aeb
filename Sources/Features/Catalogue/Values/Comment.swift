package import PlayCore

/// Unverified texts.
package struct Comment: Sendable, Equatable {
    package var id: String
    package var author: String?
    package var text: String
    /// Whole seconds since 1970.
    package var time: Int64?
    /// `nil` if the service has no likes for comments.
    package var likeCount: Int?
    package var isLiked = false
    package var isOwn = false
    package var replyCount = 0
    package var parentID: String?
    package var avatar: String?

    package init(id: String, text: String) {
        self.id = id
        self.text = text
    }
}

/// Newest first unless the service uses another order.
package struct CommentPage: Sendable, Equatable {
    package var comments: [Comment]
    /// From 1.
    package var page: Int
    package var total: Int?
    package var hasMore: Bool

    package init(comments: [Comment], page: Int, total: Int? = nil, hasMore: Bool) {
        self.comments = comments
        self.page = page
        self.total = total
        self.hasMore = hasMore
    }
}

/// Blocks. All calls throw `.commentsOff` without comments; writing throws `.noCommentToken` without a token.
package protocol CommentService: Sendable {
    /// - Parameters:
    ///   - page: from 1.
    ///   - pageSize: 1 … 100.
    func comments(
        of info: PlayInfo, page: Int, pageSize: Int, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> CommentPage
    func replies(
        to comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> [Comment]
    /// - Parameters:
    ///   - comment: the comment to answer, or `nil` for the video.
    ///   - avatar: address of the author's picture.
    func post(
        _ text: String, answering comment: Comment?, avatar: String?, of info: PlayInfo, token: Token?,
        cancel: CancelToken
    ) throws(CatalogueError)
    /// - Parameter isLiked: false to withdraw the like.
    func like(
        _ isLiked: Bool, _ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError)
    func delete(_ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken) throws(CatalogueError)
}

extension CommentService {
    /// Throws if the token is missing or comments are off.
    package func writing(_ info: PlayInfo, _ token: Token?) throws(CatalogueError) -> Token {
        try reading(info)
        guard let token else { throw CatalogueError(.noCommentToken, context: info.videoID) }
        return token
    }

    package func reading(_ info: PlayInfo) throws(CatalogueError) {
        guard info.enableVideoComment else { throw CatalogueError(.commentsOff, context: info.videoID) }
    }
}
