package import PlayCore

/// One form of one thing that can be heard, seen or read: a variant, an audio track, subtitles. A value.
package struct Rendition: Sendable, Equatable, TrackTraits {
    package enum Kind: Sendable, Equatable {
        /// Pictures alone: sound is a rendition of its own.
        case video
        /// Pictures, and sound perhaps, in one stream.
        case muxed
        case audio
        case text
        /// Key frames only, for fast seeking.
        case iframes
        /// Still pictures in tiles, for previews.
        case thumbnails
    }

    /// Unique within the presentation.
    package let id: String
    package let kind: Kind
    /// RFC 6381; empty when it is not said. Unverified text, as all texts here.
    package var codecs: [String] = []
    package var mimeType: String?
    /// Bits per second at the peak; nil when it is not said.
    package var bandwidth: Int?
    package var averageBandwidth: Int?
    /// Pixels; 0 when it is not said.
    package var width = 0
    package var height = 0
    package var frameRate: Double?
    /// `SDR`, `HLG`, `PQ`.
    package var videoRange: String?
    /// BCP 47, or what was written.
    package var language: String?
    package var name: String?
    /// DASH's roles (also those of `Accessibility`), HLS's characteristics.
    package var roles: [String] = []
    package var isDefault = false
    package var isForced = false
    /// May be taken for the user's language without being asked for.
    package var autoselects = false
    package var channels: Int?
    /// Why it cannot be played; nil when it can, as far as the manifest says.
    package var protection: ContentProtection?
    /// Of thumbnails: how many pictures a file has, in columns and rows.
    package var tiles: (columns: Int, rows: Int)? {
        get { tileColumns > 0 ? (tileColumns, tileRows) : nil }
        set { (tileColumns, tileRows) = newValue.map { ($0.columns, $0.rows) } ?? (0, 0) }
    }
    private var tileColumns = 0
    private var tileRows = 0
    /// The group that it belongs to as an alternative beside the variants; nil: a variant itself.
    package var group: String?
    /// DASH: its adaptation set, between whose members, and those of sets declared for it, one may switch without a
    /// gap; nil: HLS, where one may between all variants.
    package var switchingSet: String?
    /// HLS: the groups that go with it; a group of redundant copies has the name of the first.
    package var audioGroup: String?
    package var textGroup: String?
    package var videoGroup: String?
    /// Where it can be had, the best first. Empty: it is inside the variants (`EXT-X-MEDIA` without a URI).
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

    /// Whether it is part of the variants' own stream.
    package var isInVariant: Bool { sources.isEmpty }
}

/// One CDN entry of a rendition. A value.
package struct RenditionSource: Sendable, Equatable {
    /// What tells the entries apart: HLS's `PATHWAY-ID`, DASH's `serviceLocation`. Unverified text.
    package let pathway: String?
    package let content: RenditionContent

    package init(pathway: String?, content: RenditionContent) {
        self.pathway = pathway
        self.content = content
    }
}

/// How the segments of a rendition are known.
package enum RenditionContent: Sendable, Equatable {
    /// By a media playlist that has to be loaded.
    case playlist(ResourceReference)
    /// They are all here: the media playlist was the manifest.
    case list(SegmentList)
    /// By rules, from which ``DASHTimeline/list(at:)`` makes a list.
    case timeline(DASHTimeline)
}

/// Captions inside the pictures (CEA-608, CEA-708). A value.
package struct CaptionService: Sendable, Equatable {
    /// `CC1` … `CC4`, `SERVICE1` … `SERVICE63`.
    package let channel: String
    package let language: String?
    package let name: String?
    /// HLS: the variants with it name this group; nil: all.
    package let group: String?

    package init(channel: String, language: String?, name: String?, group: String?) {
        self.channel = channel
        self.language = language
        self.name = name
        self.group = group
    }
}
