import PlayCore

extension MediaPlaylist {
    /// Returns a later reading on this one's axis, completed with the segments that a delta update omits. Returns `nil`
    /// if this playlist lacks them; request the whole playlist then.
    package func merging(_ newer: MediaPlaylist) -> MediaPlaylist? {
        guard var result = newer.completed(from: self) else { return nil }
        result.place(list.merging(result.listWithParts))
        return result
    }

    package mutating func place(_ placed: SegmentList) {
        list = placed
        openSegment = list.segments.last?.isComplete == false ? list.segments.popLast() : nil
    }

    private func completed(from older: MediaPlaylist) -> MediaPlaylist? {
        guard let skip else { return self }
        var result = self
        result.skip = nil
        result.dateRanges = dateRanges(from: older, without: skip.removedDateRanges)
        guard skip.count > 0 else { return result }
        let last = mediaSequence + Int64(skip.count) - 1
        guard let from = older.list.index(number: mediaSequence), let to = older.list.index(number: last) else {
            return nil
        }
        // Skipped segments are so old that their parts are no longer available.
        let kept = older.list.segments[from...to].map { segment in
            var segment = segment
            segment.parts = []
            return segment
        }
        result.list.segments = Calendar.filled(kept + following(kept.last, skip))
        result.place(result.list)
        return result
    }

    /// Returns the update's own segments, which inherit values from the last skipped one.
    private func following(_ last: Segment?, _ skip: SkippedSegments) -> [Segment] {
        let segments = listWithParts.segments
        guard let last, let first = segments.first else { return segments }
        let distance = last.end - first.start
        return segments.enumerated().map { index, segment in
            var segment = segment.moved(
                to: segment.start + distance,
                discontinuity: segment.discontinuity - skip.firstDiscontinuity + last.discontinuity)
            if index < skip.keylessCount { segment.key = last.key }
            if index < skip.maplessCount { segment.initSection = last.initSection }
            return segment
        }
    }

    private func dateRanges(from older: MediaPlaylist, without removed: [String]) -> [DateRange] {
        let gone = Set(removed).union(dateRanges.map(\.id))
        return older.dateRanges.filter { !gone.contains($0.id) } + dateRanges
    }
}
