import Classes
import PlayCore
import PlaybackModel

final class SmallVideos {
    private let videos: [FollowingVideo]
    private var slots = ThumbnailSlots()
    private var items: [String: FollowingVideo.Item] = [:]
    private(set) var lengths: [String: MediaTime] = [:]
    private var failures: [String: PlayError] = [:]

    init(_ videos: [FollowingVideo]) { self.videos = videos }

    func show(_ slots: ThumbnailSlots) {
        self.slots = slots
        assign()
    }

    func offer(_ items: [String: FollowingVideo.Item]) {
        self.items = items
        assign()
    }

    private func assign() {
        for (slot, video) in videos.enumerated() { video.show(slots.people[slot].flatMap { items[$0] }) }
    }

    /// Kept here, because a failed video has no slot.
    func failure(of id: String) -> PlayError? { items[id].flatMap { failures[$0.location] } }

    func retry() { failures = [:] }

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

    /// Starts to end all engines before it waits for any, which is faster.
    func close() {
        for video in videos { video.end() }
        for video in videos { video.close() }
    }
}
