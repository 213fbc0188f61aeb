/// The regions of an item, found by time. A tree over the sorted array finds k regions among n in O(k + log n).
package struct RegionIndex: Sendable, Equatable {
    /// Sorted by start; equal starts keep their original order.
    package let regions: [Region]
    /// The farthest end within each part that the binary search halves, stored at the part's middle.
    private let farthestEnds: [MediaTime]
    private let left: MediaRangeSet
    private let leaps: [MediaTime]
    private let cut: MediaRangeSet
    package let muted: MediaRangeSet

    package init(_ regions: some Sequence<Region> = []) {
        let sorted = regions.enumerated().sorted {
            ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
        }.map(\.element)
        self.regions = sorted
        farthestEnds = Self.farthestEnds(sorted.map(\.range.end))
        left = MediaRangeSet(sorted.filter(\.isLeft).map(\.range))
        leaps = sorted.filter { $0.isLeft && !$0.range.isEmpty }.map(\.range.start)
        cut = MediaRangeSet(sorted.filter { $0.effect == .cut }.map(\.range))
        muted = MediaRangeSet(sorted.filter { $0.effect == .mute }.map(\.range))
    }

    private static func farthestEnds(_ ends: [MediaTime]) -> [MediaTime] {
        var result = ends
        @discardableResult func fill(_ part: Range<Int>) -> MediaTime? {
            guard !part.isEmpty else { return nil }
            let middle = (part.lowerBound + part.upperBound) / 2
            let sides = [fill(part.lowerBound..<middle), fill(middle + 1..<part.upperBound)]
            let farthest = sides.compactMap(\.self).reduce(ends[middle], max)
            result[middle] = farthest
            return farthest
        }
        fill(ends.indices)
        return result
    }

    package var isEmpty: Bool { regions.isEmpty }

    package func indices(at time: MediaTime) -> [Int] {
        var result: [Int] = []
        func search(_ part: Range<Int>) {
            guard !part.isEmpty else { return }
            let middle = (part.lowerBound + part.upperBound) / 2
            guard farthestEnds[middle] > time else { return }
            search(part.lowerBound..<middle)
            guard regions[middle].range.start <= time else { return }
            if regions[middle].range.end > time { result.append(middle) }
            search(middle + 1..<part.upperBound)
        }
        search(regions.indices)
        return result
    }

    package func nextStart(after time: MediaTime) -> MediaTime? {
        let next = regions.partitioningIndex { $0.range.start > time }
        return next < regions.count ? regions[next].range.start : nil
    }

    package func nextLeap(after time: MediaTime) -> MediaTime? {
        let next = leaps.partitioningIndex { $0 > time }
        return next < leaps.count ? leaps[next] : nil
    }

    /// Returns the time to which playback skips from here, or `nil` if it plays on.
    package func leap(from time: MediaTime) -> MediaTime? { left.range(at: time)?.end }

    package func left(at time: MediaTime) -> Region? {
        indices(at: time).lazy.map { regions[$0] }.first { $0.isLeft }
    }

    /// Returns where a seek to `target` lands: behind a cut that contains it. A step back from `origin` lands earlier
    /// by the length of the cut, so that steps back can cross it.
    package func landing(of target: MediaTime, from origin: MediaTime?) -> MediaTime {
        guard let first = cut.range(at: target) else { return target }
        guard let origin, origin >= first.end else { return first.end }
        var place = target
        while let range = cut.range(at: place) {
            guard range.start > .zero else { return range.end }
            place = max(.zero, place - range.length)
        }
        return place
    }
}
