import PlayCore
import PlaybackModel
import RoomPlayback
import Rooms
import TUI

/// The second video of a class (ROOM-30, ROOM-42), and which definition of the first one plays.
extension RoomDesk {
    /// What of a snapshot decides which definition plays. A value.
    struct Playing: Equatable {
        let videoTrack: Int?
        let definition: Int?
        let selection: SourceSelection?
        let trackCount: Int
        let isOpen: Bool

        init(_ snapshot: PlaybackSnapshot) {
            videoTrack = snapshot.videoTrack
            definition = snapshot.stream?.definition
            selection = snapshot.selection
            trackCount = snapshot.tracks.count
            isOpen = [.ready, .playing, .paused, .stalled, .reachEnd].contains(snapshot.status)
        }
    }

    /// ROOM-35: the definition may be another one.
    func take(_ snapshot: PlaybackSnapshot) {
        let new = Playing(snapshot)
        guard new != playing else { return }
        playing = new
        guard new.isOpen else { return }
        hasMainPicture = snapshot.tracks.contains { if case .video = $0.kind { true } else { false } }
        definitionIsAudio = snapshot.currentDefinition?.isAudio ?? false
        client?.setDefinitionIsAudio(definitionIsAudio)
        isStale = true
    }

    /// Which of the videos beside the main one is to be seen.
    func showCompanion(_ session: RoomSession) -> CompanionFacts? {
        let info = session.room.info
        let wanted = wantedUser.flatMap { info.video(of: $0, at: session.position) }
        let isShared = session.state.stage.isDesktopSharing
        let desktop = isShared ? info.desktopVideo(at: session.position) : nil
        guard let video = wanted ?? desktop ?? presentersVideo(session), let location = source?.resource(video.url)
        else {
            secondVideo.show(nil)
            return nil
        }
        secondVideo.show(CompanionFeed.Item(location: location, start: video.start ?? .zero))
        var facts = CompanionFacts(
            kind: video.user.id == RoomUser.desktopID ? .desktop : .person(id: video.user.id, name: video.user.name),
            isWanted: wanted != nil, failure: secondVideo.failure)
        facts.isOnlyPicture = !hasMainPicture
        return facts
    }

    /// ROOM-30: those who are to be seen now.
    func showThumbnails(_ session: RoomSession, large: CompanionFacts?) -> [ThumbnailFacts] {
        let videos = session.room.info.participantVideos(at: session.position, lengths: videoLengths(session.room.info))
        var items: [String: CompanionFeed.Item] = [:]
        for video in videos {
            guard let location = source?.resource(video.url) else { continue }
            items[video.user.id] = CompanionFeed.Item(location: location, start: video.start ?? .zero)
        }
        smallVideos.offer(items)
        return videos.filter { items[$0.user.id] != nil }.map { video in
            let user = video.user
            let isLarge =
                if case .person(user.id, _)? = large?.kind { true } else { false }
            return ThumbnailFacts(
                id: user.id, name: user.name, isLarge: isLarge, failure: smallVideos.failure(of: user.id))
        }
    }

    /// Of those that were open once, as the room names them.
    func videoLengths(_ info: RoomInfo) -> [String: MediaTime] {
        guard !smallVideos.lengths.isEmpty else { return [:] }
        var lengths: [String: MediaTime] = [:]
        for video in info.userVideoList {
            lengths[video.url] = source?.resource(video.url).flatMap { smallVideos.lengths[$0] }
        }
        return lengths
    }

    /// Where the main recording is sound alone.
    private func presentersVideo(_ session: RoomSession) -> RoomInfo.UserVideo? {
        let users = session.state.users
        guard !hasMainPicture, let presenter = users.presenter, users.presenterHasVideo else { return nil }
        return session.room.info.video(of: presenter, at: session.position)
    }
}
