/// With which rendition the next item of a feed begins, and which one is preloaded for it. Pure.
package enum MultiRateMode: Int, Sendable, CaseIterable {
    /// Play and preload the stream's default rate.
    case standard = 0
    /// First picture first: begin with what has been preloaded.
    case firstFrame = 1
    /// The same rate before and after, while the first picture is cared for too.
    case firstFrameAndSmooth = 2
    /// Smoothness first: begin with the rate of the previous item.
    case smooth = 3

    /// The rung of `ladder` to preload.
    ///
    /// - Parameters:
    ///   - previous: what plays now, of another ladder; nil when nothing does.
    ///   - standard: the stream's default (``RenditionLadder/index(within:)`` of the default bandwidth).
    package func preloadIndex(in ladder: RenditionLadder, previous: Rung?, standard: Int) -> Int {
        switch self {
        case .standard, .firstFrame: standard
        case .firstFrameAndSmooth, .smooth: previous.map(ladder.index(like:)) ?? standard
        }
    }

    /// The rung of `ladder` to begin with.
    ///
    /// - Parameter preloaded: key of what has been preloaded; nil when nothing has.
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
