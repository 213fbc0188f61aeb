package import PlayCore
import Playlists

/// The list that plays and changes meanwhile: its entries, and the order in which they play. A value.
package struct LiveList<Options: EntryOptions>: Sendable {
    package typealias Entry = ListEntry<Options>

    /// As much as all lists of the command line may hold.
    package static var maximumCount: Int { 100_000 }

    private var entries: [Int: Entry]
    package private(set) var order: PlayOrder

    package init(_ queue: PlayQueue<Options>, order: PlayOrder) {
        entries = Dictionary(uniqueKeysWithValues: queue.entries.enumerated().map { ($0.offset, $0.element) })
        self.order = order
    }

    package var count: Int { entries.count }

    /// By ``Video/entry``.
    package func entry(_ number: Int) -> Entry? { entries[number] }

    package var current: Entry? { order.current.flatMap { entries[$0] } }

    /// What follows the current one in the order of playing; nil: nothing, or nothing is current.
    package var next: Entry? {
        guard let place = order.currentPlace, order.sequence.indices.contains(place + 1) else { return nil }
        return entries[order.sequence[place + 1]]
    }

    /// In the order of playing.
    package var videos: [Video] { order.sequence.compactMap { entries[$0]?.video } }

    /// Nil: its file's name tells it. An address is never shown with what may be secret in it.
    private static func title(of video: Video) -> String? {
        let location = video.sources[0].location
        return video.title ?? (AddressText.isAddress(location) ? AddressText.title(location) : nil)
    }

    /// For lists and properties.
    package var contents: PlaylistContents {
        let items = order.sequence.compactMap { number in
            entries[number].map {
                PlaylistContents.Item(
                    id: number + 1, location: $0.video.sources[0].location, title: Self.title(of: $0.video),
                    videoID: $0.video.id)
            }
        }
        var contents = PlaylistContents(items: items, index: order.currentPlace)
        contents.repeats = order.repeats
        contents.isShuffled = order.isShuffled
        return contents
    }

    // MARK: Moving

    package mutating func move(by step: Int, hasFailed: Bool) -> Bool { order.move(by: step, hasFailed: hasFailed) }

    package mutating func jump(toPlace place: Int, hasFailed: Bool) -> Bool {
        order.jump(toPlace: place, hasFailed: hasFailed)
    }

    package mutating func stop() { order.stop() }

    // MARK: Changing

    /// As many as there is room for.
    ///
    /// - Parameter place: in the order of playing; nil: at its end.
    /// - Returns: the numbers of the entries that were taken.
    package mutating func insert(_ videos: [Video], _ options: Options, at place: Int? = nil) -> [Int] {
        let taken = order.insert(Array(videos.prefix(max(0, Self.maximumCount - count))), at: place)
        for (number, video) in taken { entries[number] = Entry(video, options, number: number) }
        return taken.map(\.number)
    }

    /// Puts videos where a command wants them.
    ///
    /// - Returns: the numbers of the entries that were taken, and the place of the one that the command wants to play
    ///   now; nil: what plays goes on.
    package mutating func load(_ videos: [Video], _ options: Options, _ mode: LoadMode) -> (numbers: [Int], plays: Int?)
    {
        let isIdle = current == nil
        if mode == .replace { clear(keepsCurrent: false) }
        let place: Int? =
            switch mode {
            case .insertNext, .insertNextPlay: order.currentPlace.map { $0 + 1 } ?? count
            case .replace, .append, .appendPlay, .appendGo: nil
            }
        let numbers = insert(videos, options, at: place)
        guard mode.plays(whenIdle: isIdle), let first = numbers.first else { return (numbers, nil) }
        return (numbers, order.sequence.firstIndex(of: first))
    }

    /// More is known of an entry now; its place and its options stay.
    package mutating func update(_ video: Video) {
        guard let entry = entries[video.entry] else { return }
        entries[video.entry] = Entry(video, entry.options, number: video.entry)
    }

    /// Others take an entry's place: what is in an album.
    ///
    /// - Returns: the place of the first of them in the order of playing; nil: there is no such entry.
    package mutating func replace(_ number: Int, with videos: [Video]) -> Int? {
        guard let entry = entries[number], let place = order.sequence.firstIndex(of: number) else { return nil }
        let numbers = insert(videos, entry.options, at: place + 1)
        guard let first = numbers.first else { return nil }
        remove(place: place)
        return order.sequence.firstIndex(of: first)
    }

    /// - Returns: false: there is no such place.
    @discardableResult
    package mutating func remove(place: Int) -> Bool {
        guard let number = order.remove(place: place) else { return false }
        entries[number] = nil
        return true
    }

    /// - Parameter keepsCurrent: all but what plays.
    package mutating func clear(keepsCurrent: Bool) {
        order.clear(keepsCurrent: keepsCurrent)
        let left = Set(order.sequence)
        entries = entries.filter { left.contains($0.key) }
    }

    /// Order and repeating; what plays goes on.
    /// - Returns: false: it cannot be done.
    package mutating func rearrange(_ change: PlaylistChange) -> Bool {
        switch change {
        case .move(let place, let target): order.move(from: place, to: target)
        case .shuffle: order.shuffle()
        case .unshuffle: order.unshuffle()
        case .setShuffled(let isOn): order.setShuffled(isOn)
        case .setRepeat(let repeats): order.setRepeats(repeats)
        case .loadList, .clear, .remove: false
        }
    }
}
