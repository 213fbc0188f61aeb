package import PlayCore

package struct LiveList<Options: EntryOptions>: Sendable {
    package typealias Entry = ListEntry<Options>

    /// The most entries, as of all lists of the command line together.
    package static var maximumCount: Int { 100_000 }

    /// The videos in the order of playing. The controller and the screen share this array, so a list is stored once.
    package private(set) var videos: [Video]
    private var listOptions: ListOptions<Options>
    package private(set) var order: PlayOrder

    package init(_ queue: PlayQueue<Options>, order: PlayOrder) {
        videos = queue.videos
        listOptions = queue.listOptions
        self.order = order
        arrange()
        Heap.trim(afterReading: videos.count)
    }

    package var count: Int { videos.count }

    /// - Parameter number: ``Video/entry``.
    package func entry(_ number: Int) -> Entry? { place(of: number).map { self[$0] } }

    package var current: Entry? { order.currentPlace.map { self[$0] } }

    package var next: Entry? {
        guard let place = order.currentPlace, videos.indices.contains(place + 1) else { return nil }
        return self[place + 1]
    }

    private subscript(place: Int) -> Entry {
        ListEntry(video: videos[place], options: listOptions[videos[place].entry])
    }

    private func place(of number: Int) -> Int? { videos.firstIndex { $0.entry == number } }

    private mutating func arrange() {
        let sequence = order.sequence
        if videos.count == sequence.count, zip(videos, sequence).allSatisfy({ $0.entry == $1 }) { return }
        let byNumber = Dictionary(uniqueKeysWithValues: videos.map { ($0.entry, $0) })
        videos = sequence.compactMap { byNumber[$0] }
    }

    package var contents: PlaylistContents {
        var contents = PlaylistContents(videos: videos, index: order.currentPlace)
        contents.repeats = order.repeats
        contents.isShuffled = order.isShuffled
        return contents
    }

    // MARK: Moving

    package mutating func move(by step: Int, hasFailed: Bool) -> Bool {
        // A shuffled list gets a new order in each playthrough.
        defer { arrange() }
        return order.move(by: step, hasFailed: hasFailed)
    }

    package mutating func jump(toPlace place: Int, hasFailed: Bool) -> Bool {
        order.jump(toPlace: place, hasFailed: hasFailed)
    }

    package mutating func stop() { order.stop() }

    // MARK: Changing

    /// Inserts as many videos as fit. Returns their numbers.
    ///
    /// - Parameter place: in the order of playing, or `nil` for the end.
    package mutating func insert(
        _ videos: [Video], _ overrides: Options.Overrides = Options.Overrides(), at place: Int? = nil
    ) -> [Int] {
        let taken = order.insert(Array(videos.prefix(max(0, Self.maximumCount - count))), at: place)
        let numbers = taken.map(\.number)
        listOptions.override(numbers, overrides)
        self.videos += listOptions.marking(taken.map { taken in taken.video.updating { $0.entry = taken.number } })
        arrange()
        return numbers
    }

    /// Returns the videos' numbers, and the place to play now, or `nil` if the current entry continues.
    package mutating func load(
        _ videos: [Video], _ mode: LoadMode, _ overrides: Options.Overrides = Options.Overrides()
    ) -> (numbers: [Int], plays: Int?) {
        let isIdle = current == nil
        if mode == .replace { clear(keepsCurrent: false) }
        let place: Int? =
            switch mode {
            case .insertNext, .insertNextPlay: order.currentPlace.map { $0 + 1 } ?? count
            case .replace, .append, .appendPlay, .appendGo: nil
            }
        let numbers = insert(videos, overrides, at: place)
        Heap.trim(afterReading: numbers.count)
        guard mode.plays(whenIdle: isIdle), let first = numbers.first else { return (numbers, nil) }
        return (numbers, order.sequence.firstIndex(of: first))
    }

    /// Called once an entry's details are known. Place and options stay.
    package mutating func update(_ video: Video) {
        guard let place = place(of: video.entry) else { return }
        videos[place] = listOptions.marks(of: video.entry).put(on: video)
    }

    /// Replaces an entry by several, such as an album's items. Returns the place of the first.
    package mutating func replace(_ number: Int, with videos: [Video]) -> Int? {
        guard let place = place(of: number) else { return nil }
        let numbers = insert(videos, listOptions.overrides(of: number), at: place + 1)
        guard let first = numbers.first else { return nil }
        remove(place: place)
        return order.sequence.firstIndex(of: first)
    }

    @discardableResult
    package mutating func remove(place: Int) -> Bool {
        guard let number = order.remove(place: place) else { return false }
        videos.remove(at: place)
        listOptions.keep { $0 != number }
        return true
    }

    package mutating func clear(keepsCurrent: Bool) {
        order.clear(keepsCurrent: keepsCurrent)
        arrange()
        let left = Set(videos.map(\.entry))
        listOptions.keep(left.contains)
    }

    /// Keeps the current entry playing. Returns whether the change is possible.
    package mutating func rearrange(_ change: PlaylistChange) -> Bool {
        defer { arrange() }
        return switch change {
        case .move(let place, let target): order.move(from: place, to: target)
        case .shuffle: order.shuffle()
        case .unshuffle: order.unshuffle()
        case .setShuffled(let isOn): order.setShuffled(isOn)
        case .setRepeat(let repeats): order.setRepeats(repeats)
        case .loadList, .clear, .remove: false
        }
    }
}
