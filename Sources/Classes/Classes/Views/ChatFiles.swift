package struct ChatFiles: Sendable, Equatable {
    package var number = 0
    /// Whether the search in the video's folder continues, so that more files may be found.
    package var isSought = false
    /// Unverified paths or addresses, most likely first.
    package var locations: [String] = []
    package var shown: String?

    package init() {}
}
