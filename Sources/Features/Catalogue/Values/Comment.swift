package import PlayCore

/// What a viewer wrote about a video. A value; its texts are unverified.
package struct Comment: Sendable, Equatable {
    package var id: String
    package var author: String?
    package var text: String
    /// Whole seconds since 1970; nil: unknown.
    package var time: Int64?
    /// Nil: the service has no likes of comments.
    package var likeCount: Int?
    package var isLiked = false
    /// Whether it is the viewer's own.
    package var isOwn = false
    package var replyCount = 0
    /// Of the comment that it answers.
    package var parentID: String?
    /// An address.
    package var avatar: String?

    package init(id: String, text: String) {
        self.id = id
        self.text = text
    }
}

/// One page, the newest first unless the service says otherwise.
package struct CommentPage: Sendable, Equatable {
    package var comments: [Comment]
    /// From 1.
    package var page: Int
    /// Of all pages; nil: unknown.
    package var total: Int?
    package var hasMore: Bool

    package init(comments: [Comment], page: Int, total: Int? = nil, hasMore: Bool) {
        self.comments = comments
        self.page = page
        self.total = total
        self.hasMore = hasMore
    }
}

/// The comments of one provider. Each call blocks; a worker's thread. All throw `.commentsOff` where
/// the item has none, and those that write `.noCommentToken` without a token.
package protocol CommentService: Sendable {
    /// - Parameters:
    ///   - page: from 1.
    ///   - pageSize: 1 … 100.
    func comments(
        of info: PlayInfo, page: Int, pageSize: Int, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> CommentPage
    /// The answers to a comment.
    func replies(
        to comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> [Comment]
    /// - Parameters:
    ///   - comment: what it answers; nil: the video.
    ///   - avatar: an address.
    func post(
        _ text: String, answering comment: Comment?, avatar: String?, of info: PlayInfo, token: Token?,
        cancel: CancelToken
    ) throws(CatalogueError)
    /// False withdraws.
    func like(
        _ isLiked: Bool, _ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError)
    func delete(_ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken) throws(CatalogueError)
}

extension CommentService {
    /// What writing needs.
    package func writing(_ info: PlayInfo, _ token: Token?) throws(CatalogueError) -> Token {
        try reading(info)
        guard let token else { throw CatalogueError(.noCommentToken, context: info.videoID) }
        return token
    }

    package func reading(_ info: PlayInfo) throws(CatalogueError) {
        guard info.enableVideoComment else { throw CatalogueError(.commentsOff, context: info.videoID) }
    }
}
