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
    /// ROOM-39: of the longer side, as many pixels as the symbols have.
    var screenPixels: Int {
        let symbols = terminal.isUTF8 ? MosaicSymbols(setUp.options.wantedSymbols ?? .half) : .ascii
        return max(terminal.size.columns * symbols.columnsInCell, terminal.size.rows * symbols.rowsInCell)
    }

    /// The class or the chat beside the video that plays; plays what a class has when it is entered.
    func makeRoom(
        _ loop: UILoop, _ player: Player, _ sink: MosaicVideoSink, _ memory: PlayerMemory?, _ wakeUp: WakeUp
    ) -> RoomDesk {
        let look = { [terminal, options = setUp.options] in
            MosaicLook(
                depth: terminal.colorDepth, hasDirectColor: terminal.capabilities.hasDirectColor,
                symbols: terminal.isUTF8 ? MosaicSymbols(options.wantedSymbols ?? .half) : .ascii,
                background: options.background)
        }
        let slides = SlideWorker(access: setUp.access, wakeUp: wakeUp, look: look)
        let awards = AwardStage(SlideWorker("awards", access: setUp.access, wakeUp: wakeUp, look: look))
        let programs = RoomPrograms(setUp.options.rooms)
        let room = RoomDesk(
            access: setUp.access, wakeUp: wakeUp, memory: memory, slides: slides, awards: awards, programs: programs
        ) { [weak player] in
            player?.currentItem
        }
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
    /// - Parameter pixels: of the longer side of the screen in cells' pixels: ROOM-39, chosen once.
    init(_ options: PlayerOptions, pixels: Int) {
        self.init()
        imageSize = max(Self.defaultImageSize, pixels)
        clippedVersion = options.rooms.version
        groupID = options.rooms.group
        disablePPTAnimation = !options.rooms.animatesSlides
        announcesUsers = options.rooms.announcesUsers
    }
}
