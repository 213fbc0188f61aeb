/// Sorted ranges of the media axis that neither touch nor overlap.
package struct MediaRangeSet: Sendable, Equatable {
    package private(set) var ranges: [MediaRange] = []

    package init(_ ranges: some Sequence<MediaRange> = []) {
        for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.start < $1.start }) {
            if let last = self.ranges.last, range.start <= last.end {
                self.ranges[self.ranges.count - 1] = MediaRange(start: last.start, end: max(last.end, range.end))
            } else {
                self.ranges.append(range)
            }
        }
    }

    package var isEmpty: Bool { ranges.isEmpty }

    package func range(at time: MediaTime) -> MediaRange? {
        let next = ranges.partitioningIndex { $0.start > time }
        guard next > 0, ranges[next - 1].end > time else { return nil }
        return ranges[next - 1]
    }

    package func overlapping(_ range: MediaRange) -> ArraySlice<MediaRange> {
        let first = ranges.partitioningIndex { $0.end > range.start }
        let last = ranges.partitioningIndex { $0.start >= range.end }
        return first < last ? ranges[first..<last] : []
    }
}
