package import PlayCore

extension RoomUser {
    /// Whose video is that of the shared desktop.
    package static let desktopID = "deskshare"
}

/// Which of the recordings beside the main one is wanted at a position. Pure.
extension RoomInfo {
    /// Of the shared desktop; nil: it is in the main video, or nowhere.
    package func desktopVideo(at position: MediaTime) -> UserVideo? { video(of: RoomUser.desktopID, at: position) }

    /// People have one each time that they begin anew: the last one that has begun, else the first.
    package func video(of user: String, at position: MediaTime) -> UserVideo? {
        let own = userVideoList.filter { $0.user.id == user }
        let begun = own.filter { ($0.start ?? .zero) <= position }
        return begun.max { ($0.start ?? .zero) < ($1.start ?? .zero) } ?? own.first
    }

    /// Who has a recording of their own.
    package var usersWithVideo: Set<String> {
        Set(userVideoList.map(\.user.id)).subtracting([RoomUser.desktopID])
    }

    /// What those who take part show of themselves at a position, at most one video each, who came first first.
    ///
    /// - Parameter lengths: of the videos whose length is known, by their addresses: they are over then.
    package func participantVideos(at position: MediaTime, lengths: [String: MediaTime] = [:]) -> [UserVideo] {
        var seen: Set<String> = [RoomUser.desktopID]
        let users = videosByStart.map(\.user.id).filter { seen.insert($0).inserted }
        return users.compactMap { user in
            guard let video = video(of: user, at: position) else { return nil }
            let start = video.start ?? .zero
            let isOver = lengths[video.url].map { position >= start + $0 } ?? false
            return start <= position && !isOver ? video : nil
        }
    }

    /// When ``participantVideos(at:lengths:)`` is another list, as far as that is known.
    package func nextVideoChange(after position: MediaTime, lengths: [String: MediaTime] = [:]) -> MediaTime? {
        userVideoList.flatMap { video in
            let start = video.start ?? .zero
            return [start, lengths[video.url].map { start + $0 }].compactMap(\.self)
        }.filter { $0 > position }.min()
    }

    private var videosByStart: [UserVideo] { userVideoList.stablySorted { ($0.start ?? .zero) < ($1.start ?? .zero) } }
}
