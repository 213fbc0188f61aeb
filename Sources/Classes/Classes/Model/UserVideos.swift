package import PlayCore

extension ClassUser {
    /// The user id under which the video of the shared desktop is listed.
    package static let desktopID = "deskshare"
}

extension ClassInfo {
    /// Returns the video of the shared desktop, or `nil` if it is in the main video or missing.
    package func desktopVideo(at position: MediaTime) -> UserVideo? { video(of: ClassUser.desktopID, at: position) }

    /// Returns a user's video at a position: the last begun, or else the first. Each start of sending has one.
    package func video(of user: String, at position: MediaTime) -> UserVideo? {
        let own = userVideoList.filter { $0.user.id == user }
        let begun = own.filter { ($0.start ?? .zero) <= position }
        return begun.max { ($0.start ?? .zero) < ($1.start ?? .zero) } ?? own.first
    }

    package var usersWithVideo: Set<String> {
        Set(userVideoList.map(\.user.id)).subtracting([ClassUser.desktopID])
    }

    /// Returns the participants' videos at a position, at most one for each user, the earliest start first.
    /// A video is over after its length in `lengths`, which are by address, as far as they are known.
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

    /// Returns when ``participantVideos(at:lengths:)`` changes next, as far as that is known.
    package func nextVideoChange(after position: MediaTime, lengths: [String: MediaTime] = [:]) -> MediaTime? {
        userVideoList.flatMap { video in
            let start = video.start ?? .zero
            return [start, lengths[video.url].map { start + $0 }].compactMap(\.self)
        }.filter { $0 > position }.min()
    }

    private var videosByStart: [UserVideo] { userVideoList.stablySorted { ($0.start ?? .zero) < ($1.start ?? .zero) } }
}
