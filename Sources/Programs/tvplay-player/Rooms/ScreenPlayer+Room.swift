import Cells
import Commands
import Localization
import Mosaic
import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists
import RoomPlayback
import Rooms
import TUI
import Terminal
import Text

extension ScreenPlayer {
    /// ROOM-39: of the longer side, as many pixels as the symbols have.
    var screenPixels: Int {
        let symbols = terminal.isUTF8 ? MosaicSymbols(setUp.options.wantedSymbols ?? .half) : .ascii
        return max(terminal.size.columns * symbols.columnsInCell, terminal.size.rows * symbols.rowsInCell)
    }

    /// How pictures beside the video (pages, awards, covers) become cells, as the terminal is now.
    func mosaicLook() -> MosaicLook {
        MosaicLook(
            depth: terminal.colorDepth, hasDirectColor: terminal.capabilities.hasDirectColor,
            symbols: terminal.isUTF8 ? MosaicSymbols(setUp.options.wantedSymbols ?? .half) : .ascii,
            background: setUp.options.background)
    }

    /// The class or the chat beside the video that plays; plays what a class has when it is entered.
    func makeRoom(
        _ loop: UILoop, _ player: Player, _ sink: MosaicVideoSink, _ memory: PlayerMemory?, _ wakeUp: WakeUp
    ) -> RoomDesk {
        let slides = SlideWorker(access: setUp.access, wakeUp: wakeUp, look: mosaicLook)
        let awards = AwardStage(SlideWorker("awards", access: setUp.access, wakeUp: wakeUp, look: mosaicLook))
        let feed = { [access = setUp.access, aspect = setUp.options.cellAspect, mosaicLook] (interval: MediaTime?) in
            CompanionFeed(
                access: access, news: wakeUp, cellAspect: aspect.map { 1 / $0 }, pictureInterval: interval
            ) { sink in
                let look = mosaicLook()
                sink.setSymbols(look.symbols)
                sink.setBackground(look.background)
                sink.setColorDepth(look.depth, hasDirectColor: look.hasDirectColor)
            }
        }
        let room = RoomDesk(
            access: setUp.access, wakeUp: wakeUp, memory: memory, slides: slides, awards: awards,
            programs: RoomPrograms(
                linkCommand: setUp.options.rooms.linkCommand,
                broadcastCommand: setUp.options.rooms.broadcastCommand ?? ""), secondVideo: feed(nil),
            smallVideos: ThumbnailFeed { feed(ThumbnailFeed.pictureInterval) }
        ) { [weak player] in player?.currentItem }
        room.options = RoomOptions(setUp.options, pixels: screenPixels)
        room.onEnter = { [weak player, weak room, options = setUp.options] session, outline in
            guard let player, let room else { return }
            let isPaused = options.isPaused
            let (parts, index) = outline.videos(at: room.location, version: options.rooms.version)
            let own = session.room.info.videoOfDefinitions { room.location(of: $0) }
            let videos = own.map { [$0] } ?? parts
            guard videos.isEmpty else { return player.attend(videos, at: index, plays: !isPaused) }
            let media = RoomMedia(session) { room.location(of: $0) }
            if media.isMissing { room.onNotice(tr("The video of this class is not in its folder")) }
            player.run(.load(media)) { answer in
                if case .failure(let error) = answer { room.onNotice(SafeText.clean(error.message, limit: 200)) }
                // For a list that is added to the option holds for what was named with it.
                if isPaused { player.send(.pause) }
            }
        }
        return room
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

extension RoomOptions {
    /// - Parameter pixels: of the longer side of the screen in cells' pixels: ROOM-39, chosen once.
    init(_ options: PlayerOptions, pixels: Int) {
        self.init()
        imageSize = Self.imageSize(ofScreen: pixels)
        take(options.services)
        clippedVersion = options.rooms.version
        groupID = options.rooms.group
        disablePPTAnimation = !options.rooms.animatesSlides
        announcesUsers = options.rooms.announcesUsers
    }

    /// ROOM-03, CFG-04.
    mutating func take(_ services: ServiceOptions) {
        token = services.token
        accessKey = services.accessKey
        isEncrypted = services.isEncrypted
    }
}
