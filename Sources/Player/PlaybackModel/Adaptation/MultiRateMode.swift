/// How a feed chooses the rendition in which its next item starts, and the rendition to preload.
package enum MultiRateMode: Int, Sendable, CaseIterable {
    /// Preload and start with the stream's default rate.
    case standard = 0
    /// Show the first picture soon: start with the preloaded rendition.
    case firstFrame = 1
    /// Preload and start with the previous item's rate, to keep the rate and show the first picture soon.
    case firstFrameAndSmooth = 2
    /// Start with the previous item's rate.
    case smooth = 3

    /// Returns the rung to preload. `previous` is the playing item's; `standard` is the stream's default.
    package func preloadIndex(in ladder: RenditionLadder, previous: Rung?, standard: Int) -> Int {
        switch self {
        case .standard, .firstFrame: standard
        case .firstFrameAndSmooth, .smooth: previous.map(ladder.index(like:)) ?? standard
        }
    }

    /// Returns the rung to start with. `preloaded` is the preloaded rendition's key.
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
