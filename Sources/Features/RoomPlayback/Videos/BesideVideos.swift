import PlayCore
import PlaybackModel
import Rooms

/// The videos of a class beside the main one: whose they are at a position, and how they go.
final class BesideVideos {
    /// Whose video the viewer wants; nil: that of the desktop while it is shared.
    var wantedUser: String?
    /// Whether what plays has a picture of its own, as far as that is known.
    var hasMainPicture = true
    private let second: FollowingVideo
    private let small: SmallVideos
    private var secondFailure: PlayError?

    init(second: FollowingVideo, small: [FollowingVideo]) {
        self.second = second
        self.small = SmallVideos(small)
    }

    /// Which of the videos beside the main one is to be seen.
    func companion(_ session: RoomSession, locate: (String) -> String?) -> CompanionView? {
        let info = session.room.info
        let wanted = wantedUser.flatMap { info.video(of: $0, at: session.position) }
        let isShared = session.state.stage.isDesktopSharing
        let desktop = isShared ? info.desktopVideo(at: session.position) : nil
        guard let video = wanted ?? desktop ?? onlyVideo(session, locate: locate), let location = locate(video.url)
        else {
            second.show(nil)
            return nil
        }
        second.show(FollowingVideo.Item(location: location, start: video.start ?? .zero))
        var view = CompanionView(
            kind: video.user.id == RoomUser.desktopID ? .desktop : .person(id: video.user.id, name: video.user.name),
            isWanted: wanted != nil, failure: second.failure)
        view.isOnlyPicture = !hasMainPicture
        return view
    }

    /// Those who are to be seen now.
    func thumbnails(
        _ session: RoomSession, large: CompanionView?, locate: (String) -> String?
    ) -> [ThumbnailView] {
        let info = session.room.info
        let videos = info.participantVideos(at: session.position, lengths: lengths(info, locate: locate))
        var items: [String: FollowingVideo.Item] = [:]
        for video in videos {
            guard let location = locate(video.url) else { continue }
            items[video.user.id] = FollowingVideo.Item(location: location, start: video.start ?? .zero)
        }
        small.offer(items)
        return videos.filter { items[$0.user.id] != nil }.map { video in
            let user = video.user
            let isLarge =
                if case .person(user.id, _)? = large?.kind { true } else { false }
            return ThumbnailView(id: user.id, name: user.name, isLarge: isLarge, failure: small.failure(of: user.id))
        }
    }

    /// Of those that were open once, as the room names them.
    func lengths(_ info: RoomInfo, locate: (String) -> String?) -> [String: MediaTime] {
        guard !small.lengths.isEmpty else { return [:] }
        var lengths: [String: MediaTime] = [:]
        for video in info.userVideoList { lengths[video.url] = locate(video.url).flatMap { small.lengths[$0] } }
        return lengths
    }

    /// Where the main recording is sound alone: of those who are to be seen the presenter, else whoever came first.
    private func onlyVideo(_ session: RoomSession, locate: (String) -> String?) -> RoomInfo.UserVideo? {
        guard !hasMainPicture else { return nil }
        let info = session.room.info
        let running = info.participantVideos(at: session.position, lengths: lengths(info, locate: locate))
        return running.first { $0.user.id == session.state.users.presenter } ?? running.first
    }

    // MARK: Playing

    /// What became of it.
    struct Progress {
        /// Something else is to be said of the second video.
        var isSecondOther = false
        /// More is known of the small ones, also when they end.
        var areSmallOther = false
    }

    func follow(_ reading: ClockReading, at now: HostTime) -> Progress {
        second.follow(reading, at: now)
        let areSmallOther = small.follow(reading, at: now)
        let failure = second.failure
        defer { secondFailure = failure }
        return Progress(isSecondOther: failure != secondFailure, areSmallOther: areSmallOther)
    }

    func nextDeadline(at now: HostTime) -> HostTime? {
        HostTime.earlier(second.nextDeadline(at: now), small.nextDeadline(at: now))
    }

    func show(_ slots: ThumbnailSlots) { small.show(slots) }

    func retry() { small.retry() }

    /// The class is left.
    func leave() {
        second.show(nil)
        small.offer([:])
        wantedUser = nil
    }

    /// Call once, last.
    func close() {
        second.close()
        small.close()
    }
}
