import PlayCore
package import XML

/// A message of a room, live or from its archive. Texts of other people are unverified.
package struct RoomMessage: Sendable, Equatable {
    /// The archive's id (XEP-0359, 0313), by which later messages are requested, or `nil` if it is not archived.
    package let archiveID: String?
    /// The sender's id.
    package let id: String?
    /// The sender's nick, or `nil` if the room itself is the sender.
    package let nick: String?
    package let occupantID: String?
    /// When the room received it, in milliseconds since 1970, or `nil` for now.
    package let time: Int64?
    /// Whether the message comes from the archive or precedes joining, so that its nick may belong to another person by
    /// now. Messages that the server kept during a break do not count: they arrive in order with the presences.
    package let isHistory: Bool
    package let body: String?
    package let isOwn: Bool
    /// Whether a moderator has retracted it, so that nothing of it is left (XEP-0425).
    package let isRetracted: Bool
    package let stanza: XMLElement

    /// - Parameter room: without a resource. Messages from other addresses are refused.
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
        // The room stamps its history (XEP-0045, 7.2.13), the server what waited in the session (XEP-0198, XEP-0203).
        isHistory = archived != nil || delays.contains { $0["from"].flatMap { XMPPAddress($0) }?.bare == room }
        body = stanza.first("body")?.wholeText
        // The own nick may have changed, and belong to another person by now.
        isOwn =
            own.map { own in
                if let known = own.occupantID, let occupantID { return known == occupantID }
                return nick == own.nick
            } ?? false
        isRetracted = stanza.first("moderated", in: Namespace.moderation)?.first("retracted") != nil
        self.stanza = stanza
    }

    /// Returns the time of a XEP-0082 text.
    static func milliseconds(_ text: String) -> Int64? { UTCTime(text).map { $0.nanoseconds / 1_000_000 } }
}
