import PlayCore

/// A multivariant playlist as read. Unverified texts.
package struct MultivariantPlaylist: Sendable, Equatable {
    package struct Variant: Sendable, Equatable {
        package enum Content: Sendable, Equatable {
            case media
            case iframes
            /// Still pictures of many positions.
            case images
        }

        package let resource: ResourceReference
        package let content: Content
        package let attributes: VariantAttributes
        /// Groups by type: `AUDIO`, `SUBTITLES`, `VIDEO`, `CLOSED-CAPTIONS`.
        package let groups: [String: String]
        package let pathway: String?
    }

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
        /// `nil` if the variants contain it.
        package let resource: ResourceReference?
        package let pathway: String?
    }

    package struct SessionData: Sendable, Equatable {
        package let id: String
        package let value: String?
        package let resource: ResourceReference?
        package let language: String?
    }

    package var variants: [Variant] = []
    package var media: [Media] = []
    package var sessionData: [SessionData] = []
    package var sessionKeys: [SegmentKey] = []
    package var steering: ContentSteering?
    package var start: StartPoint?
    package var isIndependent = false
    package var variables = VariableTable()
}

/// Variants with equal attributes are copies.
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

/// Frames per second, exact to a thousandth.
package struct MediaRate: Sendable, Hashable {
    package let thousandths: Int
    package var perSecond: Double { Double(thousandths) / 1000 }
}

/// The server that decides which copies to use (`EXT-X-CONTENT-STEERING`).
package struct ContentSteering: Sendable, Equatable {
    package let server: ResourceReference
    /// The initial pathway; unverified text.
    package let pathway: String?

    package init(server: ResourceReference, pathway: String?) {
        self.server = server
        self.pathway = pathway
    }
}
