import PlayCore
package import XML

/// A message of a room, live or archived. Texts of other people are unverified.
package struct RoomMessage: Sendable, Equatable {
    /// The archive's ID (XEP-0359, XEP-0313) for requesting later messages; `nil` if the message is not archived.
    package let archiveID: String?
    package let id: String?
    /// `nil` for the room itself.
    package let nick: String?
    package let occupantID: String?
    /// Arrival at the room, in milliseconds since 1970; `nil` for now.
    package let time: Int64?
    /// Whether the message comes from the archive or precedes joining. Its nickname may then belong to another person
    /// by now. Messages kept by the server during an interruption do not count, because they arrive in order with the
    /// presences.
    package let isHistory: Bool
    package let body: String?
    package let isOwn: Bool
    /// Whether a moderator has retracted it, so that its content is gone (XEP-0425).
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
        // The room stamps its history (XEP-0045, 7.2.13). The server stamps what waited in the session (XEP-0198,
        // XEP-0203).
        isHistory = archived != nil || delays.contains { $0["from"].flatMap { XMPPAddress($0) }?.bare == room }
        body = stanza.first("body")?.wholeText
        // The own nickname may have changed, and may now be another person's.
        isOwn =
            own.map { own in
                if let known = own.occupantID, let occupantID { return known == occupantID }
                return nick == own.nick
            } ?? false
        isRetracted = stanza.first("moderated", in: Namespace.moderation)?.first("retracted") != nil
        self.stanza = stanza
    }

    static func milliseconds(_ text: String) -> Int64? { UTCTime(text).map { $0.nanoseconds / 1_000_000 } }
}
