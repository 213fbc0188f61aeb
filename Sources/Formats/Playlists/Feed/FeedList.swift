package import PlayCore

package struct FeedList: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        package let uid: String
        package let video: Video
    }

    package enum Refusal: Error, Sendable, Equatable {
        /// The feed already has this identifier. Equal identifiers mean the same video, and their streams would mix.
        case duplicate(uid: String)
    }

    /// `preloadCount`: videos to prepare before and after the current one. Never negative.
    package let preloadCount: Int
    package private(set) var items: [Item] = []
    /// `nil` before the first move, and in an empty feed.
    package private(set) var currentIndex: Int?

    package static let defaultPreloadCount = 2

    package init(preloadCount: Int = defaultPreloadCount) { self.preloadCount = max(0, preloadCount) }

    package var current: Item? { currentIndex.map { items[$0] } }

    /// `addUrlSource`. The default identifier is ``Video/id``.
    package mutating func add(_ video: Video, uid: String? = nil) throws(Refusal) {
        let uid = uid ?? video.id
        guard !items.contains(where: { $0.uid == uid }) else { throw .duplicate(uid: uid) }
        items.append(Item(uid: uid, video: video))
    }

    /// Removes a video. If it is current, its successor becomes current, or without a successor its predecessor.
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

    package mutating func move(to uid: String) -> Bool {
        guard let index = items.firstIndex(where: { $0.uid == uid }) else { return false }
        currentIndex = index
        return true
    }

    /// - Returns: false at the end, and before the first ``move(to:)``.
    package mutating func moveToNext() -> Bool { move(by: 1) }

    package mutating func moveToPrevious() -> Bool { move(by: -1) }

    private mutating func move(by step: Int) -> Bool {
        guard let currentIndex, items.indices.contains(currentIndex + step) else { return false }
        self.currentIndex = currentIndex + step
        return true
    }

    /// The indices to prepare, most urgent first: the current one, the next, the previous, and so on outwards; at most
    /// 1 + 2 · ``preloadCount``. Before the first move they start at 0.
    package var window: [Int] {
        guard let currentIndex else { return Array(items.indices.prefix(1 + preloadCount)) }
        var wanted = [currentIndex]
        for distance in 0..<min(preloadCount, items.count) {
            wanted += [currentIndex + distance + 1, currentIndex - distance - 1]
        }
        return wanted.filter(items.indices.contains)
    }
}
