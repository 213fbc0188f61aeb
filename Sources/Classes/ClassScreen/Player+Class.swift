import ClassPlayback
import Classes
import ListPlayer
import Options
import PlayCore
import PlaybackModel

extension Player {
    func play(
        _ session: ClassSession, _ outline: ClassOutline, of room: ClassCoordinator, _ options: PlayerOptions
    ) {
        let plays = !options.isPaused
        let (parts, index) = outline.videos(at: room.location, version: options.rooms.version)
        guard parts.isEmpty else { return replaceList(with: parts, at: index, plays: plays) }
        let info = session.room.info
        if let video = info.videoOfDefinitions(at: room.location, { room.location(of: $0) }) {
            return replaceList(with: [video], plays: plays)
        }
        let media = ShownMedia(session, at: room.location) { room.location(of: $0) }
        if media.isMissing { room.onNotice(.warning(tr("The folder of this class contains no video"))) }
        var video = info.video(
            at: room.location, id: room.isLive ? info.playbackID : nil, [Source(media.location)])
        video.isEndless = room.isLive
        guard let start = room.startOfRecording else {
            let wishes = Self.wishes(for: media, keepsHistory: room.isLive && !room.location.isEmpty)
            return replaceList(with: [video], wishes, plays: plays, isStream: room.isLive)
        }
        let wishes = [("history", "no"), ("resume-playback", "no"), ("start", "\(start.wholeSeconds)")]
        replaceList(with: [video], wishes, plays: true)
    }

    /// An ongoing class starts at its current position, and is not recorded.
    private static func wishes(for media: ShownMedia, keepsHistory: Bool) -> [(name: String, value: String)] {
        var wishes: [(name: String, value: String)] = []
        if media.isOngoingSilence { wishes = [("resume-playback", "no")] + (keepsHistory ? [] : [("history", "no")]) }
        if let start = media.start { wishes.append(("start", "\(start)")) }
        return wishes
    }
}
