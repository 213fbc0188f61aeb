import Access
import Addresses
import AudioOutput
import ClassPlayback
import ClassStreams
import Classes
import ListPlayer
import LiveClasses
import Options
import PlayCore
import PlayerScreen
import Processes
import TUI
import Transport

extension Composition {
    /// Returns the source of the viewer's microphone and camera. The player shows the viewer's own picture.
    func makeLiveSource(_ player: LivePlayer?) -> LiveClassSource {
        // libavdevice opens microphones with the same library that plays sound.
        ALSAErrors.silence()
        let studio = LiveStudio(
            setUp.captureSources, link: LiveLink(setUp.options.rooms.liveSendLink),
            sendsInBackground: setUp.options.rooms.sendsInBackground, client: liveClient, seen: player?.ownTarget,
            wakeUp: WakeUp())
        return LiveClassSource(
            live, studio, showOwn: { [weak player] in player?.showOwn($0) }, playOn: { [front] in front?.playsOn = $0 })
    }

    /// Returns the player of other people's streams, with the places of the videos beside the main one.
    func makeLivePlayer(_ places: [VideoPictures]) -> LivePlayer {
        let player = LivePlayer(
            autoplay: LiveAutoplay(setUp.options.rooms.liveAutoplay),
            link: LiveLink(setUp.options.rooms.liveLink), sinks: places.map(\.liveSink), client: liveClient,
            wakeUp: wakeUp,
            makeSound: { [devices, toProgram = outputs.makeSound] format in
                toProgram?() ?? devices.makeOutput(format: format, pace: .conversation)
            })
        for (place, pictures) in places.enumerated() { pictures.serve(player, at: place) }
        return player
    }

    /// Returns a client that asks class servers for streams over UDP.
    private var liveClient: @Sendable (Address) -> HTTPClient? {
        { [access = setUp.access] in access.httpClient(for: $0) }
    }

    func attend(_ entry: LiveEntry, _ options: ClassOptions, _ room: ClassCoordinator) {
        room.attend(live.enter(entry, panes: wakeUp), at: entry.link ?? "", shown: entry.shownServer, options)
    }

    func enterLive(_ location: String, _ room: ClassCoordinator) -> Bool {
        guard LiveEntry.isLive(location) else { return false }
        do throws(StartError) {
            let name = [setUp.liveEntry?.name, setUp.options.user.name].compactMap(\.self).first { !$0.isEmpty }
            guard let entry = try LiveEntry(location, JoinWish(), userName: name, ask: { _ in nil }) else {
                return false
            }
            attend(entry, room.options, room)
        } catch {
            say(error.message, .warning)
        }
        return true
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
