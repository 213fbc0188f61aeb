package import PlayCore

/// What is played, in one form for HLS and DASH. A value.
package struct Presentation: Sendable, Equatable {
    /// Nil: the media playlists say it (HLS with variants).
    package var isLive: Bool?
    /// Nil: live, or the media playlists say it.
    package var duration: MediaTime?
    /// Unverified text.
    package var title: String?
    /// As the manifest orders them.
    package var renditions: [Rendition] = []
    package var captions: [CaptionService] = []
    /// Where chapters are described (`com.apple.hls.chapters`), see ``HLSChapters``.
    package var chapters: ResourceReference?
    package var steering: ContentSteering?
    package var start: StartPoint?
    package var events: [TimedEvent] = []
    /// DASH: what the live window is worked out from; nil for HLS and for what is not live.
    package var live: LiveTiming?

    /// The ladder, from low to high; sound only last. Empty: there is nothing to choose.
    /// - Parameter isSupported: whether a rendition can be decoded and shown here.
    package func definitions(where isSupported: (Rendition) -> Bool = { _ in true }) -> [Definition] {
        DefinitionLadder.definitions(renditions, where: isSupported)
    }
}

/// Where to begin (`EXT-X-START`). A value.
package struct StartPoint: Sendable, Equatable {
    /// From the beginning; negative: from the end of the last segment.
    package let offset: MediaTime
    /// Whether pictures before it are not shown.
    package let isPrecise: Bool
}

/// Something that happens at a time, told by the manifest (`EventStream`). A value; unverified texts.
package struct TimedEvent: Sendable, Equatable {
    package let scheme: String
    package let value: String?
    package let id: String?
    /// On the presentation axis.
    package let start: MediaTime
    /// Nil when it is not said.
    package let duration: MediaTime?
    package let message: String
    /// Of a stream of messages about splices: what this one says of adverts.
    package internal(set) var splices: [SpliceCue] = []
}
