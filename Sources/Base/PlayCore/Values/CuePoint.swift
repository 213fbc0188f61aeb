/// A named instant of a video: a mark on the slider, and an event when it is passed.
package struct CuePoint: Sendable, Hashable, Updatable {
    package enum Kind: String, Sendable, Hashable {
        case chapter
        case mark
        /// An advert may begin here.
        case advert
    }

    /// Position in the main content, never negative.
    package var time: MediaTime
    package var kind: Kind
    /// Unverified text.
    package var title: String?
    /// The author's data for event listeners; unverified text.
    package var metadata: [String: String]

    package init(time: MediaTime, kind: Kind, title: String? = nil, metadata: [String: String] = [:]) {
        self.time = max(.zero, time)
        self.kind = kind
        self.title = title
        self.metadata = metadata
    }
}

/// Sorted by time; equal times keep their original order.
package struct CuePointCollection: Sendable, Hashable, Updatable {
    package private(set) var points: [CuePoint]

    package init(_ points: some Sequence<CuePoint> = []) {
        self.points = Self.sorted(Array(points))
    }

    package mutating func insert(_ point: CuePoint) {
        points.insert(point, at: points.partitioningIndex { $0.time > point.time })
    }

    /// Returns the points after `start` and up to `end`.
    package func passed(from start: MediaTime, to end: MediaTime) -> ArraySlice<CuePoint> {
        guard end > start else { return [] }
        let first = points.partitioningIndex { $0.time > start }
        let last = points.partitioningIndex { $0.time > end }
        return points[first..<last]
    }

    private static func sorted(_ points: [CuePoint]) -> [CuePoint] {
        points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}

extension RandomAccessCollection {
    /// Returns the first index at which `belongs` is true, by binary search. It must be true for all later ones.
    package func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if belongs(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
