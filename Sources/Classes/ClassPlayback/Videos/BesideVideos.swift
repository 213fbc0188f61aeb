import Classes
import PlayCore
import PlaybackModel

final class BesideVideos {
    /// The user whose video the viewer requests; `nil` for the shared desktop.
    var wantedUser: String?
    var hasMainPicture = true
    private let second: FollowingVideo
    private let small: SmallVideos
    private var secondFailure: PlayError?

    init(second: FollowingVideo, small: [FollowingVideo]) {
        self.second = second
        self.small = SmallVideos(small)
    }

    func companion(_ session: ClassSession, locate: (String) -> String?) -> CompanionView? {
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
            kind: video.user.id == ClassUser.desktopID ? .desktop : .person(id: video.user.id, name: video.user.name),
            isWanted: wanted != nil, failure: second.failure)
        view.isOnlyPicture = !hasMainPicture
        return view
    }

    func thumbnails(
        _ session: ClassSession, large: CompanionView?, locate: (String) -> String?
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

    /// By the class's references to the videos. Contains only those that have been opened.
    func lengths(_ info: ClassInfo, locate: (String) -> String?) -> [String: MediaTime] {
        guard !small.lengths.isEmpty else { return [:] }
        var lengths: [String: MediaTime] = [:]
        for video in info.userVideoList { lengths[video.url] = locate(video.url).flatMap { small.lengths[$0] } }
        return lengths
    }

    /// For a class with only sound: the presenter's video, or else the earliest participant's.
    private func onlyVideo(_ session: ClassSession, locate: (String) -> String?) -> ClassInfo.UserVideo? {
        guard !hasMainPicture else { return nil }
        let info = session.room.info
        let running = info.participantVideos(at: session.position, lengths: lengths(info, locate: locate))
        return running.first { $0.user.id == session.state.users.presenter } ?? running.first
    }

    // MARK: Playing

    struct Progress {
        var isSecondOther = false
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

    func leave() {
        second.show(nil)
        small.offer([:])
        wantedUser = nil
    }

    /// Must be the last call, made once.
    func close() {
        second.close()
        small.close()
    }
}
