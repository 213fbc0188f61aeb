package import PlayCore

package struct PlayQueue<Options: EntryOptions>: Sendable {
    package struct Item {
        package let location: String
        /// Whether it is a list regardless of its name.
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
    /// `nil` for a list that is no feed.
    package private(set) var preloadCount: Int?
    /// The warnings about skipped items for the viewer, already cleaned.
    package private(set) var warnings: [String] = []
    /// Whether items have not been examined. One may prove to be a folder or a list.
    package private(set) var isUnread = false

    /// The number of the first entry to play, or `nil` to follow the list's rules.
    private var start: Int?

    /// Reads files, folders, and playlists at addresses.
    ///
    /// - Parameters:
    ///   - company: the files of the folder that play together with a single named file.
    ///   - feedPreload: a feed's preload count, or `nil` for a list.
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

    /// Creates one entry for each item, without reading anything.
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

    package init(only location: String, options: Options) {
        listOptions = ListOptions(options)
        add([Video(location: location)], Options.Overrides())
    }

    package init(empty options: Options) { listOptions = ListOptions(options) }

    package var options: Options { listOptions.common }

    /// The common ones first. Equal ones may repeat.
    package var allOptions: [Options] { listOptions.all }

    /// - Parameter number: ``Video/entry``.
    package func entry(_ number: Int) -> ListEntry<Options> {
        ListEntry(video: videos[number], options: listOptions[number])
    }

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

    /// Turns the queue into a feed, which omits repeated videos.
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

    package func order(_ rules: ListRules) -> PlayOrder {
        if let preloadCount { return PlayOrder(feed: videos, preloadCount: preloadCount) }
        var order = PlayOrder(count: videos.count, rules)
        if let start, let place = order.sequence.firstIndex(of: start) {
            _ = order.jump(toPlace: place, hasFailed: false)
        }
        return order
    }
}
