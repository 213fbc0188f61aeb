import ClassAccess
import Classes
import PlayCore

struct RoomMedia: Sendable, Equatable {
    struct Stream: Sendable, Equatable {
        let name: MediaStreamName
        let since: HostTime
        var end: HostTime?
    }

    private(set) var streams: [String: Stream] = [:]
    private(set) var players: [String: (user: String, name: MediaStreamName)] = [:]

    /// A publisher whose connection broke may return within this time. After that its stream counts as stopped.
    static let grace = HostTime.seconds(3)
    /// The time for which the statistics may lack a stream. One page may lack a starting stream, and a page is
    /// requested every 5 s.
    static let absence = HostTime.seconds(6)
    private static let playersLimit = 20_000

    static func == (a: RoomMedia, b: RoomMedia) -> Bool {
        a.streams == b.streams && a.players.mapValues(\.user) == b.players.mapValues(\.user)
    }

    mutating func add(_ client: String, _ name: MediaStreamName, at now: HostTime) {
        // Removes the stream's previous entry, whose connection has ended or will end.
        let link = MediaLink(client: client)
        streams = streams.filter {
            $0.value.name != name || $0.value.end == nil || MediaLink(client: $0.key) != link
        }
        streams[client] = Stream(name: name, since: now)
    }

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

    func clients(publishing name: MediaStreamName, by link: MediaLink) -> [String] {
        streams.filter { $0.value.name == name && $0.value.end == nil && MediaLink(client: $0.key) == link }
            .map(\.key).sorted()
    }

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

    /// Includes interrupted media that may continue.
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

    /// The RTMP server's statistics may lack streams that started after `asked`.
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
