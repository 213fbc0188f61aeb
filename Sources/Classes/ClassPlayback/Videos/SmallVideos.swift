import Classes
import PlayCore
import PlaybackModel

final class SmallVideos {
    /// The videos by place; see ``ThumbnailSlots``.
    private let videos: [FollowingVideo]
    private var slots = ThumbnailSlots()
    /// The current videos by user id.
    private var items: [String: FollowingVideo.Item] = [:]
    /// The lengths of videos that were open once, by location.
    private(set) var lengths: [String: MediaTime] = [:]
    private var failures: [String: PlayError] = [:]

    init(_ videos: [FollowingVideo]) { self.videos = videos }

    func show(_ slots: ThumbnailSlots) {
        self.slots = slots
        assign()
    }

    /// Sets the users who have a video now.
    func offer(_ items: [String: FollowingVideo.Item]) {
        self.items = items
        assign()
    }

    private func assign() {
        for (slot, video) in videos.enumerated() { video.show(slots.people[slot].flatMap { items[$0] }) }
    }

    /// Returns why the small video of a participant cannot be shown. Kept here, since a failed video has no place.
    func failure(of id: String) -> PlayError? { items[id].flatMap { failures[$0.location] } }

    /// Allows failed videos to be opened again.
    func retry() { failures = [:] }

    /// - Returns: whether more is known of the videos than before.
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

    /// Ends all engines before waiting for each, which takes less time than one after the other.
    func close() {
        for video in videos { video.end() }
        for video in videos { video.close() }
    }
}
