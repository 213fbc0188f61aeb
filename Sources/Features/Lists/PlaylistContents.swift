package import PlayCore
import Playlists

/// The list of items, as lists and properties show it. In the order of playing.
package struct PlaylistContents: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        /// From 1, for the life of the program: stays when others come and go.
        package let id: Int
        /// Path or address as the user or the list gave it; unverified text.
        package let location: String
        /// As the list has it; unverified text. Nil: the list says nothing.
        package let title: String?
        /// What is remembered of it is known by this, however it was named.
        package let videoID: String
        /// As the list has it.
        package let duration: MediaTime?

        /// - Parameter videoID: nil: the location.
        package init(
            id: Int, location: String, title: String? = nil, videoID: String? = nil, duration: MediaTime? = nil
        ) {
            self.id = id
            self.location = location
            self.title = title
            self.videoID = videoID ?? location
            self.duration = duration
        }

        /// For the viewer: the title, else the name of the file, or the address without what may be secret in it;
        /// unverified text.
        package var name: String {
            if let title { return title }
            if AddressText.isAddress(location) { return AddressText.title(location) }
            return location.split(separator: "/").last.map(String.init) ?? location
        }
    }

    package var items: Items
    /// From 0; nil when none plays.
    package var index: Int?
    package var repeats = PlaylistRepeat.times(1)
    /// In an order of its own, another one in each playthrough.
    package var isShuffled = false

    package init(items: [Item] = [], index: Int? = nil) {
        self.items = Items(items)
        self.index = index
    }

    /// - Parameter videos: numbered (``Video/entry``).
    init(videos: [Video], index: Int?) {
        items = Items(videos: videos)
        self.index = index
    }

    /// Items without titles, numbered from 1.
    package init(locations: [String], index: Int? = nil) {
        self.init(
            items: locations.enumerated().map { Item(id: $0.offset + 1, location: $0.element) }, index: index)
    }

    package var current: Item? { index.flatMap { items.indices.contains($0) ? items[$0] : nil } }

    private var isEndless: Bool { repeats != .times(1) }
    package var hasNext: Bool { index.map { $0 + 1 < items.count || isEndless } ?? false }
    package var hasPrevious: Bool { index.map { $0 > 0 || isEndless } ?? false }
}

/// `loop-playlist`: how often the list plays through from now on.
package enum PlaylistRepeat: Sendable, Equatable {
    /// At least 1.
    case times(Int)
    case endless
    /// Even when nothing of it can be played.
    case endlessDespiteFailures
}

/// Which item of how many plays.
package struct PlaylistPosition: Sendable, Equatable {
    /// From 0; nil: none does.
    package var index: Int?
    package var count: Int
    /// Behind the last item comes the first.
    package var repeats = false

    package init(index: Int? = 0, count: Int = 1) {
        self.index = index
        self.count = count
    }

    package var hasNext: Bool { index.map { $0 + 1 < count || repeats } ?? false }
    package var hasPrevious: Bool { index.map { $0 > 0 } ?? false }
}
