package import Access
import Addresses
import AudioOutput
import ClassPanes
import ClassPlayback
import ClassStreams
import Classes
import Glibc
import Kiosk
import ListPlayer
import LiveClasses
package import Options
package import PlayCore
package import PlayerScreen
import Playlists
import Processes
import ScreenKit
import SlidePictures
import Storage
package import TUI
import Transport

/// The classes of a run of the player: the one that is attended, and the chat beside a video. Main thread.
package final class ClassStage: ClassProduct {
    package static var openers: [any Opener] { ClassOpeners.all }
    package static var isClass: @Sendable (String) -> Bool { ClassFolder.isRoom }

    private let item: PlayItem?
    private let entry: LiveEntry?
    private let captureSources: LiveStudio.Sources
    private var live: AttendedClass?
    private var coordinator: ClassCoordinator?
    private var end: ClassReadError?
    private var refusal: ClassReadError?

    package init(_ parsed: ParsedOptions, entering item: PlayItem?) throws(StartError) {
        self.item = item
        entry = try LiveEntry(parsed)
        do throws(LiveStudio.WrongDevice) {
            let wishes = parsed.options.rooms
            captureSources = try LiveStudio.Sources(microphone: wishes.microphone, camera: wishes.camera)
        } catch {
            throw StartError(message: error.words)
        }
    }

    package static func dump(_ parsed: ParsedOptions, _ access: SourceAccess) throws(StartError) -> ExitCode {
        try ClassDumpProgram.run(parsed, access)
    }

    package var isLive: Bool { entry != nil }
    package var preventsScreenshots: Bool { coordinator?.preventsScreenshots ?? false }
    package var lastWords: [String] { (live?.recordings ?? []).map(Self.recording) }

    static func recording(at address: String) -> String {
        let command = ShellWords.line(["tvplay", "class", SafeText.clean(address, limit: 500)])
        return tr("Watch the recording of this class with: %1", command)
    }

    package func failure(finished: Bool) -> PlayError? { (finished ? end ?? refusal : refusal)?.playError }

    package func sources(on screen: Surface.Screen, of host: any PlayerHost) -> [any LoopSource] {
        // Without a history, no identity is stored.
        let folder = host.storage == nil ? nil : StateFolder.path()
        let live = AttendedClass(
            LiveServices(
                client: Self.client(host.access),
                identities: folder.map { ClassIdentities(folder: $0 + "/identities") }, asksForLine: MeteredLine.ask))
        self.live = live
        let room = makeCoordinator(screen, host, live)
        let own = host.rules.allows(.liveClasses) ? makeLiveSource(live, room.livePlayer, host) : nil
        let sources: [(any LoopSource)?] = [
            ClassScreenSource(room, wakeUp: host.wakeUp) { [weak player = host.player] in player?.currentItem },
            own, makeSlides(screen, host),
        ]
        return sources.compactMap(\.self)
    }

    private static func client(_ access: SourceAccess) -> @Sendable (Address) -> HTTPClient? {
        { access.httpClient(for: $0) }
    }
}

extension ClassStage {
    private func makeCoordinator(
        _ screen: Surface.Screen, _ host: any PlayerHost, _ live: AttendedClass
    ) -> ClassCoordinator {
        let (access, wakeUp, wishes) = (host.access, host.wakeUp, host.options.rooms)
        let second = screen.videoPictures(every: nil, access: access, wakeUp: wakeUp)
        let small = (0..<ThumbnailSlots.most).map { _ in
            screen.videoPictures(every: .milliseconds(200), access: access, wakeUp: wakeUp)
        }
        host.loop.showBeside([second] + small)
        let effect = EffectPictures(access: access, wakeUp: wakeUp)
        host.loop.showOver(effect)
        let runsPrograms = host.rules.allows(.programs)
        let room = ClassCoordinator(
            access: access, offsets: ChatOffsets(host.storage),
            links: LinkProgram(command: runsPrograms ? wishes.linkCommand : ""),
            broadcasts: BroadcastProgram(command: runsPrograms ? wishes.broadcastCommand ?? "" : ""),
            second: second.video, small: small.map(\.video), effect: effect.video, wakeUp: wakeUp)
        coordinator = room
        room.options = ClassOptions(host.options, pixels: screen.pixels)
        room.livePlayer = makeLivePlayer([second] + small, host)
        room.liveView = { [live] in live.view }
        listen(to: room, host)
        if let item {
            let options = ClassOptions(item.options, pixels: screen.pixels)
            if let entry {
                attend(entry, options, room, host)
            } else {
                room.attend(item.path, options, initialIndex: item.options.playlistStart)
            }
        }
        return room
    }

    private func listen(to room: ClassCoordinator, _ host: any PlayerHost) {
        let player = host.player
        room.onLeft = { [unowned player] in player.end() }
        if host.rules.allows(.liveClasses) {
            room.enterLive = { [unowned self, unowned room, unowned host] in enterLive($0, room, host) }
        }
        room.onEnter = { [weak self, weak player, weak room, options = host.options] session, outline in
            self?.refusal = nil
            guard let player, let room else { return }
            player.play(session, outline, of: room, options)
        }
        room.onNotice = { [unowned host] notice in
            switch notice {
            case .warning(let text): host.say(text, .warning)
            case .answer(let text): host.say(text, .info)
            case .redPacket(let score): host.say(ClassRewards.words(score), .info)
            }
        }
        if let item {
            room.onRefuse = { [unowned self, weak room, unowned player] error in
                // Determined here, because a drive may not respond while the class is opened.
                let named = [item.path, entry?.link ?? "", FileSystemAccess.videoID(of: item.path)]
                guard let room, named.contains(room.location) else { return }
                refusal = error
                // A server may be asked again, but a file does not change.
                if !AddressText.isAddress(item.path) || isLive { player.end() }
            }
        }
        room.onExit = { [unowned self, unowned host] error in
            end = error
            error.playError.log()
            host.say(SafeText.clean(error.reason, limit: 200), .error)
            host.player.end()
        }
    }

    private func makeSlides(_ screen: Surface.Screen, _ host: any PlayerHost) -> SlideSource {
        let (access, wakeUp) = (host.access, host.wakeUp)
        let worker = { SlideWorker($0, images: PageImageReader(access), wakeUp: wakeUp) { screen.look } }
        let thumbnails = ThumbnailWorker("thumbnails", images: PageImageReader(access), wakeUp: wakeUp) { screen.look }
        return SlideSource(
            pages: worker("slides"), awards: worker("awards"), thumbnails: thumbnails, wakeUp: wakeUp)
    }
}

extension ClassStage {
    private func makeLiveSource(
        _ live: AttendedClass, _ player: LivePlayer?, _ host: any PlayerHost
    ) -> LiveClassSource {
        // libavdevice opens microphones with the same library that plays sound.
        ALSAErrors.silence()
        let wishes = host.options.rooms
        let studio = LiveStudio(
            captureSources, link: LiveLink(wishes.liveSendLink), sendsInBackground: wishes.sendsInBackground,
            client: Self.client(host.access), seen: player?.ownTarget, wakeUp: WakeUp())
        return LiveClassSource(
            live, studio, showOwn: { [weak player] in player?.showOwn($0) },
            playOn: { [front = host.front] in front?.playsOn = $0 })
    }

    private func makeLivePlayer(_ places: [VideoPictures], _ host: any PlayerHost) -> LivePlayer {
        let wishes = host.options.rooms
        let player = LivePlayer(
            autoplay: LiveAutoplay(wishes.liveAutoplay), link: LiveLink(wishes.liveLink),
            sinks: places.map(\.liveSink), client: Self.client(host.access), wakeUp: host.wakeUp,
            makeSound: { [devices = host.devices, toProgram = host.outputs.makeSound] format in
                toProgram?() ?? devices.makeOutput(format: format, pace: .conversation)
            })
        for (place, pictures) in places.enumerated() { pictures.serve(player, at: place) }
        return player
    }

    private func attend(_ entry: LiveEntry, _ options: ClassOptions, _ room: ClassCoordinator, _ host: any PlayerHost) {
        guard let contents = live?.enter(entry, panes: host.wakeUp) else { return }
        room.attend(contents, at: entry.link ?? "", shown: entry.shownServer, options)
    }

    private func enterLive(_ location: String, _ room: ClassCoordinator, _ host: any PlayerHost) -> Bool {
        guard LiveEntry.isLive(location) else { return false }
        do throws(StartError) {
            let name = [entry?.name, host.options.user.name].compactMap(\.self).first { !$0.isEmpty }
            guard let entry = try LiveEntry(location, JoinWish(), userName: name, ask: { _ in nil }) else {
                return false
            }
            attend(entry, room.options, room, host)
        } catch {
            host.say(error.message, .warning)
        }
        return true
    }
}

extension LiveEntry {
    /// Returns `nil` if the command line names no live class.
    init?(_ parsed: ParsedOptions) throws(StartError) {
        guard [.room, .roomEvents].contains(parsed.command) else { return nil }
        let ask = isatty(0) == 1 ? PasswordPrompt.readShown : { _ in nil }
        try self.init(parsed.items.first?.path, parsed.join, userName: parsed.options.user.name, ask: ask)
    }
}

extension LiveLink {
    fileprivate init(_ wish: LiveLinkWish) {
        self =
            switch wish {
            case .udp: .udp
            case .tcp: .tcp
            }
    }
}

extension LiveAutoplay {
    fileprivate init(_ wish: LiveAutoplayWish) {
        self =
            switch wish {
            case .none: .none
            case .teacher: .teacher
            case .all: .all
            }
    }
}
