package import PlayCore

package struct PlaylistContents: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        /// From 1, constant for the life of the program.
        package let id: Int
        /// As the user or the list wrote it; unverified text.
        package let location: String
        /// Unverified text.
        package let title: String?
        /// The key of the item's records, independent of how it was named.
        package let videoID: String
        package let duration: MediaTime?

        package init(
            id: Int, location: String, title: String? = nil, videoID: String? = nil, duration: MediaTime? = nil
        ) {
            self.id = id
            self.location = location
            self.title = title
            self.videoID = videoID ?? location
            self.duration = duration
        }

        /// Returns whether `place` is the item's location, or the key of its records.
        package func isAt(_ place: String) -> Bool { place == location || place == videoID }

        /// The title, else the file name, else the address without possible secrets. Unverified text.
        package var name: String {
            if let title { return title }
            if AddressText.isAddress(location) { return AddressText.title(location) }
            return location.split(separator: "/").last.map(String.init) ?? location
        }
    }

    package var items: Items
    package var index: Int?
    package var repeats = PlaylistRepeat.times(1)
    package var isShuffled = false

    package init(items: [Item] = [], index: Int? = nil) {
        self.items = Items(items)
        self.index = index
    }

    init(videos: [Video], index: Int?) {
        items = Items(videos: videos)
        self.index = index
    }

    package init(locations: [String], index: Int? = nil) {
        self.init(
            items: locations.enumerated().map { Item(id: $0.offset + 1, location: $0.element) }, index: index)
    }

    package var current: Item? { index.flatMap { items.indices.contains($0) ? items[$0] : nil } }

    private var isEndless: Bool { repeats != .times(1) }
    package var hasNext: Bool { index.map { $0 + 1 < items.count || isEndless } ?? false }
    package var hasPrevious: Bool { index.map { $0 > 0 || isEndless } ?? false }
}

/// `loop-playlist`: how often the list still plays.
package enum PlaylistRepeat: Sendable, Equatable {
    /// At least 1.
    case times(Int)
    case endless
    /// Repeats even if all items fail.
    case endlessDespiteFailures
}

package struct PlaylistPosition: Sendable, Equatable {
    package var index: Int?
    package var count: Int
    package var repeats = false

    package init(index: Int? = 0, count: Int = 1) {
        self.index = index
        self.count = count
    }

    package var hasNext: Bool { index.map { $0 + 1 < count || repeats } ?? false }
    package var hasPrevious: Bool { index.map { $0 > 0 } ?? false }
}
