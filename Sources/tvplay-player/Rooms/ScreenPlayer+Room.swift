import Cells
import Commands
import Mosaic
import Options
import PlayCore
import Playback
import Rooms
import TUI
import Terminal

extension ScreenPlayer {
    /// The class or the chat beside the video that plays; plays what a class has when it is entered.
    func makeRoom(
        _ loop: UILoop, _ player: Player, _ sink: MosaicVideoSink, _ memory: PlayerMemory?, _ wakeUp: WakeUp
    ) -> RoomDesk {
        let slides = SlideWorker(access: setUp.access, wakeUp: wakeUp) { [terminal, options = setUp.options] in
            MosaicLook(
                depth: terminal.colorDepth, hasDirectColor: terminal.capabilities.hasDirectColor,
                symbols: terminal.isUTF8 ? MosaicSymbols(options.wantedSymbols ?? .half) : .ascii,
                background: options.background)
        }
        let room = RoomDesk(access: setUp.access, wakeUp: wakeUp, memory: memory, slides: slides) { [weak player] in
            player?.currentItem
        }
        room.options = RoomOptions(setUp.options)
        room.onEnter = { [weak player, weak room, isPaused = setUp.options.isPaused] session in
            guard let player, let room else { return }
            let media = RoomMedia(session) { room.location(of: $0) }
            player.run(.loadFile(path: media.location, mode: .replace, options: media.options)) { answer in
                if case .failure(let error) = answer { room.onNotice(SafeText.clean(error.message, limit: 200)) }
                // For a list that is added to the option holds for what was named with it.
                if isPaused { player.send(.pause) }
            }
        }
        return room
    }
}

/// What plays while a class is shown. A value.
struct RoomMedia {
    let location: String
    let options: [PlayerCommand.FileOption]

    /// After the last event: time to see it.
    private static let tail = MediaTime.seconds(5)

    /// - Parameter locate: where a file of the room is.
    init(_ session: RoomSession, locate: (String) -> String?) {
        let room = session.room
        if let media = room.info.media.compactMap({ locate($0.url) }).first {
            location = media
            options = []
            return
        }
        // Its signals alone: silence of their length has a clock like any other sound.
        let chat = room.chatIndex.slices.last?.start ?? .zero
        let last = [room.log.events.last?.time, session.chat.lastTime, chat].compactMap(\.self).max() ?? .zero
        location = SilentSource.location(of: room.info.duration ?? last + Self.tail)
        options = [
            PlayerCommand.FileOption("resume-playback", "no"), PlayerCommand.FileOption("history", "no"),
        ]
    }
}

extension RoomOptions {
    init(_ options: PlayerOptions) {
        self.init()
        clippedVersion = options.roomVersion
        groupID = options.roomGroup
        // Animated slides are shown as their pictures.
        disablePPTAnimation = true
    }
}
