package import PlayCore

package struct Presentation: Sendable, Equatable {
    /// `nil` if only the media playlists declare it (HLS with variants).
    package var isLive: Bool?
    /// `nil` if the stream is live, or if only the media playlists declare it.
    package var duration: MediaTime?
    /// Unverified text.
    package var title: String?
    package var renditions: [Rendition] = []
    package var captions: [CaptionService] = []
    /// Chapters for ``HLSChapters`` (`com.apple.hls.chapters`).
    package var chapters: ResourceReference?
    package var steering: ContentSteering?
    package var start: StartPoint?
    package var events: [TimedEvent] = []
    /// DASH: determines the live window. `nil` for HLS and for streams that are not live.
    package var live: LiveTiming?

    /// Returns the ladder from low to high, with sound only last. Empty if there is no choice.
    package func definitions(where isSupported: (Rendition) -> Bool = { _ in true }) -> [Definition] {
        DefinitionLadder.definitions(renditions, where: isSupported)
    }
}

package struct StartPoint: Sendable, Equatable {
    /// Counted from the beginning, or if negative from the end of the last segment.
    package let offset: MediaTime
    package let isPrecise: Bool
}

/// An event that the manifest places at a time (`EventStream`). Unverified texts.
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
