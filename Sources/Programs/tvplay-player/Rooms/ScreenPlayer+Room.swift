import Cells
import Commands
import Localization
import Mosaic
import Options
import PlayCore
import Playback
import Playlists
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
            programs: RoomPrograms(setUp.options.rooms), secondVideo: feed(nil),
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
            player.run(.loadFile(path: media.location, mode: .replace, options: media.options)) { answer in
                if case .failure(let error) = answer { room.onNotice(SafeText.clean(error.message, limit: 200)) }
                // For a list that is added to the option holds for what was named with it.
                if isPaused { player.send(.pause) }
            }
        }
        return room
    }
}

extension RoomOutline {
    /// ROOM-04, ROOM-05: what is put into the list, and which of it plays first; nothing for a recording of its own.
    ///
    /// - Parameter location: of the class.
    func videos(at location: String, version: Int) -> (videos: [Video], index: Int) {
        switch self {
        case .single: ([], 0)
        case .merged(let mixed, let title):
            ([Self.video(location, title, mixed.duration, version)], 0)
        case .album(let album, _):
            (
                album.albumList.map { Self.video($0.room, $0.title ?? $0.id, $0.duration, version) },
                album.index
            )
        }
    }

    private static func video(_ room: String, _ title: String?, _ duration: MediaTime?, _ version: Int) -> Video {
        var source = Source(RoomItem.location(of: room, version: version))
        source.isCacheable = false
        return Video(id: source.location, title: title, sources: [source], duration: duration)
    }
}

extension RoomInfo {
    /// ROOM-23: the recording where it is there in several definitions, which are chosen like those of any video; nil:
    /// there is no choice.
    func videoOfDefinitions(_ locate: (String) -> String?) -> Video? {
        let sources = media.compactMap { media -> Source? in
            guard let key = media.definition.flatMap({ DefinitionInfo.Key(written: $0) }),
                let location = locate(media.url)
            else { return nil }
            return Source(location, definition: DefinitionInfo(key: key, name: key.rawValue))
        }
        guard Set(sources.compactMap { $0.definition?.definitionKey }).count > 1 else { return nil }
        return Video(
            id: FileSystemAccess.videoID(of: sources[0].location), title: title, sources: sources, duration: duration)
    }
}

/// What plays while a class is shown. A value.
struct RoomMedia {
    let location: String
    let options: [PlayerCommand.FileOption]
    /// The room names one, and it may not be read.
    let isMissing: Bool

    /// After the last event: time to see it.
    private static let tail = MediaTime.seconds(5)
    /// Of a class that goes on, and does not say how long.
    private static let longest = MediaTime.seconds(86_400)

    /// - Parameter locate: where a file of the room is.
    init(_ session: RoomSession, locate: (String) -> String?) {
        let room = session.room
        if let media = room.info.media.compactMap({ locate($0.url) }).first {
            location = media
            options = []
            isMissing = false
            return
        }
        isMissing = !room.info.media.isEmpty
        // Its signals alone: silence of their length has a clock like any other sound.
        let chat = room.chatIndex.slices.last?.start ?? .zero
        let last = [room.log.events.last?.time, session.chat.lastTime, chat].compactMap(\.self).max() ?? .zero
        let isOngoing = room.info.isOngoing
        location = SilentSource.location(of: room.info.duration ?? (isOngoing ? Self.longest : last + Self.tail))
        // What goes on is looked at where it is now.
        let start = isOngoing ? [PlayerCommand.FileOption("start", "\(max(0, last.wholeSeconds))")] : []
        options =
            [PlayerCommand.FileOption("resume-playback", "no"), PlayerCommand.FileOption("history", "no")] + start
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

    /// ROOM-03, CFG-04: PLAY-05: `--encrypted` counts with the extended engine only.
    mutating func take(_ services: ServiceOptions) {
        token = services.token
        accessKey = services.accessKey
        isEncrypted = services.isEncrypted && services.engine == .extended
    }
}
