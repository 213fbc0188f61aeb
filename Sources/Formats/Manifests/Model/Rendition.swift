package import PlayCore

/// One form of content: a variant, an audio track, subtitles.
package struct Rendition: Sendable, Equatable, TrackTraits {
    package enum Kind: Sendable, Equatable {
        /// Pictures only. The sound is a separate rendition.
        case video
        /// Pictures, and possibly sound, in one stream.
        case muxed
        case audio
        case text
        /// Key frames only, for fast seeking.
        case iframes
        case thumbnails
    }

    /// Unique within the presentation.
    package let id: String
    package let kind: Kind
    /// RFC 6381, or empty if undeclared. Unverified text, like all texts here.
    package var codecs: [String] = []
    package var mimeType: String?
    /// Peak bits per second.
    package var bandwidth: Int?
    package var averageBandwidth: Int?
    /// Pixels, or 0 if undeclared.
    package var width = 0
    package var height = 0
    package var frameRate: Double?
    /// `SDR`, `HLG`, `PQ`.
    package var videoRange: String?
    /// BCP 47, or the text as written.
    package var language: String?
    package var name: String?
    /// DASH's roles (including those of `Accessibility`), HLS's characteristics.
    package var roles: [String] = []
    package var isDefault = false
    package var isForced = false
    /// Whether the user's language may select it without an explicit choice.
    package var autoselects = false
    package var channels: Int?
    /// Why it cannot be played, or `nil` if the manifest shows no obstacle.
    package var protection: ContentProtection?
    /// The grid of the thumbnails in a file.
    package var tiles: (columns: Int, rows: Int)? {
        get { tileColumns > 0 ? (tileColumns, tileRows) : nil }
        set { (tileColumns, tileRows) = newValue.map { ($0.columns, $0.rows) } ?? (0, 0) }
    }
    private var tileColumns = 0
    private var tileRows = 0
    /// The group of alternatives to the variants, or `nil` for a variant.
    package var group: String?
    /// DASH: the adaptation set; seamless switching is possible within it and sets declared for it. HLS: `nil`.
    package var switchingSet: String?
    /// HLS: the associated groups. Redundant copies of a group have the name of the first.
    package var audioGroup: String?
    package var textGroup: String?
    package var videoGroup: String?
    /// Best first. Empty if the variants contain it (`EXT-X-MEDIA` without a URI).
    package var sources: [RenditionSource] = []

    package init(id: String, kind: Kind) {
        self.id = id
        self.kind = kind
    }

    package var purpose: TrackPurpose {
        var purpose = TrackPurpose(title: name)
        for role in roles { purpose.formUnion(Self.purposes[role] ?? []) }
        if isForced { purpose.insert(.forced) }
        return kind == .text ? purpose : purpose.subtracting(.forced)
    }

    private static let purposes: [String: TrackPurpose] = [
        "public.accessibility.describes-video": .described,
        "public.accessibility.transcribes-spoken-dialog": .hearingImpaired,
        "public.accessibility.describes-music-and-sound": .hearingImpaired,
        "public.accessibility.enhances-speech-intelligibility": .hearingImpaired, "description": .described,
        "caption": .hearingImpaired, "enhanced-audio-intelligibility": .hearingImpaired, "commentary": .commentary,
    ]

    package var isInVariant: Bool { sources.isEmpty }
}

package struct RenditionSource: Sendable, Equatable {
    /// Distinguishes the entries: HLS's `PATHWAY-ID`, DASH's `serviceLocation`. Unverified text.
    package let pathway: String?
    package let content: RenditionContent

    package init(pathway: String?, content: RenditionContent) {
        self.pathway = pathway
        self.content = content
    }
}

package enum RenditionContent: Sendable, Equatable {
    case playlist(ResourceReference)
    /// The complete list, because the media playlist was the manifest.
    case list(SegmentList)
    case timeline(DASHTimeline)
}

/// Captions inside the pictures (CEA-608, CEA-708).
package struct CaptionService: Sendable, Equatable {
    /// `CC1` … `CC4`, `SERVICE1` … `SERVICE63`.
    package let channel: String
    package let language: String?
    package let name: String?
    /// HLS: the group by which variants refer to these captions, or `nil` for all variants.
    package let group: String?

    package init(channel: String, language: String?, name: String?, group: String?) {
        self.channel = channel
        self.language = language
        self.name = name
        self.group = group
    }
}
