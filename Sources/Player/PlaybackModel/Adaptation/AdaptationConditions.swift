package import PlayCore

package struct AdaptationConditions: Sendable, Hashable {
    package var now: HostTime
    package var buffered: MediaTime
    /// More than zero.
    package var segmentDuration: MediaTime
    package var rate: PlaybackRate
    package var isPaused: Bool
    /// How far the position is behind the live edge, or `nil` if the item is not live.
    package var liveDelay: MediaTime?
    /// The segment's bytes in each rung, or `nil` to estimate them from the rates.
    package var segmentBytes: [Int]?

    package init(
        now: HostTime, buffered: MediaTime, segmentDuration: MediaTime, rate: PlaybackRate = .normal,
        isPaused: Bool = false, liveDelay: MediaTime? = nil, segmentBytes: [Int]? = nil
    ) {
        precondition(segmentDuration > .zero, "a segment has a duration")
        self.now = now
        self.buffered = max(.zero, buffered)
        self.segmentDuration = segmentDuration
        self.rate = rate
        self.isPaused = isPaused
        self.liveDelay = liveDelay
        self.segmentBytes = segmentBytes
    }

    var lasting: HostTime { rate.host(for: buffered) }
    var segmentLasting: HostTime { rate.host(for: segmentDuration) }
}

package struct SegmentProgress: Sendable, Hashable {
    package let index: Int
    package let bytesLoaded: Int
    package let bytesTotal: Int?
    /// Time since the first byte, or `nil` before it.
    package let receiving: HostTime?

    package init(index: Int, bytesLoaded: Int, bytesTotal: Int?, receiving: HostTime?) {
        self.index = index
        self.bytesLoaded = max(0, bytesLoaded)
        self.bytesTotal = bytesTotal
        self.receiving = receiving
    }
}
