package import PlayCore

/// How much of a stream is buffered. In the terms of Playback's `LoadControl`, ``maximum`` limits `targetDuration`, and
/// ``high`` is `resumeDuration` (the media needed after a stall). ``start`` is the media needed at first.
/// ``maximumDelay`` is for catching up with a live edge.
package struct BufferRules: Sendable, Hashable {
    package enum Key: String, Sendable, Hashable {
        case start = "buffer-start"
        case high = "buffer-high"
        case maximum = "buffer-max"
        case maximumDelay = "live-max-delay"
    }

    package enum Failure: Error, Hashable {
        case wrongOrder(lesser: Key, greater: Key)
        case negative(Key)
    }

    /// The sample values of the catalogue.
    package static let standard = BufferRules(
        validStart: .milliseconds(500), high: .seconds(3), maximum: .seconds(50), maximumDelay: .seconds(5))
    /// Limits ``maximum``.
    package static let mostMaximum = MediaTime.seconds(300)

    package let start: MediaTime
    package let high: MediaTime
    package let maximum: MediaTime
    package let maximumDelay: MediaTime

    /// Throws for negative values, and unless start ≤ high ≤ maximum, after limiting the maximum.
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

    /// Returns whether a preload may start. Unless `isBalanced`, preloads do not wait for the playing video.
    package func admitsPreload(buffered: MediaTime, isLoadedToEnd: Bool, isBalanced: Bool = true) -> Bool {
        !isBalanced || isLoadedToEnd || buffered >= high
    }
}
