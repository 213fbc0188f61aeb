import Access
package import ClassPlayback
package import Classes
import Commands
package import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists

extension Player {
    private func attend(
        _ videos: [Video], at index: Int, _ overrides: OptionOverrides, plays: Bool, isLive: Bool = false
    ) {
        list.clear(keepsCurrent: false)
        _ = list.insert(videos, overrides)
        guard list.jump(toPlace: index, hasFailed: hasFailed) else { return }
        _ = openCurrent(plays: plays)
        if isLive { access.noteStream() }
        wakeUp.signal()
    }
}

extension Player {
    package func play(
        _ session: ClassSession, _ outline: ClassOutline, of room: ClassCoordinator, _ options: PlayerOptions
    ) {
        let plays = !options.isPaused
        let (parts, index) = outline.videos(at: room.location, version: options.rooms.version)
        guard parts.isEmpty else { return attend(parts, at: index, OptionOverrides(), plays: plays) }
        let info = session.room.info
        if let video = info.videoOfDefinitions(at: room.location, { room.location(of: $0) }) {
            return attend([video], at: 0, OptionOverrides(), plays: plays)
        }
        let media = ShownMedia(session, at: room.location) { room.location(of: $0) }
        if media.isMissing { room.onNotice(.warning(tr("The folder of this class contains no video"))) }
        var video = info.video(
            at: room.location, id: room.isLive ? info.playbackID : nil, [Source(media.location)])
        video.isEndless = room.isLive
        guard let start = room.startOfRecording else {
            let wishes = overrides(for: media, keepsHistory: room.isLive && !room.location.isEmpty)
            return attend([video], at: 0, wishes, plays: plays, isLive: room.isLive)
        }
        let wishes = [("history", "no"), ("resume-playback", "no"), ("start", "\(start.wholeSeconds)")]
        attend([video], at: 0, overrides(wishes), plays: true)
    }

    /// Returns overrides for an ongoing class: it starts at its current position, and is not recorded.
    private func overrides(for media: ShownMedia, keepsHistory: Bool) -> OptionOverrides {
        var wanted: [(name: String, value: String)] = []
        if media.isOngoingSilence { wanted = [("resume-playback", "no")] + (keepsHistory ? [] : [("history", "no")]) }
        if let start = media.start { wanted.append(("start", "\(start)")) }
        return overrides(wanted)
    }

    private func overrides(_ wanted: [(name: String, value: String)]) -> OptionOverrides {
        var overrides = OptionOverrides()
        for (name, value) in wanted {
            do throws(OptionError) {
                try overrides.add(name, value, over: options)
            } catch {
                // The viewer's own options take precedence.
                Log.shared.write(.info, "rooms", error.message)
            }
        }
        return overrides
    }
}
