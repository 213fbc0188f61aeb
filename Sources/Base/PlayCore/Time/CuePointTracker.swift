/// Tells which cue points the position passes. Pure.
package struct CuePointTracker: Sendable {
    private let points: CuePointCollection
    /// Nil before the first position: what lies before the start was not passed.
    private var last: MediaTime?

    package init(_ points: CuePointCollection) { self.points = points }

    /// The points between the last position and this one, in order; also after a jump forward. Going back passes
    /// none, and they are passed anew afterwards. A point at the very start is passed by the first position.
    package mutating func move(to position: MediaTime) -> [CuePoint] {
        defer { last = position }
        guard let last else {
            return points.points.prefix { $0.time <= position }.filter { $0.time == position }
        }
        return Array(points.passed(from: last, to: position))
    }
}
