import ClassAccess
import PlayCore
import Rooms

/// Who publishes what in a class, and who plays, by the media server's word. A value.
struct RoomMedia: Sendable, Equatable {
    struct Stream: Sendable, Equatable {
        let name: MediaStreamName
        let since: HostTime
        /// It is gone, and may come again until then.
        var end: HostTime?
    }

    /// By the server's numbers of clients.
    private(set) var streams: [String: Stream] = [:]
    /// Whose player it is, by the server's numbers of clients.
    private(set) var players: [String: (user: String, name: MediaStreamName)] = [:]

    /// How long somebody whose line was cut may take to publish again before having stopped.
    static let grace = HostTime.seconds(3)
    /// The server's pages are asked for every five seconds; what it left out once may have been on the way.
    static let absence = HostTime.seconds(6)
    /// Nobody has so many.
    private static let playersLimit = 20_000

    static func == (a: RoomMedia, b: RoomMedia) -> Bool {
        a.streams == b.streams && a.players.mapValues(\.user) == b.players.mapValues(\.user)
    }

    mutating func add(_ client: String, _ name: MediaStreamName, at now: HostTime) {
        // Its former connection has ended, or is about to.
        let link = MediaLink(client: client)
        streams = streams.filter {
            $0.value.name != name || $0.value.end == nil || MediaLink(client: $0.key) != link
        }
        streams[client] = Stream(name: name, since: now)
    }

    /// - Parameter end: when it is gone for good; nil: at once.
    mutating func remove(_ client: String, end: HostTime?) {
        guard let end else {
            streams[client] = nil
            return
        }
        if streams[client]?.end == nil { streams[client]?.end = end }
    }

    mutating func play(_ client: String, _ user: String, _ name: MediaStreamName) {
        if players.count < Self.playersLimit { players[client] = (user, name) }
    }

    mutating func stopPlaying(_ client: String) { players[client] = nil }

    /// Those of one link: a stream may be sent by both.
    func clients(publishing name: MediaStreamName, by link: MediaLink) -> [String] {
        streams.filter { $0.value.name == name && $0.value.end == nil && MediaLink(client: $0.key) == link }
            .map(\.key).sorted()
    }

    /// What is sent by a link at the moment.
    func names(by link: MediaLink) -> Set<MediaStreamName> {
        Set(streams.filter { $0.value.end == nil && MediaLink(client: $0.key) == link }.map(\.value.name))
    }

    func streams(of user: String) -> [(client: String, name: MediaStreamName)] {
        streams.filter { $0.value.name.user == user && $0.value.end == nil }.map { ($0.key, $0.value.name) }
            .sorted { $0.client < $1.client }
    }

    func players(of user: String) -> [(client: String, name: MediaStreamName)] {
        players.filter { $0.value.user == user }.map { ($0.key, $0.value.name) }.sorted { $0.client < $1.client }
    }

    var users: Set<String> { Set(streams.values.map(\.name.user)) }

    /// What somebody sends, also what may come again.
    func sent(by user: String) -> MediaUser {
        let kinds = Set(streams.values.filter { $0.name.user == user }.map(\.name.kind))
        var media = MediaUser(id: user, hasVideo: kinds.contains(.video), hasAudio: kinds.contains(.audio))
        media.hasSmallVideo = kinds.contains(.smallVideo)
        media.hasShared = kinds.contains(.shared)
        media.hasSharedAudio = kinds.contains(.sharedAudio)
        return media
    }

    var nextDeadline: HostTime? { streams.values.compactMap(\.end).min() }

    mutating func expire(at now: HostTime) {
        streams = streams.filter { $0.value.end.map { $0 > now } ?? true }
    }

    /// As the server for RTMP has it.
    /// - Parameter asked: what came since may be missing in it.
    mutating func reconcile(_ found: [String: MediaStreamName], asked: HostTime) {
        for (client, stream) in streams
        where MediaLink(client: client) == .tcp && found[client] != stream.name && stream.since < asked {
            remove(client, end: asked + Self.absence)
        }
        for (client, name) in found where streams[client]?.name != name || streams[client]?.end != nil {
            add(client, name, at: asked)
        }
    }
}
