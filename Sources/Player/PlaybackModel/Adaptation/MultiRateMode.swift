/// How a feed chooses the rendition with which its next item starts, and the rendition to preload for it.
package enum MultiRateMode: Int, Sendable, CaseIterable {
    /// Play and preload the default rate of the stream.
    case standard = 0
    /// Show the first picture soon: start with the preloaded rendition.
    case firstFrame = 1
    /// Preload the rate of the previous item and start with it: the rate is kept, and the first picture shows soon.
    case firstFrameAndSmooth = 2
    /// Keep playback smooth: start with the rate of the previous item.
    case smooth = 3

    /// Returns the rung to preload. `previous` is that of the playing item; `standard` is the stream's default.
    package func preloadIndex(in ladder: RenditionLadder, previous: Rung?, standard: Int) -> Int {
        switch self {
        case .standard, .firstFrame: standard
        case .firstFrameAndSmooth, .smooth: previous.map(ladder.index(like:)) ?? standard
        }
    }

    /// Returns the rung to start with. `preloaded` is the key of the preloaded rendition.
    package func startIndex(in ladder: RenditionLadder, preloaded: String?, previous: Rung?, standard: Int) -> Int {
        let loaded = preloaded.flatMap(ladder.index(of:))
        let alike = previous.map(ladder.index(like:))
        return switch self {
        case .standard: standard
        case .firstFrame: loaded ?? standard
        case .firstFrameAndSmooth: loaded ?? alike ?? standard
        case .smooth: alike ?? standard
        }
    }
}
