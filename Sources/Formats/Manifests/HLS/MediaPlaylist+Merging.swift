import PlayCore

extension MediaPlaylist {
    /// A later reading, on this one's axis, with what a delta update left out; nil when this one has not got that, so
    /// that the whole playlist has to be asked for.
    package func merging(_ newer: MediaPlaylist) -> MediaPlaylist? {
        guard var result = newer.completed(from: self) else { return nil }
        result.list = list.merging(result.list)
        let end = result.list.segments.last?.end ?? .zero
        let distance = end - (result.trailingParts.first?.start ?? end)
        for index in result.trailingParts.indices {
            result.trailingParts[index].start = result.trailingParts[index].start + distance
        }
        return result
    }

    /// Puts what was left out in its place.
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
        let kept = older.list.segments[from...to]
        result.list.segments = Calendar.filled(kept + following(kept.last, skip))
        return result
    }

    /// The update's own segments, with what they take over from the last one left out.
    private func following(_ last: Segment?, _ skip: SkippedSegments) -> [Segment] {
        guard let last, let first = list.segments.first else { return list.segments }
        let distance = last.end - first.start
        return list.segments.enumerated().map { index, segment in
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
