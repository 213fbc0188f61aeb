package import PlayCore

/// When the next video is opened and read ahead.
package struct PreloadingPolicy: Sendable, Equatable {
    /// Nil: never.
    package let percent: Double?

    /// `sessionPreloadingNever`, the default.
    package static let never = PreloadingPolicy(percent: .nan)

    /// `sessionPreloadingWithProgressPercentage`: once the current video is at this place. Below 0 or above 100, and
    /// not a number: never.
    package init(percent: Double) { self.percent = (0...100).contains(percent) ? percent : nil }

    /// Whether the next one is due. Without a known duration only 0 per cent ever is.
    package func isDue(at position: MediaTime, of duration: MediaTime?) -> Bool {
        guard let percent else { return false }
        guard let duration, duration > .zero else { return percent == 0 }
        return position.inSeconds / duration.inSeconds * 100 >= percent
    }
}

/// What is opened ahead: the playlist's next video by its policy, or a feed's neighbours.
package enum PreloadScope: Sendable, Equatable {
    case policy(PreloadingPolicy)
    /// `preloadCount` before and as many after: 1 + 2c are loaded in total.
    case neighbours(Int)

    /// Steps from the current video, the most urgent first.
    package func wanted(at position: MediaTime, of duration: MediaTime?) -> [Int] {
        switch self {
        case .policy(let policy): policy.isDue(at: position, of: duration) ? [1] : []
        case .neighbours(let count): count < 1 ? [] : (1...count).flatMap { [$0, -$0] }
        }
    }
}
