/// One track of an item, as a picker and the statistics page show it.
package struct TrackInfo: Sendable, Equatable, Identifiable {
    package enum Kind: Sendable, Equatable {
        case video(width: Int, height: Int, framesPerSecond: Double?)
        case audio(sampleRate: Int, channelCount: Int)
        /// `isPicture`: a bitmap subtitle (PGS, VobSub).
        case subtitle(isPicture: Bool)
        /// Cover art: a still picture beside the sound.
        case cover(width: Int, height: Int)
    }

    /// Index of the stream in the container.
    package let id: Int
    package let kind: Kind
    /// FFmpeg's short name: "h264", "aac".
    package let codec: String
    /// As the container has it (ISO 639-2 mostly); unverified text from outside.
    package let language: String?
    /// Unverified text from outside.
    package let title: String?
    package let isDefault: Bool
    /// Whether a decoder is there.
    package let isDecodable: Bool
    /// Of a video of a whole sphere.
    package var sphere: SphereLayout?

    package var isSubtitle: Bool { if case .subtitle = kind { true } else { false } }

    package init(
        id: Int, kind: Kind, codec: String, language: String?, title: String?, isDefault: Bool, isDecodable: Bool
    ) {
        self.id = id
        self.kind = kind
        self.codec = codec
        self.language = language
        self.title = title
        self.isDefault = isDefault
        self.isDecodable = isDecodable
    }
}
