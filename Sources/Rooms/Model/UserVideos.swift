package import PlayCore

extension RoomUser {
    /// ROOM-42: whose video is that of the shared desktop.
    package static let desktopID = "deskshare"
}

/// ROOM-30, INFO-15: which of the recordings beside the main one is wanted at a position. Pure.
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
}
