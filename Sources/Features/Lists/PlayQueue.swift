import Localization
package import PlayCore
package import Playlists
import Text

/// What was named to be played, as videos: playlists and folders are read. A value.
package struct PlayQueue<Options: EntryOptions>: Sendable {
    /// A path or an address, and what it has of options of its own.
    package struct Item {
        package let location: String
        /// A list, whatever its name.
        package let isPlaylist: Bool
        package let overrides: Options.Overrides

        package init(_ location: String, isPlaylist: Bool = false, _ overrides: Options.Overrides = Options.Overrides())
        {
            self.location = location
            self.isPlaylist = isPlaylist
            self.overrides = overrides
        }
    }

    /// Numbered from 0 (``Video/entry``).
    package private(set) var videos: [Video] = []
    private(set) var listOptions: ListOptions<Options>
    /// Set for a feed.
    package private(set) var preloadCount: Int?
    /// What was left out, for the viewer; already cleaned.
    package private(set) var warnings: [String] = []
    /// Whether what was named has not been looked at: an entry may turn out to be a folder or a list.
    package private(set) var isUnread = false

    /// Number of the entry to begin with; nil: as the rules of the list say.
    private var start: Int?

    /// Reads files, folders, and playlists at addresses.
    ///
    /// - Parameters:
    ///   - company: of a file that is named alone, these others of its folder play, too; nil: none.
    ///   - feedPreload: this is a feed; nil: a list.
    package init(
        _ items: [Item], _ options: Options, _ loader: PlaylistLoader, company: PlaylistLoader.Company? = nil,
        feedPreload: Int? = nil
    ) {
        listOptions = ListOptions(options)
        var loader = loader
        if let company, feedPreload == nil, items.count == 1, !items[0].isPlaylist,
            let (playlist, place) = loader.load(items[0].location, with: company)
        {
            add(playlist.videos, items[0].overrides)
            start = place
            warnings = loader.problems.map(\.message)
            return
        }
        for item in items {
            let playlist = item.isPlaylist ? loader.loadList(item.location) : loader.load(item.location)
            add(playlist.videos, item.overrides)
        }
        warnings = loader.problems.map(\.message)
        if let feedPreload { becomeFeed(feedPreload) }
    }

    /// The items as they were named, an entry each: nothing is read.
    package init(unread items: [Item], _ options: Options, feedPreload: Int? = nil) {
        listOptions = ListOptions(options)
        for item in items {
            let isInput = item.location == "-"
            let isAddress = AddressText.isAddress(item.location)
            let location = isInput || isAddress ? item.location : FileSystemAccess.absolute(item.location)
            let source = Source(location, delivery: isInput ? .stream : .progressive)
            add([Video(id: location, sources: [source])], item.overrides)
        }
        isUnread = true
        if let feedPreload { becomeFeed(feedPreload) }
    }

    /// One item.
    package init(only location: String, options: Options) {
        listOptions = ListOptions(options)
        add([Video(location: location)], Options.Overrides())
    }

    /// What is to be played comes later.
    package init(empty options: Options) { listOptions = ListOptions(options) }

    /// Of what comes while the player runs.
    package var options: Options { listOptions.common }

    /// Each that some entry has, the common ones first.
    package var allOptions: [Options] { listOptions.all }

    /// - Parameter number: ``Video/entry``.
    package func entry(_ number: Int) -> ListEntry<Options> {
        ListEntry(video: videos[number], options: listOptions[number])
    }

    /// The same entries with other options.
    package func changingOptions(_ change: @escaping @Sendable (Options) -> Options) -> PlayQueue {
        var copy = self
        copy.listOptions = listOptions.changing(change)
        if VideoMarks(copy.options) != VideoMarks(options) { copy.videos = copy.listOptions.marking(videos) }
        return copy
    }

    private mutating func add(_ new: [Video], _ overrides: Options.Overrides) {
        let first = videos.count
        listOptions.override(first..<first + new.count, overrides)
        let marks = listOptions.marks(of: first)
        videos.reserveCapacity(first + new.count)
        for video in new { videos.append(marks.put(on: video).updating { $0.entry = videos.count }) }
    }

    /// An equal video twice is refused.
    private mutating func becomeFeed(_ preloadCount: Int) {
        var feed = FeedList(preloadCount: preloadCount)
        let before = self
        videos = []
        listOptions.keep { _ in false }
        for video in before.videos {
            do throws(FeedList.Refusal) {
                try feed.add(video)
                add([video], before.listOptions.overrides(of: video.entry))
            } catch {
                warnings.append(tr("Skipped, already in the feed: %1", SafeText.phrase(video.location)))
            }
        }
        self.preloadCount = feed.preloadCount
    }

    /// The order in which the entries play.
    package func order(_ rules: ListRules) -> PlayOrder {
        if let preloadCount { return PlayOrder(feed: videos, preloadCount: preloadCount) }
        var order = PlayOrder(count: videos.count, rules)
        if let start, let place = order.sequence.firstIndex(of: start) {
            _ = order.jump(toPlace: place, hasFailed: false)
        }
        return order
    }
}
