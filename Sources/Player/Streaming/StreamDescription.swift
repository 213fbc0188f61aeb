import Manifests
package import PlayCore

/// The contents of a stream by its manifest. Unverified texts.
package struct StreamDescription: Sendable, Equatable {
    package struct Picture: Sendable, Equatable {
        package let name: String
        package let width: Int
        package let height: Int
        package let framesPerSecond: Double?
        /// Bits per second.
        package let bandwidth: Int?
        package let codecs: [String]
        /// `PQ` or `HLG`, or `nil` for the standard range.
        package let range: String?
        package let isSoundOnly: Bool
    }

    package struct Alternative: Sendable, Equatable {
        package let name: String?
        package let language: String?
        package let channels: Int?
        package let codecs: [String]
        package let isDefault: Bool
        package let purpose: TrackPurpose
    }

    package let isHLS: Bool
    package let title: String?
    /// The definitions from low to high.
    package let definitions: [Picture]
    package let sounds: [Alternative]
    package let texts: [Alternative]
    package let angles: [Alternative]
    /// The captions inside the pictures, such as `CC1`.
    package let captions: [String]
    package let isLive: Bool
    /// A live stream's window, or `nil` if unknown.
    package let length: MediaTime?
    /// "AES-128", "Widevine (cenc)", or `nil`.
    package let encryption: String?
    /// Why the stream cannot be played, in English, or `nil`.
    package let problem: String?
    /// The networks; empty for a single one without a name.
    package let networks: [String]
    package let isSteered: Bool

    /// `list` is one definition's, or `nil` if none can be played. `playlist` is its HLS form.
    init(
        _ presentation: Presentation, isHLS: Bool, _ playable: Playable, list: SegmentList?, playlist: MediaPlaylist?
    ) {
        let renditions = presentation.renditions
        self.isHLS = isHLS
        title = presentation.title
        definitions = presentation.definitions().map { Self.picture($0, renditions[$0.rendition]) }
        sounds = Self.alternatives(.audio, renditions)
        texts = Self.alternatives(.text, renditions)
        let angles = renditions.filter { [.video, .muxed].contains($0.kind) && $0.group != nil }
        self.angles = Self.unique(angles.map(Self.alternative))
        captions = presentation.captions.map(\.channel)
        isLive = presentation.isLive ?? list.map { !$0.isEnded } ?? false
        length = presentation.duration ?? list?.window?.length
        let protection = renditions.compactMap(\.protection).first ?? playlist?.protection
        let method = (list ?? playlist?.list)?.segments.lazy.compactMap(\.key).first?.method
        encryption = protection?.reason ?? method?.name
        problem = playable.problem
        networks = Self.unique(renditions.flatMap(\.sources).compactMap(\.pathway))
        isSteered = presentation.steering != nil
    }

    private static func picture(_ definition: Definition, _ rendition: Rendition) -> Picture {
        Picture(
            name: definition.info.definitionName, width: rendition.width, height: rendition.height,
            framesPerSecond: rendition.frameRate, bandwidth: rendition.bandwidth, codecs: rendition.codecs,
            range: rendition.videoRange.flatMap { $0 == "SDR" ? nil : $0 }, isSoundOnly: definition.info.isAudio)
    }

    private static func alternatives(_ kind: Rendition.Kind, _ renditions: [Rendition]) -> [Alternative] {
        let members = renditions.indices.filter { renditions[$0].kind == kind && renditions[$0].group != nil }
        return AudioChoices.grouped(members, of: renditions).map { alternative(renditions[$0[0]]) }
    }

    private static func alternative(_ rendition: Rendition) -> Alternative {
        Alternative(
            name: rendition.name, language: rendition.language, channels: rendition.channels,
            codecs: rendition.codecs.isEmpty ? [rendition.mimeType].compactMap(\.self) : rendition.codecs,
            isDefault: rendition.isDefault, purpose: rendition.purpose)
    }

    private static func unique<T: Equatable>(_ values: [T]) -> [T] {
        values.reduce(into: []) { result, value in if !result.contains(value) { result.append(value) } }
    }
}
