package import PlayCore

/// A viewer's comment on a video. Its texts are unverified.
package struct Comment: Sendable, Equatable {
    package var id: String
    package var author: String?
    package var text: String
    /// Whole seconds since 1970, or `nil` if unknown.
    package var time: Int64?
    /// The number of likes, or `nil` if the service does not support them for comments.
    package var likeCount: Int?
    package var isLiked = false
    /// Whether it is the viewer's own.
    package var isOwn = false
    package var replyCount = 0
    /// The id of the comment that it answers.
    package var parentID: String?
    /// The address of the author's picture.
    package var avatar: String?

    package init(id: String, text: String) {
        self.id = id
        self.text = text
    }
}

/// One page of comments, newest first unless the service uses another order.
package struct CommentPage: Sendable, Equatable {
    package var comments: [Comment]
    /// The number of the page, from 1.
    package var page: Int
    /// The number of comments on all pages, or `nil` if unknown.
    package var total: Int?
    package var hasMore: Bool

    package init(comments: [Comment], page: Int, total: Int? = nil, hasMore: Bool) {
        self.comments = comments
        self.page = page
        self.total = total
        self.hasMore = hasMore
    }
}

/// The comments of one provider. Each call blocks, and belongs on a worker thread. All calls throw `.commentsOff` if
/// the item has no comments, and those that write throw `.noCommentToken` without a token.
package protocol CommentService: Sendable {
    /// - Parameters:
    ///   - page: from 1.
    ///   - pageSize: 1 … 100.
    func comments(
        of info: PlayInfo, page: Int, pageSize: Int, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> CommentPage
    /// Returns the answers to a comment.
    func replies(
        to comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError) -> [Comment]
    /// - Parameters:
    ///   - comment: the comment to answer, or `nil` for the video.
    ///   - avatar: the address of the author's picture.
    func post(
        _ text: String, answering comment: Comment?, avatar: String?, of info: PlayInfo, token: Token?,
        cancel: CancelToken
    ) throws(CatalogueError)
    /// Likes a comment, or withdraws the like if `isLiked` is `false`.
    func like(
        _ isLiked: Bool, _ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken
    ) throws(CatalogueError)
    func delete(_ comment: Comment, of info: PlayInfo, token: Token?, cancel: CancelToken) throws(CatalogueError)
}

extension CommentService {
    /// Returns the token for writing. Throws if it is missing or comments are off.
    package func writing(_ info: PlayInfo, _ token: Token?) throws(CatalogueError) -> Token {
        try reading(info)
        guard let token else { throw CatalogueError(.noCommentToken, context: info.videoID) }
        return token
    }

    package func reading(_ info: PlayInfo) throws(CatalogueError) {
        guard info.enableVideoComment else { throw CatalogueError(.commentsOff, context: info.videoID) }
    }
}
