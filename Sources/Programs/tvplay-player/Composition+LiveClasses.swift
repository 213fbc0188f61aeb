import Access
import Addresses
import AudioOutput
import JobControl
import LivePlaying
import LivePublishing
import LiveRooms
import Options
import PlayCore
import PlayerScreen
import PlayerSettings
import RoomPlayback
import Rooms
import TUI
import Transport

/// Classes that are live: who enters them, what is heard and seen of them, and what is sent.
extension Composition {
    /// Sends one's own microphone and camera to the class that is live; the player shows the own picture.
    func makeLiveSource(_ player: LivePlayer?) -> LiveClassSource {
        // libavdevice opens microphones by the same library as sound is played by.
        ALSAErrors.silence()
        let studio = LiveStudio(
            setUp.captureSources, link: LiveLink(setUp.options.rooms.liveSendLink),
            sendsInBackground: setUp.options.rooms.sendsInBackground, client: liveClient, seen: player?.ownTarget,
            wakeUp: WakeUp())
        return LiveClassSource(
            live, studio, showOwn: { [weak player] in player?.showOwn($0) }, playOn: { [front] in front?.playsOn = $0 })
    }

    /// Plays what others send in a class that is live; it has the places of the videos beside the main one.
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

    /// Asks class servers for streams over UDP.
    private var liveClient: @Sendable (Address) -> HTTPClient? {
        { [access = setUp.access] in access.httpClient(for: $0) }
    }

    func attend(_ entry: LiveEntry, _ options: RoomOptions, _ room: RoomCoordinator) {
        room.attend(live.enter(entry, panes: wakeUp), at: entry.link ?? "", shown: entry.shownServer, options)
    }

    /// From home, by a join link.
    func enterLive(_ location: String, _ room: RoomCoordinator) -> Bool {
        guard LiveEntry.isLive(location) else { return false }
        do throws(StartError) {
            let name = setUp.liveEntry?.name ?? setUp.options.user.name
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
