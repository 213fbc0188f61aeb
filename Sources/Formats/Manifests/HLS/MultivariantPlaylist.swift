import PlayCore

/// A multivariant playlist as it was read. A value; unverified texts.
package struct MultivariantPlaylist: Sendable, Equatable {
    /// A variant (`EXT-X-STREAM-INF`, `EXT-X-I-FRAME-STREAM-INF`, `EXT-X-IMAGE-STREAM-INF`).
    package struct Variant: Sendable, Equatable {
        package enum Content: Sendable, Equatable {
            case media
            case iframes
            /// Still pictures of many places.
            case images
        }

        package let resource: ResourceReference
        package let content: Content
        package let attributes: VariantAttributes
        /// Groups by their types: `AUDIO`, `SUBTITLES`, `VIDEO`, `CLOSED-CAPTIONS`.
        package let groups: [String: String]
        package let pathway: String?
    }

    /// An alternative (`EXT-X-MEDIA`).
    package struct Media: Sendable, Equatable {
        package let type: String
        package let group: String
        package let name: String?
        package let language: String?
        package let channels: String?
        package let characteristics: [String]
        package let isDefault: Bool
        package let autoselects: Bool
        package let isForced: Bool
        package let instreamID: String?
        /// Nil: it is inside the variants.
        package let resource: ResourceReference?
        package let pathway: String?
    }

    /// What is said of the whole (`EXT-X-SESSION-DATA`).
    package struct SessionData: Sendable, Equatable {
        package let id: String
        package let value: String?
        package let resource: ResourceReference?
        package let language: String?
    }

    package var variants: [Variant] = []
    package var media: [Media] = []
    package var sessionData: [SessionData] = []
    /// Keys that segments will ask for (`EXT-X-SESSION-KEY`).
    package var sessionKeys: [SegmentKey] = []
    package var steering: ContentSteering?
    package var start: StartPoint?
    package var isIndependent = false
    /// For the media playlists, which may import them.
    package var variables = VariableTable()
}

/// What tells variants apart: those with equal ones are copies of each other. A value.
package struct VariantAttributes: Sendable, Hashable {
    package let bandwidth: Int?
    package let averageBandwidth: Int?
    package let codecs: [String]
    package let width: Int
    package let height: Int
    package let frameRate: MediaRate?
    package let videoRange: String?
    package let stableID: String?
}

/// Frames per second, exact to a thousandth. A value.
package struct MediaRate: Sendable, Hashable {
    package let thousandths: Int
    package var perSecond: Double { Double(thousandths) / 1000 }
}

/// Where a server says which copies to take (`EXT-X-CONTENT-STEERING`). A value.
package struct ContentSteering: Sendable, Equatable {
    package let server: ResourceReference
    /// The pathway to begin with; unverified text.
    package let pathway: String?

    package init(server: ResourceReference, pathway: String?) {
        self.server = server
        self.pathway = pathway
    }
}
