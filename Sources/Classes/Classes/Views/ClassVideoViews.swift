package import PlayCore

package struct CompanionView: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case desktop
        case media
        case person(id: String, name: String)
    }

    package var kind: Kind
    package var isWanted = false
    package var isOnlyPicture = false
    /// Whether this is the smaller of the pictures that the participant sends.
    package var isSmall = false
    package var mark: VideoMark?
    /// Unverified; `nil` if there is a picture or it is being opened.
    package var failure: PlayError?

    package init(kind: Kind, isWanted: Bool = false, failure: PlayError? = nil) {
        self.kind = kind
        self.isWanted = isWanted
        self.failure = failure
    }

    package var hasPicture: Bool { failure == nil && mark?.hidesPicture != true }
}

package enum VideoMark: Sendable, Equatable {
    /// No picture has arrived. Has the step of the spinner and the seconds waited.
    case loading(step: Int, seconds: Int)
    case lagging
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

/// People who remain visible keep their slot, so that no video is reopened.
package struct ThumbnailSlots: Sendable, Equatable {
    package static let most = 6

    package private(set) var people = [String?](repeating: nil, count: Self.most)

    package init() {}

    /// - Parameter wanted: IDs. Those beyond the number of slots are not shown.
    package mutating func show(_ wanted: [String]) {
        for slot in people.indices where people[slot].map({ !wanted.contains($0) }) ?? false { people[slot] = nil }
        for id in wanted where !people.contains(id) {
            guard let free = people.firstIndex(of: nil) else { return }
            people[free] = id
        }
    }
}
