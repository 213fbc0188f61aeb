package import PlayCore

package struct ListRules: Sendable, Equatable {
    package var start = 0
    package var repeats = PlaylistRepeat.times(1)
    package var isShuffled = false

    package init() {}
}

/// The current and the next entry, by the rules of lists or of feeds. Entries have numbers from 0, which stay the same
/// when other entries change. Places are counted in the order of playing.
package struct PlayOrder: Sendable {
    private enum Rules: Sendable {
        case list(PlaylistCursor)
        case feed(NumberedFeed)
    }

    private var rules: Rules
    private var generator = SystemRandomNumberGenerator()

    package init(count: Int, _ list: ListRules) {
        rules = .list(
            PlaylistCursor(
                count: count, start: list.start, playthroughs: PlaylistCursor.Playthroughs(list.repeats),
                isShuffled: list.isShuffled, shuffledBy: &generator))
    }

    package init(feed videos: [Video], preloadCount: Int) {
        var feed = NumberedFeed(preloadCount: preloadCount)
        precondition(feed.add(videos).count == videos.count, "a video twice in a feed")
        _ = videos.first.map { feed.list.move(to: $0.id) }
        rules = .feed(feed)
    }

    /// The current entry's number, not its place.
    package var current: Int? {
        switch rules {
        case .list(let cursor): cursor.current?.number
        case .feed(let feed): feed.list.currentIndex.map { feed.numbers[$0] }
        }
    }

    package var currentPlace: Int? {
        switch rules {
        case .list(let cursor): cursor.index
        case .feed(let feed): feed.list.currentIndex
        }
    }

    package var sequence: [Int] {
        switch rules {
        case .list(let cursor): cursor.order.map(\.number)
        case .feed(let feed): feed.numbers
        }
    }

    package var repeats: PlaylistRepeat {
        guard case .list(let cursor) = rules else { return .times(1) }
        switch cursor.playthroughs {
        case .times(let count): return .times(count)
        case .endless: return .endless
        case .endlessDespiteFailures: return .endlessDespiteFailures
        }
    }

    package var isShuffled: Bool {
        guard case .list(let cursor) = rules else { return false }
        return cursor.isShuffled
    }

    package var position: PlaylistPosition {
        switch rules {
        case .list(let cursor):
            let index = cursor.index
            var position = PlaylistPosition(index: index, count: cursor.order.count)
            position.repeats = cursor.hasNext && (index ?? 0) + 1 >= cursor.order.count
            return position
        case .feed(let feed): return PlaylistPosition(index: feed.list.currentIndex, count: feed.numbers.count)
        }
    }

    // MARK: Moving

    /// Moves by one. Returns false, with nothing changed, if there is no such entry.
    ///
    /// - Parameter hasFailed: whether the current entry could not be played.
    package mutating func move(by step: Int, hasFailed: Bool) -> Bool {
        switch rules {
        case .list(var cursor):
            defer { rules = .list(cursor) }
            cursor.markCurrent(failed: hasFailed)
            return (step > 0 ? cursor.next(shuffledBy: &generator) : cursor.previous()) != nil
        case .feed(var feed):
            defer { rules = .feed(feed) }
            return step > 0 ? feed.list.moveToNext() : feed.list.moveToPrevious()
        }
    }

    package mutating func jump(toPlace place: Int, hasFailed: Bool) -> Bool {
        switch rules {
        case .list(var cursor):
            defer { rules = .list(cursor) }
            guard cursor.order.indices.contains(place) else { return false }
            cursor.markCurrent(failed: hasFailed)
            return cursor.jump(to: cursor.order[place])
        case .feed(var feed):
            defer { rules = .feed(feed) }
            guard feed.numbers.indices.contains(place) else { return false }
            return feed.list.move(to: feed.list.items[place].uid)
        }
    }

    /// Makes no entry current. A feed ignores it, because it always has one.
    package mutating func stop() {
        guard case .list(var cursor) = rules else { return }
        cursor.stop()
        rules = .list(cursor)
    }

    // MARK: Changing

    /// Inserts entries with the next numbers. `nil` is the end. Feeds grow only at the end and skip known videos.
    package mutating func insert(_ videos: [Video], at place: Int?) -> [(number: Int, video: Video)] {
        switch rules {
        case .list(var cursor):
            let items = cursor.insert(videos.count, at: place)
            rules = .list(cursor)
            return zip(items.map(\.number), videos).map { ($0, $1) }
        case .feed(var feed):
            defer { rules = .feed(feed) }
            return feed.add(videos)
        }
    }

    package mutating func remove(place: Int) -> Int? {
        switch rules {
        case .list(var cursor):
            guard cursor.order.indices.contains(place) else { return nil }
            let item = cursor.order[place]
            _ = cursor.remove(item)
            rules = .list(cursor)
            return item.number
        case .feed(var feed):
            guard feed.numbers.indices.contains(place) else { return nil }
            defer { rules = .feed(feed) }
            return feed.remove(at: place)
        }
    }

    package mutating func clear(keepsCurrent: Bool) {
        switch rules {
        case .list(var cursor):
            cursor.removeAll(keepsCurrent: keepsCurrent)
            rules = .list(cursor)
        case .feed(var feed):
            let kept = keepsCurrent ? feed.list.currentIndex : nil
            for place in feed.numbers.indices.reversed() where place != kept { _ = feed.remove(at: place) }
            rules = .feed(feed)
        }
    }

    private mutating func changeList<T>(
        _ change: (inout PlaylistCursor, inout SystemRandomNumberGenerator) -> T
    ) -> T? {
        guard case .list(var cursor) = rules else { return nil }
        defer { rules = .list(cursor) }
        return change(&cursor, &generator)
    }

    /// Moves an entry as ``PlaylistCursor/move(from:to:)`` does. Returns false for a feed.
    package mutating func move(from place: Int, to target: Int) -> Bool {
        changeList { cursor, _ in cursor.move(from: place, to: target) } ?? false
    }

    package mutating func shuffle() -> Bool { changeList { $0.shuffle(by: &$1) } != nil }

    package mutating func unshuffle() -> Bool { changeList { cursor, _ in cursor.unshuffle() } != nil }

    package mutating func setShuffled(_ isOn: Bool) -> Bool { changeList { $0.setShuffled(isOn, by: &$1) } != nil }

    package mutating func setRepeats(_ repeats: PlaylistRepeat) -> Bool {
        changeList { cursor, _ in
            cursor.playthroughs = PlaylistCursor.Playthroughs(repeats)
        } != nil
    }
}

extension PlaylistCursor {
    fileprivate mutating func markCurrent(failed: Bool) {
        if let current { failed ? markFailed(current) : markPlayed(current) }
    }
}

extension PlaylistCursor.Playthroughs {
    fileprivate init(_ repeats: PlaylistRepeat) {
        switch repeats {
        case .times(let count): self = .times(count)
        case .endless: self = .endless
        case .endlessDespiteFailures: self = .endlessDespiteFailures
        }
    }
}
