package struct TrackInfo: Sendable, Equatable, Identifiable, TrackTraits {
    package enum Kind: Sendable, Equatable {
        case video(width: Int, height: Int, framesPerSecond: Double?)
        case audio(sampleRate: Int, channelCount: Int)
        /// `isPicture`: a bitmap subtitle (PGS, VobSub).
        case subtitle(isPicture: Bool)
        /// Cover art: a still picture beside the sound.
        case cover(width: Int, height: Int)
    }

    /// Index of the stream in the container.
    package var id: Int
    package var kind: Kind
    /// FFmpeg's short name: "h264", "aac".
    package var codec: String
    /// As in the container (usually ISO 639-2); unverified text.
    package var language: String?
    /// Unverified text.
    package var title: String?
    package var isDefault: Bool
    package let purpose: TrackPurpose
    package var isDecodable: Bool
    package var sphere: SphereLayout?
    /// `nil` if the item contains the track.
    package var external: ExternalTrack?

    package var isSubtitle: Bool { if case .subtitle = kind { true } else { false } }

    package init(
        id: Int, kind: Kind, codec: String, language: String?, title: String?, isDefault: Bool, isDecodable: Bool,
        purpose: TrackPurpose = []
    ) {
        self.id = id
        self.kind = kind
        self.codec = codec
        self.language = language
        self.title = title
        self.isDefault = isDefault
        self.isDecodable = isDecodable
        self.purpose =
            switch kind {
            case .audio: purpose.union(TrackPurpose(title: title).subtracting(.forced))
            case .subtitle: purpose.union(TrackPurpose(title: title))
            case .video, .cover: []
            }
    }
}

extension TrackInfo {
    package var rank: Int { external.map { $0.isFound ? 1 : 0 } ?? 2 }
}

package struct ExternalTrack: Sendable, Equatable {
    /// Path, or address without secrets; unverified text.
    package let name: String
    /// Whether the player found it beside the item. Otherwise the user named it.
    package let isFound: Bool

    package init(name: String, isFound: Bool = false) {
        self.name = name
        self.isFound = isFound
    }
}
