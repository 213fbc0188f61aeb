package import PlayCore

package struct PreloadingPolicy: Sendable, Equatable {
    /// The progress of the current video, or `nil` for never.
    package let percent: Double?

    /// `sessionPreloadingNever`.
    package static let never = PreloadingPolicy(percent: .nan)

    /// `sessionPreloadingWithProgressPercentage`: preloads once the current video reaches this place. Values below 0,
    /// above 100, and NaN mean never.
    package init(percent: Double) { self.percent = (0...100).contains(percent) ? percent : nil }

    /// Returns whether to preload the next video. Without a known duration only 0 per cent is ever reached.
    package func isDue(at position: MediaTime, of duration: MediaTime?) -> Bool {
        guard let percent else { return false }
        guard let duration, duration > .zero else { return percent == 0 }
        return position.inSeconds / duration.inSeconds * 100 >= percent
    }
}

package enum PreloadScope: Sendable, Equatable {
    case policy(PreloadingPolicy)
    /// As many neighbours (`preloadCount`) before and after the current video.
    case neighbours(Int)

    /// Returns the steps from the current video, the most urgent first.
    package func wanted(at position: MediaTime, of duration: MediaTime?) -> [Int] {
        switch self {
        case .policy(let policy): policy.isDue(at: position, of: duration) ? [1] : []
        case .neighbours(let count): count < 1 ? [] : (1...count).flatMap { [$0, -$0] }
        }
    }
}
