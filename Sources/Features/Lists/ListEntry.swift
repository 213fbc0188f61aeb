package import PlayCore

/// What an entry is played with, as far as it changes the entry's video. The rest is of no concern to lists, which keep
/// it for whoever plays.
package protocol EntryOptions: Sendable {
    /// A picture for items without one, path.
    var cover: String? { get }
    /// Clips before and after the item; paths.
    var intro: String? { get }
    var outro: String? { get }
    /// Whether what comes from servers may be kept.
    var isCached: Bool { get }
}

/// A video and the options with which it plays. A value.
package struct ListEntry<Options: EntryOptions>: Sendable {
    package let video: Video
    package let options: Options

    /// - Parameter number: by which the video is known (``Video/entry``).
    package init(_ video: Video, _ options: Options, number: Int) {
        self.options = options
        self.video = video.updating {
            $0.entry = number
            $0.cover = options.cover ?? $0.cover
            $0.startVideo = options.intro.map { Source($0) } ?? $0.startVideo
            $0.endVideo = options.outro.map { Source($0) } ?? $0.endVideo
            for index in $0.sources.indices where !options.isCached { $0.sources[index].isCacheable = false }
        }
    }

    /// Of its first source.
    package var location: String { video.sources[0].location }
}
