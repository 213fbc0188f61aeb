package import PlayCore

/// Chapters that are in a file of their own.
package struct ChapterSource: Sendable {
    /// Whether they take the place of the container's; else they are for a container whose chapters have no titles.
    package let replaces: Bool
    /// Called on the `chapters` thread; may block; the token ends waits. Empty: there are none, whatever the reason.
    package let load: @Sendable (CancelToken) -> [Chapter]

    package init(replaces: Bool, load: @escaping @Sendable (CancelToken) -> [Chapter]) {
        (self.replaces, self.load) = (replaces, load)
    }
}
