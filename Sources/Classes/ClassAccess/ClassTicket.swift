package import Classes
package import Encoding

/// The data that an admitted person needs to enter a class: addresses, identity, and validity. The JSON is described in
/// docs/guide/live-servers.md; unknown fields are ignored. Its texts are unverified.
package struct ClassTicket: Sendable, Equatable {
    /// An XMPP server for clients. STARTTLS is mandatory.
    package struct Server: Sendable, Equatable, Codable {
        package var host: String
        package var port: Int
        /// The PEM certificate that signs the server's, or `nil` for the system's authorities.
        package var authority: String?
        /// The address for XMPP over WebSocket (RFC 7395), for browsers, or `nil` if there is none.
        package var webSocket: String?

        package init(host: String, port: Int, authority: String? = nil, webSocket: String? = nil) {
            self.host = host
            self.port = port
            self.authority = authority
            self.webSocket = webSocket
        }
    }

    package struct MediaServer: Sendable, Equatable, Codable {
        /// The name of the link: "rtmp", "webrtc".
        package var name: String
        package var address: String
        /// Identifies the client to the server, or `nil` if it is not needed. A secret.
        package var token: String?
        /// The UDP ports of media, `20000-21999`, or `nil` if they are unknown.
        package var ports: String?

        package init(name: String, address: String, token: String? = nil, ports: String? = nil) {
            self.name = name
            self.address = address
            self.token = token
            self.ports = ports
        }
    }

    /// The JID of the room.
    package var room: String
    package var title: String
    /// The person's JID, without a resource.
    package var jid: String
    /// The person's password: a ``JSONWebToken``. A secret.
    package var token: String
    package var server: Server
    /// The keeper's JID.
    package var keeper: String
    package var media: [MediaServer]
    /// The JID of the upload service (XEP-0363), or `nil` if there is none.
    package var upload: String?
    package var user: ClassUser
    /// When token and ticket expire, in seconds since 1970.
    package var expires: Int64
    /// A JSON object.
    package var features: JSONValue?
    /// The secret with which a person who used a code is recognised at the next request.
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

extension ClassTicket: Codable {
    /// Largest size in bytes of JSON. A certificate chain has some thousand.
    package static let maximumSize = 256 << 10

    /// Returns `nil` if the document is not a ticket or its addresses are invalid.
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

    /// Returns the ticket with another name of the same machine in place of the server's.
    func reached(at host: String?) -> ClassTicket {
        guard let host, host != server.host else { return self }
        func bracketed(_ name: String) -> String { name.contains(":") ? "[\(name)]" : name }
        let (old, new) = ("://\(bracketed(server.host)):", "://\(bracketed(host)):")
        var ticket = self
        ticket.server.host = host
        ticket.server.webSocket = server.webSocket?.replacing(old, with: new)
        for place in media.indices { ticket.media[place].address = media[place].address.replacing(old, with: new) }
        return ticket
    }

    private var isUsable: Bool {
        let jids = [room, jid, keeper] + (upload.map { [$0] } ?? [])
        return jids.allSatisfy(Self.isPlain) && room.contains("@") && jid.contains("@") && Self.isPlain(server.host)
            && (1...65_535).contains(server.port) && !token.isEmpty && !user.id.isEmpty
            && media.allSatisfy { Self.isPlain($0.name) && Self.isPlain($0.address) }
    }

    /// Whether a text is no longer than a JID may be (RFC 7622, 3.1) and has no blanks or control characters.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 3071 && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
}

/// Hides the secrets in logs and in messages of failed tests.
extension ClassTicket: CustomStringConvertible, CustomReflectable {
    package var description: String { "ticket for \(jid) to \(room) until \(expires)" }
    package var customMirror: Mirror { Mirror(self, children: ["ticket": description]) }
}
