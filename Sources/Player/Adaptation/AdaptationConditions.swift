package import PlayCore

/// What the choice of a rendition depends on, at the moment before a segment is requested. A value.
package struct AdaptationConditions: Sendable, Hashable {
    package var now: HostTime
    /// Media that is loaded ahead of the position.
    package var buffered: MediaTime
    /// Of the segment that is chosen, more than zero.
    package var segmentDuration: MediaTime
    package var rate: PlaybackRate
    package var isPaused: Bool
    /// Live only: how far the position is behind the edge; nil where everything is there already.
    package var liveDelay: MediaTime?
    /// Bytes of the segment in each rung of the ladder, where an index tells them; else they are worked out from the
    /// rates.
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

    /// How long the buffer lasts at the playback rate.
    var lasting: HostTime { rate.host(for: buffered) }
    /// How long the segment lasts at the playback rate.
    var segmentLasting: HostTime { rate.host(for: segmentDuration) }
}

/// A segment that is being loaded. A value.
package struct SegmentProgress: Sendable, Hashable {
    /// In the ladder.
    package let index: Int
    package let bytesLoaded: Int
    /// Of the whole segment; nil: unknown, worked out from the rate.
    package let bytesTotal: Int?
    /// Since the first byte; nil while there is none.
    package let receiving: HostTime?

    package init(index: Int, bytesLoaded: Int, bytesTotal: Int?, receiving: HostTime?) {
        self.index = index
        self.bytesLoaded = max(0, bytesLoaded)
        self.bytesTotal = bytesTotal
        self.receiving = receiving
    }
}
