package struct Chapter: Sendable, Equatable {
    package let range: MediaRange
    /// Unverified text from outside, or `nil` if the container has none.
    package let title: String?

    package init(range: MediaRange, title: String?) {
        self.range = range
        self.title = title
    }

    package var hasNoTitle: Bool { title?.isEmpty ?? true }
}

extension [Chapter] {
    /// Returns the index of the last chapter that starts at or before `time`, or `nil` before the first.
    package func index(at time: MediaTime) -> Int? {
        lastIndex { $0.range.start <= time }
    }
}
