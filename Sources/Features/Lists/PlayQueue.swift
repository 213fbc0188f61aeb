import Localization
import PlayCore
package import Playlists
import Text

/// What was named to be played, as videos: playlists and folders are read. A value.
package struct PlayQueue<Options: EntryOptions>: Sendable {
    /// A path or an address, and the options with which it plays.
    package struct Item {
        package let location: String
        /// A list, whatever its name.
        package let isPlaylist: Bool
        package let options: Options

        package init(_ location: String, isPlaylist: Bool = false, _ options: Options) {
            self.location = location
            self.isPlaylist = isPlaylist
            self.options = options
        }
    }

    package private(set) var entries: [ListEntry<Options>] = []
    /// Of what comes while the player runs.
    package private(set) var options: Options
    /// Set for a feed.
    package private(set) var preloadCount: Int?
    /// What was left out, for the viewer; already cleaned.
    package private(set) var warnings: [String] = []

    /// Reads files, folders, and playlists at addresses.
    ///
    /// - Parameter feedPreload: this is a feed; nil: a list.
    package init(_ items: [Item], _ options: Options, _ loader: PlaylistLoader, feedPreload: Int? = nil) {
        self.options = options
        var loader = loader
        for item in items {
            let playlist = item.isPlaylist ? loader.loadList(item.location) : loader.load(item.location)
            for video in playlist.videos { add(video, item.options) }
        }
        warnings = loader.problems.map(\.message)
        if let feedPreload { becomeFeed(feedPreload) }
    }

    /// One item.
    package init(only location: String, options: Options) {
        self.options = options
        add(Video(location: location), options)
    }

    /// What is to be played comes later.
    package init(empty options: Options) { self.options = options }

    /// The same entries with other options.
    package func changingOptions(_ change: (Options) -> Options) -> PlayQueue {
        var copy = PlayQueue(empty: change(options))
        copy.preloadCount = preloadCount
        copy.warnings = warnings
        copy.entries = entries.map { ListEntry($0.video, change($0.options), number: $0.video.entry) }
        return copy
    }

    private mutating func add(_ video: Video, _ options: Options) {
        entries.append(ListEntry(video, options, number: entries.count))
    }

    /// An equal video twice is refused.
    private mutating func becomeFeed(_ preloadCount: Int) {
        var feed = FeedList(preloadCount: preloadCount)
        let all = entries
        entries = []
        for entry in all {
            do throws(FeedList.Refusal) {
                try feed.add(entry.video)
                add(entry.video, entry.options)
            } catch {
                warnings.append(tr("Skipped, already in the feed: %1", SafeText.phrase(entry.location)))
            }
        }
        self.preloadCount = feed.preloadCount
    }

    /// The order in which the entries play.
    package func order(_ rules: ListRules) -> PlayOrder {
        if let preloadCount { return PlayOrder(feed: entries.map(\.video), preloadCount: preloadCount) }
        return PlayOrder(count: entries.count, rules)
    }
}
