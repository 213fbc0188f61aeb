import PlayCore

extension PlaylistContents {
    /// The items of a list, created on access from the array of videos that the player uses.
    package struct Items: Sendable, Equatable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
        private var videos: [Video] = []

        package init() {}

        init(videos: [Video]) { self.videos = videos }

        package var startIndex: Int { 0 }
        package var endIndex: Int { videos.count }

        package subscript(index: Int) -> Item {
            get { Item(videos[index]) }
            set { videos[index] = newValue.video }
        }

        package mutating func replaceSubrange(_ range: Range<Int>, with items: some Collection<Item>) {
            videos.replaceSubrange(range, with: items.map(\.video))
        }
    }
}

extension PlaylistContents.Item {
    fileprivate init(_ video: Video) {
        self.init(
            id: video.entry + 1, location: video.location, title: video.title, videoID: video.id,
            duration: video.duration)
    }

    fileprivate var video: Video {
        Video(id: videoID, title: title, sources: [Source(location)], duration: duration).updating { $0.entry = id - 1 }
    }
}
