package import PlayCore

/// From one reading of a manifest. Never more than ``ManifestLimits/segments``.
package struct SegmentList: Sendable, Equatable {
    /// In order of time, without significant overlaps.
    package var segments: [Segment]
    /// An approximate maximum. Zero if undeclared and without segments.
    package var targetDuration: MediaTime
    package var isEnded: Bool
    /// Whether segments are never removed (HLS: types VOD and EVENT).
    package var keepsAll: Bool
    /// Whether times are equal in every reading (DASH), so that ``merging(_:)`` need not align them.
    package var hasAbsoluteTimes: Bool

    package init(
        segments: [Segment] = [], targetDuration: MediaTime = .zero, isEnded: Bool = true, keepsAll: Bool = true,
        hasAbsoluteTimes: Bool = false
    ) {
        self.segments = segments
        self.targetDuration = targetDuration
        self.isEnded = isEnded
        self.keepsAll = keepsAll
        self.hasAbsoluteTimes = hasAbsoluteTimes
    }

    /// The range for seeking, up to the live edge. `nil` without segments.
    package var window: MediaRange? {
        guard let first = segments.first, let last = segments.last else { return nil }
        return MediaRange(start: first.start, end: last.end)
    }

    package var duration: MediaTime { window?.length ?? .zero }

    /// Finds the last segment that begins at or before `time`, else the first. Logarithmic time.
    package func index(at time: MediaTime) -> Int? {
        guard !segments.isEmpty else { return nil }
        return max(0, segments.partitioningIndex { $0.start > time } - 1)
    }

    /// Only for lists whose numbers rise by one (HLS).
    package func index(number: Int64) -> Int? {
        guard let first = segments.first?.number, let last = segments.last?.number,
            (first...max(first, last)).contains(number)
        else { return nil }
        let index = Int(number - first)
        return segments.indices.contains(index) && segments[index].number == number ? index : nil
    }

    /// Returns the position of a calendar instant, or `nil` if the list has no calendar or does not contain it.
    package func time(at instant: UTCTime) -> MediaTime? {
        for segment in segments.reversed() {
            guard let begin = segment.programDateTime, begin <= instant else { continue }
            let time = segment.start + (instant - begin)
            return time <= segment.end ? time : nil
        }
        return nil
    }

    package func instant(at time: MediaTime) -> UTCTime? {
        guard let index = index(at: time), let begin = segments[index].programDateTime else { return nil }
        return begin + (time - segments[index].start)
    }
}

extension Array {
    /// Returns the first index for which `predicate` is true, or the count. It must be true for all later ones.
    func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
