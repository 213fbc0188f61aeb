package import PlayCore

/// A video beside the main one: the shared desktop, a media file or a participant's camera.
package struct CompanionView: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case desktop
        case media
        /// A participant, with id and name; unverified.
        case person(id: String, name: String)
    }

    package var kind: Kind
    package var isWanted = false
    /// Whether the main item has sound alone, so that this is the only picture.
    package var isOnlyPicture = false
    /// Whether this is the smaller of the pictures that the participant sends.
    package var isSmall = false
    package var mark: VideoMark?
    /// The reason why there is no picture, or `nil` if there is one or it is being opened. Unverified.
    package var failure: PlayError?

    package init(kind: Kind, isWanted: Bool = false, failure: PlayError? = nil) {
        self.kind = kind
        self.isWanted = isWanted
        self.failure = failure
    }

    /// Whether there is a picture or one is being opened.
    package var hasPicture: Bool { failure == nil && mark?.hidesPicture != true }
}

/// The state of a live video.
package enum VideoMark: Sendable, Equatable {
    /// No picture has arrived yet; has the step of the spinner and the whole seconds waited.
    case loading(step: Int, seconds: Int)
    /// The video stutters, or did a moment ago.
    case lagging
    /// The video is paused because the viewer's connection is too slow.
    case resting
    /// Nothing of the class arrives. Has the ports that a firewall may block; unverified.
    case barred(places: String)

    package var isBarred: Bool { if case .barred = self { true } else { false } }

    package var hidesPicture: Bool {
        switch self {
        case .loading, .resting, .barred: true
        case .lagging: false
        }
    }
}

/// A participant's own video in the strip of small ones. The texts are unverified.
package struct ThumbnailView: Sendable, Equatable {
    package var id: String
    package var name: String
    /// Whether it is shown as the second video, so that the strip does not repeat it.
    package var isLarge = false
    package var mark: VideoMark?
    package var failure: PlayError?

    package init(id: String, name: String, isLarge: Bool = false, failure: PlayError? = nil) {
        self.id = id
        self.name = name
        self.isLarge = isLarge
        self.failure = failure
    }

    package var showsPicture: Bool { !isLarge && failure == nil }
    package var hasPicture: Bool { showsPicture && mark?.hidesPicture != true }
}

/// The places of small videos. People who remain visible keep their place, so that no video is reopened.
package struct ThumbnailSlots: Sendable, Equatable {
    /// The maximum number of small videos that are shown and decoded at once.
    package static let most = 6

    package private(set) var people = [String?](repeating: nil, count: Self.most)

    package init() {}

    /// - Parameter wanted: ids; those beyond the number of places are not shown.
    package mutating func show(_ wanted: [String]) {
        for slot in people.indices where people[slot].map({ !wanted.contains($0) }) ?? false { people[slot] = nil }
        for id in wanted where !people.contains(id) {
            guard let free = people.firstIndex(of: nil) else { return }
            people[free] = id
        }
    }
}
