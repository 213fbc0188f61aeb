import Localization
import Options
import PlayCore
import Playback
import Playlists

/// What the command line names, as videos: playlists and folders are read.
struct PlayQueue {
    /// A video and the options with which it plays.
    struct Entry {
        let video: Video
        let options: PlayerOptions

        /// - Parameter number: by which the video is known (``Video/entry``).
        init(_ video: Video, _ options: PlayerOptions, number: Int) {
            self.options = options
            self.video = video.updating {
                $0.entry = number
                $0.cover = options.cover ?? $0.cover
                $0.startVideo = options.intro.map { Source($0) } ?? $0.startVideo
                $0.endVideo = options.outro.map { Source($0) } ?? $0.endVideo
                for index in $0.sources.indices where !options.cache.isOn { $0.sources[index].isCacheable = false }
            }
        }
    }

    private(set) var entries: [Entry] = []
    /// Of what comes while the player runs.
    private(set) var options = PlayerOptions()
    /// ADV-06: set for a feed (`tvplay feed`).
    private(set) var preloadCount: Int?
    /// What was left out, for the viewer; already cleaned.
    private(set) var warnings: [String] = []

    /// Reads files, folders, and playlists at addresses.
    init(_ parsed: ParsedOptions, _ access: SourceAccess) {
        options = parsed.options
        var loader = access.playlistLoader(isRecursive: parsed.options.isRecursive)
        for item in parsed.items {
            let playlist = item.isPlaylist ? loader.loadList(item.path) : loader.load(item.path)
            for video in playlist.videos { add(video, item.options) }
        }
        warnings = loader.problems.map(\.message)
        if parsed.command == .feed { becomeFeed(parsed.options.feedPreload) }
    }

    /// One item.
    init(only path: String, options: PlayerOptions) {
        self.options = options
        add(Video(location: path), options)
    }

    /// What is to be played comes later.
    init(empty options: PlayerOptions) { self.options = options }

    private init() {}

    /// The same entries with other options.
    func changingOptions(_ change: (PlayerOptions) -> PlayerOptions) -> PlayQueue {
        var copy = PlayQueue()
        copy.preloadCount = preloadCount
        copy.warnings = warnings
        copy.options = change(options)
        copy.entries = entries.map { Entry($0.video, change($0.options), number: $0.video.entry) }
        return copy
    }

    private mutating func add(_ video: Video, _ options: PlayerOptions) {
        entries.append(Entry(video, options, number: entries.count))
    }

    /// ADV-07: an equal video twice is refused.
    private mutating func becomeFeed(_ preloadCount: Int) {
        var feed = FeedList(preloadCount: preloadCount)
        let all = entries
        entries = []
        for entry in all {
            do throws(FeedList.Refusal) {
                try feed.add(entry.video)
                add(entry.video, entry.options)
            } catch {
                warnings.append(
                    tr("Left out, it is in the feed already: %1", PlayQueue.shown(entry.video.sources[0].location)))
            }
        }
        self.preloadCount = feed.preloadCount
    }

    /// The order in which the entries play.
    func order(_ options: PlayerOptions) -> PlayOrder {
        if let preloadCount { return PlayOrder(feed: entries.map(\.video), preloadCount: preloadCount) }
        return PlayOrder(count: entries.count, options)
    }
}

extension PlayerOptions {
    /// What plays with these leaves no trace: the demonstration.
    var unremembered: PlayerOptions {
        var options = self
        options.resumesPlayback = false
        options.keepsHistory = false
        return options
    }
}
