import Commands
import Options
import PlayCore
import TUI

/// The list that plays and changes meanwhile: its entries, and the order in which they play. A value.
struct LiveList {
    typealias Entry = PlayQueue.Entry

    /// As much as all lists of the command line may hold.
    static let maximumCount = 100_000

    private var entries: [Int: Entry]
    private(set) var order: PlayOrder

    init(_ queue: PlayQueue, order: PlayOrder) {
        entries = Dictionary(uniqueKeysWithValues: queue.entries.enumerated().map { ($0.offset, $0.element) })
        self.order = order
    }

    var count: Int { entries.count }

    /// By ``Video/entry``.
    func entry(_ number: Int) -> Entry? { entries[number] }

    var current: Entry? { order.current.flatMap { entries[$0] } }

    /// In the order of playing.
    var videos: [Video] { order.sequence.compactMap { entries[$0]?.video } }

    /// Nil: its file's name tells it. An address is never shown with what may be secret in it.
    private static func title(of video: Video) -> String? {
        let location = video.sources[0].location
        return video.title ?? (SourceAccess.isAddress(location) ? SourceAccess.title(location) : nil)
    }

    /// For lists and properties.
    var facts: PlaylistFacts {
        let items = order.sequence.compactMap { number in
            entries[number].map {
                PlaylistFacts.Item(
                    id: number + 1, location: $0.video.sources[0].location, title: Self.title(of: $0.video),
                    videoID: $0.video.id)
            }
        }
        var facts = PlaylistFacts(items: items, index: order.currentPlace)
        facts.repeats = order.repeats
        facts.isShuffled = order.isShuffled
        return facts
    }

    // MARK: Moving

    mutating func move(by step: Int, hasFailed: Bool) -> Bool { order.move(by: step, hasFailed: hasFailed) }

    mutating func jump(toPlace place: Int, hasFailed: Bool) -> Bool {
        order.jump(toPlace: place, hasFailed: hasFailed)
    }

    mutating func stop() { order.stop() }

    // MARK: Changing

    /// As many as there is room for.
    ///
    /// - Parameter place: in the order of playing; nil: at its end.
    /// - Returns: the numbers of the entries that were taken.
    mutating func insert(_ videos: [Video], _ options: PlayerOptions, at place: Int? = nil) -> [Int] {
        let taken = order.insert(Array(videos.prefix(max(0, Self.maximumCount - count))), at: place)
        for (number, video) in taken { entries[number] = Entry(video, options, number: number) }
        return taken.map(\.number)
    }

    /// More is known of an entry now; its place and its options stay.
    mutating func update(_ video: Video) {
        guard let entry = entries[video.entry] else { return }
        entries[video.entry] = Entry(video, entry.options, number: video.entry)
    }

    /// Others take an entry's place: what is in an album.
    ///
    /// - Returns: the place of the first of them in the order of playing; nil: there is no such entry.
    mutating func replace(_ number: Int, with videos: [Video]) -> Int? {
        guard let entry = entries[number], let place = order.sequence.firstIndex(of: number) else { return nil }
        let numbers = insert(videos, entry.options, at: place + 1)
        guard let first = numbers.first else { return nil }
        remove(place: place)
        return order.sequence.firstIndex(of: first)
    }

    /// - Returns: false: there is no such place.
    @discardableResult
    mutating func remove(place: Int) -> Bool {
        guard let number = order.remove(place: place) else { return false }
        entries[number] = nil
        return true
    }

    /// - Parameter keepsCurrent: all but what plays.
    mutating func clear(keepsCurrent: Bool) {
        order.clear(keepsCurrent: keepsCurrent)
        let left = Set(order.sequence)
        entries = entries.filter { left.contains($0.key) }
    }

    /// Order and repeating; what plays goes on.
    /// - Returns: false: it cannot be done.
    mutating func rearrange(_ change: PlayerCommand.PlaylistChange) -> Bool {
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
