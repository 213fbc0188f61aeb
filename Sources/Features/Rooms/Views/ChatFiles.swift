/// The chats that there are for what plays: files beside it that are called like it. A value.
package struct ChatFiles: Sendable, Equatable {
    /// Rises with each change.
    package var number = 0
    /// Whether the folder of the video is still being read, so that more may come.
    package var isSought = false
    /// Paths or addresses, the likeliest first; unverified text.
    package var locations: [String] = []
    /// The one that is shown; nil: none is.
    package var shown: String?

    package init() {}
}
