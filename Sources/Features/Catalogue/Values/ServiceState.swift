package import PlayCore

/// What the service of the item that plays offers beside playing, as far as it was asked. A value; its texts are
/// unverified.
package struct ServiceState: Sendable, Equatable {
    /// Rises with each change.
    package var number: Int
    /// Marks that were given with the item, in the order of their times.
    package var marks: [CuePoint]
    /// Nil: comments are off for this item.
    package var comments: CommentList?
    /// Nil: what plays belongs to no album.
    package var album: AlbumState?
    /// A token of the viewer's hand would be of use, where the one that is there is refused.
    package var takesToken = false

    package init(
        number: Int = 0, marks: [CuePoint] = [], comments: CommentList? = nil, album: AlbumState? = nil
    ) {
        self.number = number
        self.marks = marks
        self.comments = comments
        self.album = album
    }
}

/// The comments of the item, as far as they were read.
package struct CommentList: Sendable, Equatable {
    package struct Comment: Sendable, Equatable {
        package var id: String
        package var author: String?
        package var text: String
        /// Whole seconds since 1970; nil: unknown.
        package var time: Int64?
        /// Nil: the service has no likes.
        package var likeCount: Int?
        package var isLiked = false
        package var isOwn = false
        /// 0: a comment; an answer has one more than what it answers.
        package var depth = 0
        /// Answers that were not read yet.
        package var unreadAnswers = 0

        package init(id: String, author: String? = nil, text: String, time: Int64? = nil) {
            self.id = id
            self.author = author
            self.text = text
            self.time = time
        }
    }

    package enum Phase: Sendable, Equatable {
        case unread
        case reading
        case read
        /// Why; unverified text. What was read before is still there.
        case failed(String)
    }

    /// What became of something that was sent.
    package struct Report: Sendable, Equatable {
        package enum Outcome: Sendable, Equatable {
            /// - Parameter answering: what it answers; nil: the video.
            case posted(answering: String?)
            case deleted
            /// Why; unverified text.
            case failed(String)
        }

        /// Rises by one with each.
        package let number: Int
        package let outcome: Outcome

        package init(number: Int, _ outcome: Outcome) {
            self.number = number
            self.outcome = outcome
        }
    }

    /// In the order of the screen: answers below what they answer.
    package var comments: [Comment]
    /// Of all comments there are; nil: unknown.
    package var total: Int?
    package var hasMore: Bool
    package var phase: Phase
    /// When they were read, in whole seconds since 1970: ages are told from then on and do not move.
    package var readAt: Int64
    package var report: Report?

    package init(
        _ comments: [Comment] = [], total: Int? = nil, hasMore: Bool = false, phase: Phase = .unread, readAt: Int64 = 0
    ) {
        self.comments = comments
        self.total = total
        self.hasMore = hasMore
        self.phase = phase
        self.readAt = readAt
    }
}

/// The album that what plays belongs to, which is the list of items or a part of it.
package struct AlbumState: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        /// What is played for it: path or address.
        package var reference: String
        package var title: String
        package var duration: MediaTime?

        package init(reference: String, title: String, duration: MediaTime? = nil) {
            self.reference = reference
            self.title = title
            self.duration = duration
        }
    }

    package var title: String?
    /// In the order of the album.
    package var items: [Item]
    /// Index of what plays; nil: none of them.
    package var current: Int?

    package init(title: String? = nil, items: [Item], current: Int? = nil) {
        self.title = title
        self.items = items
        self.current = current
    }
}

/// What is asked of the service of the item.
package enum ServiceOrder: Sendable, Equatable {
    /// The next page of the comments, or the first.
    /// For the item that plays. A secret.
    case giveToken(String)
    case readComments
    case readAnswers(String)
    case post(String, answering: String?)
    /// False withdraws.
    case like(String, Bool)
    case delete(String)
}
