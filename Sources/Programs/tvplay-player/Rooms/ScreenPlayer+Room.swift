import Access
import Cells
import Commands
import Lists
import Localization
import Mosaic
import Options
import PlayCore
import Playback
import PlaybackModel
import PlayerHistory
import Playlists
import RoomPlayback
import Rooms
import SlidePictures
import TUI
import Terminal
import Text

extension ScreenPlayer {
    /// Of the longer side, as many pixels as the symbols have.
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
    func makeRoom(_ player: Player, _ memory: PlayerMemory?, _ wakeUp: WakeUp) -> RoomOnScreen {
        let access = setUp.access
        let second = videoPictures(every: nil, wakeUp)
        // Five a second: a face moves.
        let small = (0..<ThumbnailSlots.most).map { _ in videoPictures(every: .milliseconds(200), wakeUp) }
        let wishes = setUp.options.rooms
        let coordinator = RoomCoordinator(
            access: access, offsets: ChatOffsets(memory?.storage),
            programs: RoomPrograms(
                linkCommand: wishes.linkCommand, broadcastCommand: wishes.broadcastCommand ?? ""),
            second: second.video, small: small.map(\.video), wakeUp: wakeUp)
        coordinator.options = RoomOptions(setUp.options, pixels: screenPixels)
        coordinator.onEnter = { [weak player, weak coordinator, options = setUp.options] session, outline in
            guard let player, let coordinator else { return }
            player.play(session, outline, of: coordinator, options)
        }
        let worker = { SlideWorker($0, images: PageImageReader(access), wakeUp: wakeUp, look: mosaicLook) }
        return RoomOnScreen(
            coordinator, slides: worker("slides"), awards: worker("awards"), second: second, small: small
        ) { [weak player] in player?.currentItem }
    }

    private func videoPictures(every interval: MediaTime?, _ wakeUp: WakeUp) -> VideoPictures {
        VideoPictures(
            access: setUp.access, wakeUp: wakeUp, cellAspect: setUp.options.cellAspect.map { 1 / $0 },
            pictureInterval: interval
        ) { [mosaicLook] sink in
            let look = mosaicLook()
            sink.setSymbols(look.symbols)
            sink.setBackground(look.background)
            sink.setColorDepth(look.depth, hasDirectColor: look.hasDirectColor)
        }
    }
}

extension Player {
    /// The class has been entered: plays what it has.
    fileprivate func play(
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

extension RoomOptions {
    /// - Parameter pixels: of the longer side of the screen in cells' pixels, chosen once.
    init(_ options: PlayerOptions, pixels: Int) {
        self.init()
        imageSize = Self.imageSize(ofScreen: pixels)
        take(options.services)
        clippedVersion = options.rooms.version
        groupID = options.rooms.group
        disablePPTAnimation = !options.rooms.animatesSlides
        announcesUsers = options.rooms.announcesUsers
    }

    mutating func take(_ services: ServiceOptions) {
        token = services.token
        accessKey = services.accessKey
        isEncrypted = services.isEncrypted
    }
}
