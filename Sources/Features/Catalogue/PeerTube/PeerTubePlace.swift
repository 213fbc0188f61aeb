import Addresses
import PlayCore

struct PeerTubePlace: Sendable, Equatable {
    enum Kind: Sendable, Equatable { case video, playlist }

    /// `https://host[:port]`, without a trailing slash.
    let origin: String
    /// As in the address: a number, a UUID or a short UUID.
    let id: String
    let kind: Kind

    /// Parses `peertube://host/w/ID` and HTTP addresses of the same form.
    init?(_ reference: String) {
        let isOwn = reference.lowercased().hasPrefix("peertube://")
        let text = isOwn ? "https://" + reference.dropFirst("peertube://".count) : reference
        guard ["http", "https"].contains(Scheme.of(text)), let address = Address(text), address.isHTTP else {
            return nil
        }
        let parts = address.path.split(separator: "/").map(String.init)
        switch parts.dropLast().joined(separator: "/") {
        case "w", "videos/watch", "videos/embed": kind = .video
        case "w/p", "videos/watch/playlist", "video-playlists/embed": kind = .playlist
        default: return nil
        }
        guard let last = parts.last, last != "p", last.utf8.count <= 64, last.utf8.allSatisfy(Self.isPlain) else {
            return nil
        }
        id = last
        origin = "\(address.scheme)://\(address.host)" + (address.port.map { ":\($0)" } ?? "")
    }

    /// Returns whether the form alone identifies PeerTube. Other addresses require a request to the server.
    static func isCertain(_ reference: String) -> Bool { reference.lowercased().hasPrefix("peertube://") }

    func api(_ path: String) -> String { origin + "/api/v1" + path }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
    }
}
