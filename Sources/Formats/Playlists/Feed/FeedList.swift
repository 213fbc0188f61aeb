package import PlayCore

/// A list of short videos through which one pages, each ready before it is wanted.
///
/// A value: says what is current and what to prepare; who plays and prepares is elsewhere.
package struct FeedList: Sendable, Equatable {
    /// A video and the name by which the feed knows it.
    package struct Item: Sendable, Equatable {
        package let uid: String
        package let video: Video
    }

    /// Why an item was not taken.
    package enum Refusal: Error, Sendable, Equatable {
        /// The feed has one of that name already: equal names are the same video, and their streams would mix.
        case duplicate(uid: String)
    }

    /// `preloadCount`: so many before and after the current one are prepared; never negative.
    package let preloadCount: Int
    package private(set) var items: [Item] = []
    /// Index of the video last moved to; nil before the first move, and when it has been removed with nothing left.
    package private(set) var currentIndex: Int?

    package static let defaultPreloadCount = 2

    package init(preloadCount: Int = defaultPreloadCount) { self.preloadCount = max(0, preloadCount) }

    package var current: Item? { currentIndex.map { items[$0] } }

    /// `addUrlSource`. The feed generates names from addresses: ``Video/id``.
    package mutating func add(_ video: Video, uid: String? = nil) throws(Refusal) {
        let uid = uid ?? video.id
        guard !items.contains(where: { $0.uid == uid }) else { throw .duplicate(uid: uid) }
        items.append(Item(uid: uid, video: video))
    }

    /// `removeSource`. The current one stays current; when it is the one that goes, its successor is, else its
    /// predecessor.
    ///
    /// - Returns: false when there is none of that name.
    @discardableResult
    package mutating func remove(uid: String) -> Bool {
        guard let index = items.firstIndex(where: { $0.uid == uid }) else { return false }
        items.remove(at: index)
        if let current = currentIndex {
            let moved = index < current ? current - 1 : min(current, items.count - 1)
            currentIndex = moved < 0 ? nil : moved
        }
        return true
    }

    /// The video of that name becomes the current one, which plays by itself.
    ///
    /// - Returns: false when there is none.
    package mutating func move(to uid: String) -> Bool {
        guard let index = items.firstIndex(where: { $0.uid == uid }) else { return false }
        currentIndex = index
        return true
    }

    /// - Returns: false at the end, and before the first ``move(to:)``.
    package mutating func moveToNext() -> Bool { move(by: 1) }

    /// - Returns: false at the beginning, and before the first ``move(to:)``.
    package mutating func moveToPrevious() -> Bool { move(by: -1) }

    private mutating func move(by step: Int) -> Bool {
        guard let currentIndex, items.indices.contains(currentIndex + step) else { return false }
        self.currentIndex = currentIndex + step
        return true
    }

    /// The indices to have ready, the most urgent first: the current one, then the next, the one before, and so
    /// on outwards; at most 1 + 2 · ``preloadCount``, fewer at the ends. Before the first move: from the first one on.
    package var window: [Int] {
        guard let currentIndex else { return Array(items.indices.prefix(1 + preloadCount)) }
        var wanted = [currentIndex]
        for distance in 0..<min(preloadCount, items.count) {
            wanted += [currentIndex + distance + 1, currentIndex - distance - 1]
        }
        return wanted.filter(items.indices.contains)
    }
}
