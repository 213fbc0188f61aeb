package import XML

/// Own messages until the room has forwarded them. They are repeated after a lost session, but never arrive twice.
///
/// After a session that was not resumed: join, read the archive (``RoomHistory``), pass every own message to
/// ``echoed(_:)``, and only then send ``unsent``. A resumed session needs none of this.
package struct MessageOutbox: Sendable {
    private let room: XMPPAddress
    private let sender: XMPPAddress?
    private let prefix: String
    private var number = 0
    private var waiting: [XMLElement] = []

    /// More than a person writes in a minute without a connection.
    package static let limit = 256

    /// - Parameter prefix: of IDs; unique across sessions and users.
    package init(room: XMPPAddress, prefix: String, sender: XMPPAddress? = nil) {
        self.room = room.bare
        self.prefix = prefix
        self.sender = sender
    }

    /// Returns the stanza to send once inside the room, or `nil` if too many messages wait.
    package mutating func add(_ children: [XMLElement]) -> (id: String, stanza: XMLElement)? {
        guard waiting.count < Self.limit else { return nil }
        number += 1
        let id = "\(prefix)-\(number)"
        var attributes = ["type": "groupchat", "to": room.description, "id": id]
        attributes["from"] = sender?.description
        let stanza = XMLElement("message", attributes: attributes, children: children)
        waiting.append(stanza)
        return (id, stanza)
    }

    @discardableResult
    package mutating func echoed(_ message: RoomMessage) -> Bool { message.isOwn && remove(message.id) }

    package mutating func rejected(id: String) -> Bool { remove(id) }

    package var unsent: [XMLElement] { waiting }
    package var ids: [String] { waiting.compactMap { $0["id"] } }

    private mutating func remove(_ id: String?) -> Bool {
        guard let id, let place = waiting.firstIndex(where: { $0["id"] == id }) else { return false }
        waiting.remove(at: place)
        return true
    }
}
