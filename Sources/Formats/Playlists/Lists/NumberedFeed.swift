import PlayCore

/// A feed whose items have unique numbers, which are never reused.
struct NumberedFeed {
    var list: FeedList
    private(set) var numbers: [Int] = []
    private var nextNumber = 0

    init(preloadCount: Int) { list = FeedList(preloadCount: preloadCount) }

    /// Skips videos that are already in the feed. Returns the added ones.
    mutating func add(_ videos: [Video]) -> [(number: Int, video: Video)] {
        var taken: [(Int, Video)] = []
        for video in videos {
            do throws(FeedList.Refusal) {
                try list.add(video)
            } catch {
                continue
            }
            taken.append((nextNumber, video))
            numbers.append(nextNumber)
            nextNumber += 1
        }
        return taken
    }

    mutating func remove(at place: Int) -> Int {
        list.remove(uid: list.items[place].uid)
        return numbers.remove(at: place)
    }
}
