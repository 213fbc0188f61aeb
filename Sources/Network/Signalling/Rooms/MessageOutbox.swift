package import XML

/// Messages of ours to a room until the room has passed them on: sent again after a session that was lost, and never twice.
/// A value.
///
/// After a session that was not resumed: join, read the archive (``RoomHistory``), give every own message to
/// ``echoed(_:)``, and only then send what ``unsent`` has. A resumed session needs nothing.
package struct MessageOutbox: Sendable {
    private let room: XMPPAddress
    private let sender: XMPPAddress?
    private let prefix: String
    private var number = 0
    /// In the order in which they were written.
    private var waiting: [XMLElement] = []

    /// Messages that wait: what a person writes in a minute of no connection, and more.
    package static let limit = 256

    /// - Parameter prefix: of ids: nobody else may have the same, in no session.
    package init(room: XMPPAddress, prefix: String, sender: XMPPAddress? = nil) {
        self.room = room.bare
        self.prefix = prefix
        self.sender = sender
    }

    /// - Parameter children: what the message says.
    /// - Returns: what is sent, once we are in; nil: too many wait.
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

    /// A message of the room, live or from its archive.
    /// - Returns: whether it is one of those that waited.
    @discardableResult
    package mutating func echoed(_ message: RoomMessage) -> Bool { message.isOwn && remove(message.id) }

    /// The room has refused it.
    /// - Returns: whether it is one of those that waited.
    package mutating func rejected(id: String) -> Bool { remove(id) }

    package var unsent: [XMLElement] { waiting }
    package var ids: [String] { waiting.compactMap { $0["id"] } }

    private mutating func remove(_ id: String?) -> Bool {
        guard let id, let place = waiting.firstIndex(where: { $0["id"] == id }) else { return false }
        waiting.remove(at: place)
        return true
    }
}
