package import PlayCore

/// The features that the current item's service offers besides playing, as far as they have been requested. Its texts
/// are unverified.
package struct ServiceState: Sendable, Equatable {
    /// A number that rises with each change.
    package var number: Int
    /// The item's marks, ordered by time.
    package var marks: [CuePoint]
    /// The comments, or `nil` if they are off for this item.
    package var comments: CommentList?
    /// The album, or `nil` if the current item belongs to none.
    package var album: AlbumState?
    /// Whether a token from the viewer would help, because the present one is refused.
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

/// The comments of the item, as far as they have been read.
package struct CommentList: Sendable, Equatable {
    package struct Comment: Sendable, Equatable {
        package var id: String
        package var author: String?
        package var text: String
        /// Whole seconds since 1970, or `nil` if unknown.
        package var time: Int64?
        /// The number of likes, or `nil` if the service does not support them.
        package var likeCount: Int?
        package var isLiked = false
        package var isOwn = false
        /// The nesting depth: 0 for a comment, and one more for each level of answers.
        package var depth = 0
        /// The number of answers that have not been read.
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
        /// The reason as unverified text. Comments that were read before remain.
        case failed(String)
    }

    /// The result of a change.
    package struct Report: Sendable, Equatable {
        package enum Outcome: Sendable, Equatable {
            /// - Parameter answering: the comment that was answered, or `nil` for the video.
            case posted(answering: String?)
            case deleted
            /// The reason as unverified text.
            case failed(String)
        }

        /// A number that rises by one with each report.
        package let number: Int
        package let outcome: Outcome

        package init(number: Int, _ outcome: Outcome) {
            self.number = number
            self.outcome = outcome
        }
    }

    /// The comments in the order of the screen, with answers below the comments they answer.
    package var comments: [Comment]
    /// The number of comments at the service, or `nil` if unknown.
    package var total: Int?
    package var hasMore: Bool
    package var phase: Phase
    /// The time of reading in whole seconds since 1970. Ages are relative to it, so they do not change on the screen.
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

/// The album of the current item, which is the list of items or a part of it.
package struct AlbumState: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        /// The path or address to play.
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
    /// The items in the album's order.
    package var items: [Item]
    /// The index of the current item, or `nil` if it is none of them.
    package var current: Int?

    package init(title: String? = nil, items: [Item], current: Int? = nil) {
        self.title = title
        self.items = items
        self.current = current
    }
}

/// A request to the service of the item.
package enum ServiceOrder: Sendable, Equatable {
    /// Uses a token for the current item. The token is a secret.
    case giveToken(String)
    /// Reads the next page of the comments, or the first.
    case readComments
    case readAnswers(String)
    case post(String, answering: String?)
    /// Likes a comment, or withdraws the like for `false`.
    case like(String, Bool)
    case delete(String)
}
