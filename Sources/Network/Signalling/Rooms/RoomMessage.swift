import PlayCore
package import XML

/// A message of a room, as it came or from its archive. A value; what others wrote is unverified.
package struct RoomMessage: Sendable, Equatable {
    /// Under which the archive has it (XEP-0359, 0313): what later ones are asked for with. Nil: it is not kept.
    package let archiveID: String?
    /// The sender's own.
    package let id: String?
    /// Nil: the room itself speaks.
    package let nick: String?
    package let occupantID: String?
    /// Milliseconds since 1970 at which the room had it; nil: now.
    package let time: Int64?
    /// It comes from the archive, or was said before we came in: whose name stands there may be somebody else's by now.
    /// What the server kept for us while our line was cut is none: it comes in its order among who came and went.
    package let isHistory: Bool
    package let body: String?
    /// It is the echo of what we sent.
    package let isOwn: Bool
    /// A moderator has taken it back; nothing of it is left (XEP-0425).
    package let isRetracted: Bool
    /// The whole of it.
    package let stanza: XMLElement

    /// - Parameters:
    ///   - room: without a resource; others may not speak for it.
    ///   - own: as who we are in; nil: we are not.
    ///   - archived: id and time of the archive.
    init?(
        _ stanza: XMLElement, room: XMPPAddress, own: RoomOccupant?, archived: (id: String, time: Int64?)? = nil
    ) {
        guard stanza.name == "message", stanza["type"] == "groupchat",
            let from = stanza["from"].flatMap({ XMPPAddress($0) }), from.bare == room
        else { return nil }
        let live = stanza.children.first {
            $0.name == "stanza-id" && $0.namespace == Namespace.stanzaIDs
                && $0["by"].flatMap { XMPPAddress($0) } == room
        }
        archiveID = archived?.id ?? live?["id"]
        id = stanza["id"]
        let nick = from.resource
        let occupantID = stanza.first("occupant-id", in: Namespace.occupantID)?["id"]
        self.nick = nick
        self.occupantID = occupantID
        let delays = stanza.children.filter { $0.name == "delay" && $0.namespace == Namespace.delay }
        time = archived?.time ?? delays.first?["stamp"].flatMap { RoomMessage.milliseconds($0) }
        // A room stamps its history itself (XEP-0045, 7.2.13), a server what waited in the session (XEP-0198, XEP-0203).
        isHistory = archived != nil || delays.contains { $0["from"].flatMap { XMPPAddress($0) }?.bare == room }
        body = stanza.first("body")?.wholeText
        // The nick may be another one than it was, and somebody else's by now.
        isOwn =
            own.map { own in
                if let known = own.occupantID, let occupantID { return known == occupantID }
                return nick == own.nick
            } ?? false
        isRetracted = stanza.first("moderated", in: Namespace.moderation)?.first("retracted") != nil
        self.stanza = stanza
    }

    /// Of XEP-0082's way to write a time.
    static func milliseconds(_ text: String) -> Int64? { UTCTime(text).map { $0.nanoseconds / 1_000_000 } }
}
