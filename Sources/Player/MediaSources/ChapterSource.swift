package import PlayCore

package struct ChapterSource: Sendable {
    /// Whether the chapters replace those of the container. Otherwise they are used if the container's have no titles.
    package let replaces: Bool
    /// Loads on the `chapters` thread; may block; the token ends waits. Returns an empty list if anything fails.
    package let load: @Sendable (CancelToken) -> [Chapter]

    package init(replaces: Bool, load: @escaping @Sendable (CancelToken) -> [Chapter]) {
        (self.replaces, self.load) = (replaces, load)
    }
}
