import Options
import PlayCore
import Playlists
import TUI

/// Which entry of a queue plays, and which comes next: by the rules of lists or of feeds. A value.
struct PlayOrder {
    private enum Rules {
        case list(PlaylistCursor)
        case feed(FeedList)
    }

    private var rules: Rules
    private var generator = SystemRandomNumberGenerator()

    init(count: Int, _ options: PlayerOptions) {
        rules = .list(
            PlaylistCursor(
                count: count, start: options.playlistStart,
                playthroughs: PlaylistCursor.Playthroughs(options.playlistLoop), isShuffled: options.isShuffled,
                shuffledBy: &generator))
    }

    /// - Parameter videos: with ids that differ.
    init(feed videos: [Video], preloadCount: Int) {
        var feed = FeedList(preloadCount: preloadCount)
        for video in videos {
            do throws(FeedList.Refusal) {
                try feed.add(video)
            } catch {
                preconditionFailure("a video twice in a feed: \(error)")
            }
        }
        // ADV-09: the first one is moved to.
        _ = videos.first.map { feed.move(to: $0.id) }
        rules = .feed(feed)
    }

    /// Index of the entry that plays.
    var current: Int {
        switch rules {
        case .list(let cursor): cursor.current?.number ?? 0
        case .feed(let feed): feed.currentIndex ?? 0
        }
    }

    /// On or back by one.
    ///
    /// - Parameter hasFailed: what plays now could not be played.
    /// - Returns: index of the entry that plays now; nil when there is none: nothing changes then.
    mutating func move(by step: Int, hasFailed: Bool) -> Int? {
        switch rules {
        case .list(var cursor):
            defer { rules = .list(cursor) }
            if let item = cursor.current { hasFailed ? cursor.markFailed(item) : cursor.markPlayed(item) }
            return (step > 0 ? cursor.next(shuffledBy: &generator) : cursor.previous())?.number
        case .feed(var feed):
            defer { rules = .feed(feed) }
            return (step > 0 ? feed.moveToNext() : feed.moveToPrevious()) ? feed.currentIndex : nil
        }
    }

    /// To a place in the order, counted from 0.
    /// - Returns: as for ``move(by:hasFailed:)``.
    mutating func jump(toPlace place: Int, hasFailed: Bool) -> Int? {
        switch rules {
        case .list(var cursor):
            defer { rules = .list(cursor) }
            guard cursor.order.indices.contains(place) else { return nil }
            if let item = cursor.current { hasFailed ? cursor.markFailed(item) : cursor.markPlayed(item) }
            return cursor.jump(to: cursor.order[place]) ? cursor.current?.number : nil
        case .feed(var feed):
            defer { rules = .feed(feed) }
            guard feed.items.indices.contains(place) else { return nil }
            return feed.move(to: feed.items[place].uid) ? feed.currentIndex : nil
        }
    }

    /// Indices of the entries in the order in which they play.
    var sequence: [Int] {
        switch rules {
        case .list(let cursor): cursor.order.map(\.number)
        case .feed(let feed): Array(feed.items.indices)
        }
    }

    /// What lies so many steps from an entry, for loading ahead; nil beyond the ends, since a shuffled list is shuffled
    /// anew there.
    func neighbour(of index: Int, _ step: Int) -> Int? {
        switch rules {
        case .list(let cursor):
            guard let place = cursor.order.firstIndex(of: .init(index)), cursor.order.indices.contains(place + step)
            else { return nil }
            return cursor.order[place + step].number
        case .feed(let feed): return feed.items.indices.contains(index + step) ? index + step : nil
        }
    }

    var position: PlaylistPosition {
        switch rules {
        case .list(let cursor):
            var position = PlaylistPosition(index: cursor.index ?? 0, count: cursor.order.count)
            position.repeats = cursor.hasNext && (cursor.index ?? 0) + 1 >= cursor.order.count
            return position
        case .feed(let feed): return PlaylistPosition(index: feed.currentIndex ?? 0, count: feed.items.count)
        }
    }
}

extension PlaylistCursor.Playthroughs {
    fileprivate init(_ loop: PlaylistLoop) {
        switch loop {
        case .times(let count): self = .times(count)
        case .endless: self = .endless
        case .endlessDespiteFailures: self = .endlessDespiteFailures
        }
    }
}
