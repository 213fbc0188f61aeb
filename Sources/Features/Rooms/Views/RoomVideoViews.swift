package import PlayCore

/// A video beside the main one: that of the shared desktop, or a participant's. A value.
package struct CompanionView: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case desktop
        /// A media file that the teacher plays.
        case media
        /// Their id and name; unverified.
        case person(id: String, name: String)
    }

    package var kind: Kind
    /// The viewer has asked for it.
    package var isWanted = false
    /// What plays is sound alone.
    package var isOnlyPicture = false
    /// The smaller of the pictures that somebody sends.
    package var isSmall = false
    /// Of a class that is live.
    package var mark: VideoMark?
    /// Why there is no picture; nil: there is one, or it is being opened. Unverified.
    package var failure: PlayError?

    package init(kind: Kind, isWanted: Bool = false, failure: PlayError? = nil) {
        self.kind = kind
        self.isWanted = isWanted
        self.failure = failure
    }

    /// There is a picture, or will be one.
    package var hasPicture: Bool { failure == nil && mark?.hidesPicture != true }
}

/// How a video that is sent now does.
package enum VideoMark: Sendable, Equatable {
    /// No picture came so far; the number of the spinner's step, and the whole seconds that it has taken.
    case loading(step: Int, seconds: Int)
    /// It stutters, or did a moment ago.
    case lagging
    /// The viewer's line does not carry it.
    case resting

    /// There is no picture.
    package var hidesPicture: Bool {
        switch self {
        case .loading, .resting: true
        case .lagging: false
        }
    }
}

/// A participant's own video that is running, for the strip of small ones. A value; its texts are unverified.
package struct ThumbnailView: Sendable, Equatable {
    package var id: String
    package var name: String
    /// It is the second video, and not shown twice.
    package var isLarge = false
    /// Of a class that is live.
    package var mark: VideoMark?
    /// Why there is no picture; nil: there is one, or it is being opened.
    package var failure: PlayError?

    package init(id: String, name: String, isLarge: Bool = false, failure: PlayError? = nil) {
        self.id = id
        self.name = name
        self.isLarge = isLarge
        self.failure = failure
    }

    package var showsPicture: Bool { !isLarge && failure == nil }
    /// There is a picture, or will be one.
    package var hasPicture: Bool { showsPicture && mark?.hidesPicture != true }
}

/// Who has which of the places where small videos are shown: whoever stays to be seen keeps theirs, so nothing
/// is opened anew. A value.
package struct ThumbnailSlots: Sendable, Equatable {
    /// So many are to be seen, and decoded, at once at most.
    package static let most = 6

    /// Ids of people; nil: free.
    package private(set) var people = [String?](repeating: nil, count: Self.most)

    package init() {}

    /// - Parameter wanted: ids; more than there are places do without.
    package mutating func show(_ wanted: [String]) {
        for slot in people.indices where people[slot].map({ !wanted.contains($0) }) ?? false { people[slot] = nil }
        for id in wanted where !people.contains(id) {
            guard let free = people.firstIndex(of: nil) else { return }
            people[free] = id
        }
    }
}
