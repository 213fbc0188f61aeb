import PlayCore
import PlaybackModel
import Rooms

/// The small videos of those who take part: a ``FollowingVideo`` for each place, as long as it is to be seen.
final class SmallVideos {
    /// By ``ThumbnailSlots``.
    private let videos: [FollowingVideo]
    private var slots = ThumbnailSlots()
    /// Of those who have a video now, by their ids.
    private var items: [String: FollowingVideo.Item] = [:]
    /// Of videos that were open once, by where they are.
    private(set) var lengths: [String: MediaTime] = [:]
    private var failures: [String: PlayError] = [:]

    init(_ videos: [FollowingVideo]) { self.videos = videos }

    func show(_ slots: ThumbnailSlots) {
        self.slots = slots
        assign()
    }

    /// Who has a video now.
    func offer(_ items: [String: FollowingVideo.Item]) {
        self.items = items
        assign()
    }

    private func assign() {
        for (slot, video) in videos.enumerated() { video.show(slots.people[slot].flatMap { items[$0] }) }
    }

    /// Why the small video of a participant cannot be shown. What has failed has no place any more, so it is kept.
    func failure(of id: String) -> PlayError? { items[id].flatMap { failures[$0.location] } }

    /// What has failed is tried again.
    func retry() { failures = [:] }

    /// - Returns: whether more is known of them than before.
    func follow(_ reading: ClockReading, at now: HostTime) -> Bool {
        var hasNews = false
        for video in videos {
            video.follow(reading, at: now)
            guard let location = video.shownLocation else { continue }
            if let error = video.failure, failures[location] == nil {
                failures[location] = error
                hasNews = true
            }
            if let length = video.duration, lengths[location] != length {
                lengths[location] = length
                hasNews = true
            }
        }
        return hasNews
    }

    func nextDeadline(at now: HostTime) -> HostTime? {
        videos.lazy.compactMap { $0.nextDeadline(at: now) }.min()
    }

    /// All at once end sooner than one after the other.
    func close() {
        for video in videos { video.end() }
        for video in videos { video.close() }
    }
}
