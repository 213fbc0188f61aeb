/// The chat files found for the playing video: files beside it with the same name.
package struct ChatFiles: Sendable, Equatable {
    /// A number that rises with each change.
    package var number = 0
    /// Whether the video's folder is still being read, so that more files may be found.
    package var isSought = false
    /// Paths or addresses, the most likely first; unverified text.
    package var locations: [String] = []
    package var shown: String?

    package init() {}
}
