/// Tells which cue points the position passes. Pure.
package struct CuePointTracker: Sendable {
    /// Replaced when more of them are known: the position stays where it is.
    package var points: CuePointCollection
    /// Nil before the first position: what lies before the start was not passed.
    private var last: MediaTime?

    package init(_ points: CuePointCollection) { self.points = points }

    /// The points between the last position and this one, in order; also after a jump forward. The first position and
    /// one that goes back pass what lies exactly there, and the points after it are passed anew afterwards.
    package mutating func move(to position: MediaTime) -> [CuePoint] {
        defer { last = position }
        guard let last, last <= position else {
            return points.points.prefix { $0.time <= position }.filter { $0.time == position }
        }
        return Array(points.passed(from: last, to: position))
    }
}
