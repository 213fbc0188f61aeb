package struct CuePointTracker: Sendable {
    /// May be replaced when more points become known; the position remains.
    package var points: CuePointCollection
    /// `nil` before the first position: points before the start were not passed.
    private var last: MediaTime?

    package init(_ points: CuePointCollection) { self.points = points }

    /// Returns the points between the last position and this one, in order, also after a jump forward. The first
    /// position and a backward move pass only the points exactly there. A later forward move passes the others again.
    package mutating func move(to position: MediaTime) -> [CuePoint] {
        defer { last = position }
        guard let last, last <= position else {
            return points.points.prefix { $0.time <= position }.filter { $0.time == position }
        }
        return Array(points.passed(from: last, to: position))
    }
}
