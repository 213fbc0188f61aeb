import Commands
import Lists
import Localization
package import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists
package import RoomPlayback
package import Rooms
import Text

extension Player {
    /// What a class consists of takes the place of whatever there is.
    private func attend(_ videos: [Video], at index: Int, plays: Bool) {
        list.clear(keepsCurrent: false)
        _ = list.insert(videos)
        guard list.jump(toPlace: index, hasFailed: hasFailed) else { return }
        _ = openCurrent(plays: plays)
        wakeUp.signal()
    }
}

extension Player {
    /// The class has been entered: plays what it has.
    package func play(
        _ session: RoomSession, _ outline: RoomOutline, of room: RoomCoordinator, _ options: PlayerOptions
    ) {
        let isPaused = options.isPaused
        let (parts, index) = outline.videos(at: room.location, version: options.rooms.version)
        let own = session.room.info.videoOfDefinitions { room.location(of: $0) }
        let videos = own.map { [$0] } ?? parts
        guard videos.isEmpty else { return attend(videos, at: index, plays: !isPaused) }
        let media = RoomMedia(session) { room.location(of: $0) }
        if media.isMissing { room.onNotice(.warning(tr("The folder of this class contains no video"))) }
        run(.load(media)) { [self] answer in
            if case .failure(let error) = answer {
                room.onNotice(.warning(SafeText.clean(error.message, limit: 200)))
            }
            // For a list that is added to the option holds for what was named with it.
            if isPaused { send(.pause) }
        }
    }
}

extension PlayerCommand {
    /// Plays what the class has; silence is not remembered.
    fileprivate static func load(_ media: RoomMedia) -> PlayerCommand {
        var options: [FileOption] = []
        if media.isSilence { options = [FileOption("resume-playback", "no"), FileOption("history", "no")] }
        if let start = media.start { options.append(FileOption("start", "\(start)")) }
        return .loadFile(path: media.location, mode: .replace, options: options)
    }
}
