import PlayCore
import Playback
import TUI

/// ROOM-30: the small videos of those who take part: a ``CompanionFeed`` each, with few pictures a second, as long as it
/// is to be seen. Main thread.
final class ThumbnailFeed {
    /// Five a second: a face moves.
    static let pictureInterval = MediaTime.milliseconds(200)

    /// By ``ThumbnailSlots``.
    let feeds: [CompanionFeed]
    private var slots = ThumbnailSlots()
    /// Of those who have a video now, by their ids.
    private var items: [String: CompanionFeed.Item] = [:]
    /// Of videos that were open once, by where they are.
    private(set) var lengths: [String: MediaTime] = [:]
    private var failures: [String: PlayError] = [:]

    init(make: () -> CompanionFeed) {
        feeds = (0..<ThumbnailLayout.most).map { _ in make() }
    }

    func show(_ slots: ThumbnailSlots) {
        self.slots = slots
        assign()
    }

    /// Who has a video now.
    func offer(_ items: [String: CompanionFeed.Item]) {
        self.items = items
        assign()
    }

    private func assign() {
        for (slot, feed) in feeds.enumerated() { feed.show(slots.people[slot].flatMap { items[$0] }) }
    }

    /// Why the small video of a participant cannot be shown. What has failed has no place any more, so it is kept.
    func failure(of id: String) -> PlayError? { items[id].flatMap { failures[$0.location] } }

    /// ROOM-20: what has failed is tried again.
    func retry() { failures = [:] }

    /// - Returns: whether more is known of them than before.
    func follow(_ reading: ClockReading, at now: HostTime) -> Bool {
        var hasNews = false
        for feed in feeds {
            feed.follow(reading, at: now)
            guard let location = feed.shownLocation else { continue }
            if let error = feed.failure, failures[location] == nil {
                failures[location] = error
                hasNews = true
            }
            if let length = feed.duration, lengths[location] != length {
                lengths[location] = length
                hasNews = true
            }
        }
        return hasNews
    }

    func nextDeadline(at now: HostTime) -> HostTime? {
        feeds.lazy.compactMap { $0.nextDeadline(at: now) }.min()
    }

    /// All at once end sooner than one after the other.
    func close() {
        for feed in feeds { feed.end() }
        for feed in feeds { feed.close() }
    }
}
