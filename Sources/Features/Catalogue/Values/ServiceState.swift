package import PlayCore

/// The current item's service and its features besides playing, as far as requested. Unverified texts.
package struct ServiceState: Sendable, Equatable {
    package var number: Int
    /// Ordered by time.
    package var marks: [CuePoint]
    /// `nil` if the item has no comments.
    package var comments: CommentList?
    package var album: AlbumState?
    /// Whether a token from the viewer would help after a refusal.
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

package struct CommentList: Sendable, Equatable {
    package struct Comment: Sendable, Equatable {
        package var id: String
        package var author: String?
        package var text: String
        /// Whole seconds since 1970.
        package var time: Int64?
        package var likeCount: Int?
        package var isLiked = false
        package var isOwn = false
        /// 0 for a comment, and one more for each level of answers.
        package var depth = 0
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
        /// Unverified text. Comments read before remain.
        case failed(String)
    }

    package struct Report: Sendable, Equatable {
        package enum Outcome: Sendable, Equatable {
            /// `answering` is `nil` for a comment on the video.
            case posted(answering: String?)
            case deleted
            /// Unverified text.
            case failed(String)
        }

        package let number: Int
        package let outcome: Outcome

        package init(number: Int, _ outcome: Outcome) {
            self.number = number
            self.outcome = outcome
        }
    }

    /// In the order of the screen: answers follow the comments they answer.
    package var comments: [Comment]
    package var total: Int?
    package var hasMore: Bool
    package var phase: Phase
    /// Whole seconds since 1970. Displayed ages are relative to it, so that they do not change.
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

/// The album is the list of items or a part of it.
package struct AlbumState: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        /// A path or an address.
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
    package var items: [Item]
    package var current: Int?

    package init(title: String? = nil, items: [Item], current: Int? = nil) {
        self.title = title
        self.items = items
        self.current = current
    }
}

package enum ServiceOrder: Sendable, Equatable {
    /// The token for the current item; a secret.
    case giveToken(String)
    case readComments
    case readAnswers(String)
    case post(String, answering: String?)
    /// Likes a comment; `false` withdraws the like.
    case like(String, Bool)
    case delete(String)
}
