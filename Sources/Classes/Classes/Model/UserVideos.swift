package import PlayCore

extension ClassUser {
    /// The user ID that lists the video of the shared desktop.
    package static let desktopID = "deskshare"
}

extension ClassInfo {
    package func desktopVideo(at position: MediaTime) -> UserVideo? { video(of: ClassUser.desktopID, at: position) }

    /// Returns the video that the user started last before a position, or else the first one. Each start has its own
    /// video.
    package func video(of user: String, at position: MediaTime) -> UserVideo? {
        let own = userVideoList.filter { $0.user.id == user }
        let begun = own.filter { ($0.start ?? .zero) <= position }
        return begun.max { ($0.start ?? .zero) < ($1.start ?? .zero) } ?? own.first
    }

    package var usersWithVideo: Set<String> {
        Set(userVideoList.map(\.user.id)).subtracting([ClassUser.desktopID])
    }

    /// Returns at most one video per user, earliest start first. A video ends after its length in `lengths`, whose keys
    /// are addresses. Lengths may be unknown.
    package func participantVideos(at position: MediaTime, lengths: [String: MediaTime] = [:]) -> [UserVideo] {
        var seen: Set<String> = [ClassUser.desktopID]
        let users = videosByStart.map(\.user.id).filter { seen.insert($0).inserted }
        return users.compactMap { user in
            guard let video = video(of: user, at: position) else { return nil }
            let start = video.start ?? .zero
            let isOver = lengths[video.url].map { position >= start + $0 } ?? false
            return start <= position && !isOver ? video : nil
        }
    }

    /// Returns the next time at which ``participantVideos(at:lengths:)`` changes, as far as lengths are known.
    package func nextVideoChange(after position: MediaTime, lengths: [String: MediaTime] = [:]) -> MediaTime? {
        userVideoList.flatMap { video in
            let start = video.start ?? .zero
            return [start, lengths[video.url].map { start + $0 }].compactMap(\.self)
        }.filter { $0 > position }.min()
    }

    private var videosByStart: [UserVideo] { userVideoList.stablySorted { ($0.start ?? .zero) < ($1.start ?? .zero) } }
}
