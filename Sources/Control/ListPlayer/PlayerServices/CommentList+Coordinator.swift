import Catalogue

extension CurrentVideo {
    /// The token for comments; PeerTube uses one token for everything.
    var ownCommentToken: Token? { commentToken ?? (provider is PeerTubeProvider ? token : nil) }
}

extension CommentCoordinator.Order {
    init?(_ order: ServiceOrder) {
        switch order {
        case .giveToken: return nil
        case .readComments: self = .read
        case .readAnswers(let id): self = .answers(id)
        case .post(let text, let answering): self = .post(text, answering: answering)
        case .like(let id, let isLiked): self = .like(id, isLiked)
        case .delete(let id): self = .delete(id)
        }
    }
}

extension CommentList {
    init(_ coordinator: CommentCoordinator) {
        let phase: Phase =
            switch coordinator.phase {
            case .unread: .unread
            case .reading: .reading
            case .read: .read
            case .failed(let error): .failed(error.reason)
            }
        let book = coordinator.book
        self.init(
            book.entries.map(Comment.init), total: book.total, hasMore: book.hasMore, phase: phase,
            readAt: coordinator.readAt)
        report = coordinator.report.flatMap(Report.init)
    }
}

extension CommentList.Report {
    init?(_ report: CommentCoordinator.Report) {
        if let error = report.error {
            self.init(number: report.number, .failed(error.reason))
            return
        }
        switch report.order {
        case .post(_, let answering): self.init(number: report.number, .posted(answering: answering))
        case .delete: self.init(number: report.number, .deleted)
        case .read, .readAgain, .answers, .like: return nil
        }
    }
}

extension CommentList.Comment {
    init(_ entry: CommentBook.Entry) {
        let comment = entry.comment
        self.init(id: comment.id, author: comment.author, text: comment.text, time: comment.time)
        likeCount = comment.likeCount
        isLiked = comment.isLiked
        isOwn = comment.isOwn
        depth = entry.depth
        unreadAnswers = entry.unreadAnswers
    }
}
