package import PlayCore

/// The segments of one rendition, as one reading of a manifest gives them. A value; never more than
/// ``ManifestLimits/segments``.
package struct SegmentList: Sendable, Equatable {
    /// In order of time, without overlaps worth the name.
    package var segments: [Segment]
    /// No segment is much longer; zero when nothing says it and there are none.
    package var targetDuration: MediaTime
    /// Nothing will be added.
    package var isEnded: Bool
    /// Whether nothing is ever taken away (HLS: types VOD and EVENT).
    package var keepsAll: Bool
    /// Whether times are the same in every reading (DASH), so that ``merging(_:)`` has nothing to do.
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

    /// From the first segment to the end of the last; nil when there is none. Live: what can be seen again, and the
    /// live edge.
    package var window: MediaRange? {
        guard let first = segments.first, let last = segments.last else { return nil }
        return MediaRange(start: first.start, end: last.end)
    }

    package var duration: MediaTime { window?.length ?? .zero }

    /// The index of the segment that is shown at `time`: the last that begins there or before; the first for times
    /// before it. Nil when there is none. Logarithmic.
    package func index(at time: MediaTime) -> Int? {
        guard !segments.isEmpty else { return nil }
        return max(0, segments.partitioningIndex { $0.start > time } - 1)
    }

    /// The index of the segment with a number, in lists whose numbers rise by one (HLS); nil when it is not there.
    package func index(number: Int64) -> Int? {
        guard let first = segments.first?.number, let last = segments.last?.number,
            (first...max(first, last)).contains(number)
        else { return nil }
        let index = Int(number - first)
        return segments.indices.contains(index) && segments[index].number == number ? index : nil
    }

    /// Where an instant by the calendar lies; nil where the list has no calendar, and outside it.
    package func time(at instant: UTCTime) -> MediaTime? {
        for segment in segments.reversed() {
            guard let begin = segment.programDateTime, begin <= instant else { continue }
            let time = segment.start + (instant - begin)
            return time <= segment.end ? time : nil
        }
        return nil
    }

    /// The instant by the calendar at `time`; nil where the list has no calendar.
    package func instant(at time: MediaTime) -> UTCTime? {
        guard let index = index(at: time), let begin = segments[index].programDateTime else { return nil }
        return begin + (time - segments[index].start)
    }
}

extension Array {
    /// The first index for which `predicate` holds, when it holds for all behind it, too; else the count.
    func partitioningIndex(_ predicate: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if predicate(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
