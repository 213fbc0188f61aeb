package import PlayCore

/// How much of a stream is held ready. Values that fit together. Pure.
///
/// In the terms of Playback's `LoadControl`: ``maximum`` is the most that `targetDuration` may become, ``high`` is
/// `resumeDuration` (what must be there again after a stall), ``start`` is the same for the first time, and
/// ``maximumDelay`` is for whoever catches up with a live edge.
package struct BufferRules: Sendable, Hashable {
    /// The settings, as the program's options call them.
    package enum Key: String, Sendable, Hashable {
        case start = "buffer-start"
        case high = "buffer-high"
        case maximum = "buffer-max"
        case maximumDelay = "live-max-delay"
    }

    /// Why values do not fit together: it names the keys.
    package enum Failure: Error, Hashable {
        /// `lesser` must not be greater than `greater`.
        case wrongOrder(lesser: Key, greater: Key)
        case negative(Key)
    }

    /// The catalogue's sample values.
    package static let standard = BufferRules(
        validStart: .milliseconds(500), high: .seconds(3), maximum: .seconds(50), maximumDelay: .seconds(5))
    /// A greater maximum is taken as this.
    package static let mostMaximum = MediaTime.seconds(300)

    /// Needed before playing starts.
    package let start: MediaTime
    /// Needed before playing goes on after a stall.
    package let high: MediaTime
    /// The most that is loaded ahead.
    package let maximum: MediaTime
    /// Live only: the most that playing may be behind.
    package let maximumDelay: MediaTime

    /// Throws for values out of the order start ≤ high ≤ maximum, where the maximum is what it is taken as, and for
    /// negative ones.
    package init(
        start: MediaTime = standard.start, high: MediaTime = standard.high, maximum: MediaTime = standard.maximum,
        maximumDelay: MediaTime = standard.maximumDelay
    ) throws(Failure) {
        for (key, value) in [
            (Key.start, start), (.high, high), (.maximum, maximum), (.maximumDelay, maximumDelay),
        ] where value < .zero {
            throw .negative(key)
        }
        let most = min(maximum, Self.mostMaximum)
        if start > high { throw .wrongOrder(lesser: .start, greater: .high) }
        if high > most { throw .wrongOrder(lesser: .high, greater: .maximum) }
        self.init(validStart: start, high: high, maximum: most, maximumDelay: maximumDelay)
    }

    private init(validStart: MediaTime, high: MediaTime, maximum: MediaTime, maximumDelay: MediaTime) {
        start = validStart
        self.high = high
        self.maximum = maximum
        self.maximumDelay = maximumDelay
    }

    /// Whether a preload may begin: the playing video has enough, or all of the rest.
    ///
    /// - Parameter isBalanced: false: no regard for the playing video.
    package func admitsPreload(buffered: MediaTime, isLoadedToEnd: Bool, isBalanced: Bool = true) -> Bool {
        !isBalanced || isLoadedToEnd || buffered >= high
    }
}
