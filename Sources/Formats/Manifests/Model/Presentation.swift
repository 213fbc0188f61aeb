package import PlayCore

/// Playable content in a common form for HLS and DASH.
package struct Presentation: Sendable, Equatable {
    /// Whether it is live, or `nil` if only the media playlists declare it (HLS with variants).
    package var isLive: Bool?
    /// `nil` if it is live, or only the media playlists declare it.
    package var duration: MediaTime?
    /// Unverified text.
    package var title: String?
    /// In the manifest's order.
    package var renditions: [Rendition] = []
    package var captions: [CaptionService] = []
    /// The description of chapters (`com.apple.hls.chapters`), see ``HLSChapters``.
    package var chapters: ResourceReference?
    package var steering: ContentSteering?
    package var start: StartPoint?
    package var events: [TimedEvent] = []
    /// DASH: the values that determine the live window, or `nil` for HLS and for streams that are not live.
    package var live: LiveTiming?

    /// Returns the ladder from low to high, with sound only last; empty if there is no choice.
    package func definitions(where isSupported: (Rendition) -> Bool = { _ in true }) -> [Definition] {
        DefinitionLadder.definitions(renditions, where: isSupported)
    }
}

/// The starting position (`EXT-X-START`).
package struct StartPoint: Sendable, Equatable {
    /// From the beginning, or if negative from the end of the last segment.
    package let offset: MediaTime
    /// Whether earlier pictures are hidden.
    package let isPrecise: Bool
}

/// An event that the manifest announces for a time (`EventStream`). Unverified texts.
package struct TimedEvent: Sendable, Equatable {
    package let scheme: String
    package let value: String?
    package let id: String?
    /// On the presentation axis.
    package let start: MediaTime
    package let duration: MediaTime?
    package let message: String
    package internal(set) var splices: [SpliceCue] = []
}
