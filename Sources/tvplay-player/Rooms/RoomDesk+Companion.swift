import PlayCore
import Playback
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

    /// Where the main recording is sound alone.
    private func presentersVideo(_ session: RoomSession) -> RoomInfo.UserVideo? {
        let users = session.state.users
        guard !hasMainPicture, let presenter = users.presenter, users.presenterHasVideo else { return nil }
        return session.room.info.video(of: presenter, at: session.position)
    }
}
