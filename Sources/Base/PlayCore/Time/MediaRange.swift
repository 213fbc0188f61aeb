/// A half-open range on the media axis (`end` is excluded); never negative in length.
package struct MediaRange: Sendable, Hashable {
    package let start: MediaTime
    package let end: MediaTime

    /// An `end` before `start` creates the empty range at `start`.
    package init(start: MediaTime, end: MediaTime) {
        self.start = start
        self.end = max(start, end)
    }

    package var length: MediaTime { end - start }
    package var isEmpty: Bool { start == end }
}
