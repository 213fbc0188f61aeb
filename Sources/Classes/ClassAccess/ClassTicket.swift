package import Classes
package import Encoding

/// The addresses, identity and validity with which an admitted person enters a class.
///
/// docs/guide/live-servers.md describes the JSON. Unknown fields are ignored, and texts are unverified.
package struct ClassTicket: Sendable, Equatable {
    /// An XMPP server for clients. STARTTLS is mandatory.
    package struct Server: Sendable, Equatable, Codable {
        package var host: String
        package var port: Int
        /// The PEM certificate that signs the server's certificate; `nil` for the system's authorities.
        package var authority: String?
        /// For XMPP over WebSocket (RFC 7395), which browsers use.
        package var webSocket: String?
        /// The name of ``host``'s machine in addresses of files, if it differs.
        package var fileHost: String?

        package init(host: String, port: Int, authority: String? = nil, webSocket: String? = nil) {
            self.host = host
            self.port = port
            self.authority = authority
            self.webSocket = webSocket
        }
    }

    package struct MediaServer: Sendable, Equatable, Codable {
        /// "rtmp" or "webrtc".
        package var name: String
        package var address: String
        /// A secret that identifies the client to the server.
        package var token: String?
        /// The UDP ports of media, such as `20000-21999`; `nil` if they are unknown.
        package var ports: String?

        package init(name: String, address: String, token: String? = nil, ports: String? = nil) {
            self.name = name
            self.address = address
            self.token = token
            self.ports = ports
        }
    }

    package var room: String
    package var title: String
    package var jid: String
    /// A ``JSONWebToken``, which is the person's password. A secret.
    package var token: String
    package var server: Server
    package var keeper: String
    package var media: [MediaServer]
    /// The JID of the upload service (XEP-0363).
    package var upload: String?
    package var user: ClassUser
    /// In seconds since 1970, for ticket and token.
    package var expires: Int64
    /// A JSON object.
    package var features: JSONValue?
    /// The secret that identifies a person with a code at the next request.
    package var resume: String?

    package init(
        room: String, title: String, jid: String, token: String, server: Server, keeper: String,
        media: [MediaServer] = [], upload: String? = nil, user: ClassUser, expires: Int64, features: JSONValue? = nil,
        resume: String? = nil
    ) {
        self.room = room
        self.title = title
        self.jid = jid
        self.token = token
        self.server = server
        self.keeper = keeper
        self.media = media
        self.upload = upload
        self.user = user
        self.expires = expires
        self.features = features
        self.resume = resume
    }
}

extension ClassTicket.Server {
    /// Replaces ``fileHost`` by ``host`` in the addresses of files, since this viewer reaches the machine by ``host``.
    package func reached(_ text: String) -> String {
        guard let fileHost, fileHost != host else { return text }
        func start(_ name: String) -> String { "://" + (name.contains(":") ? "[\(name)]" : name) + ":" }
        return text.replacing(start(fileHost), with: start(host))
    }
}

extension ClassTicket: Codable {
    /// In bytes. A certificate chain has some thousand.
    package static let maximumSize = 256 << 10

    package init?(document bytes: [UInt8]) {
        guard bytes.count <= Self.maximumSize, let value = try? JSONValue(document: bytes) else { return nil }
        self.init(json: value)
    }

    package init?(json: JSONValue) {
        guard let ticket = try? json.decoded(as: ClassTicket.self), ticket.isUsable else { return nil }
        self = ticket
    }

    package var json: JSONValue {
        // Encoding our own types cannot fail.
        (try? JSONValue(encoding: self)) ?? .null
    }

    func reached(at host: String?) -> ClassTicket {
        guard let host, host != server.host else { return self }
        var ticket = self
        ticket.server.host = host
        ticket.server.fileHost = server.host
        ticket.server.webSocket = server.webSocket.map(ticket.server.reached)
        for place in media.indices { ticket.media[place].address = ticket.server.reached(media[place].address) }
        return ticket
    }

    private var isUsable: Bool {
        let jids = [room, jid, keeper] + (upload.map { [$0] } ?? [])
        return jids.allSatisfy(Self.isPlain) && room.contains("@") && jid.contains("@") && Self.isPlain(server.host)
            && (1...65_535).contains(server.port) && !token.isEmpty && !user.id.isEmpty
            && media.allSatisfy { Self.isPlain($0.name) && Self.isPlain($0.address) }
    }

    /// Whether the text could be a JID: at most 3071 bytes (RFC 7622, 3.1), no blanks or control characters.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 3071 && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}

/// Hides the secrets in logs and in messages of failed tests.
extension ClassTicket: CustomStringConvertible, CustomReflectable {
    package var description: String { "ticket for \(jid) to \(room) until \(expires)" }
    package var customMirror: Mirror { Mirror(self, children: ["ticket": description]) }
}
