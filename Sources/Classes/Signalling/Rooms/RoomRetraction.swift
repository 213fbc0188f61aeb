package import XML

/// A moderator retracts another person's message (XEP-0425): the request and its announcement.
package struct RoomRetraction: Sendable, Equatable {
    /// See ``RoomMessage/archiveID``.
    package let archiveID: String
    /// The moderator's nickname; `nil` for the room.
    package let by: String?
    /// Unverified.
    package let reason: String?

    /// An IQ `set` to the room, which only moderators may send.
    package static func request(archiveID: String, reason: String? = nil) -> XMLElement {
        var moderation = XMLElement(
            "moderate", namespace: Namespace.moderation,
            children: [XMLElement("retract", namespace: Namespace.retraction)])
        if let reason { moderation.add(XMLElement("reason", text: reason)) }
        return XMLElement(
            "apply-to", namespace: Namespace.fasten, attributes: ["id": archiveID], children: [moderation])
    }

    /// Returns `nil` for stanzas that are not from the room itself.
    init?(_ stanza: XMLElement, room: XMPPAddress) {
        guard stanza.name == "message", stanza["from"].flatMap({ XMPPAddress($0) }) == room else { return nil }
        let target: XMLElement?
        let moderated: XMLElement?
        if let fastening = stanza.first("apply-to", in: Namespace.fasten) {
            target = fastening
            moderated = fastening.first("moderated", in: Namespace.moderation)
            guard moderated?.first("retract", in: Namespace.retraction) != nil else { return nil }
        } else {
            // Version 0.3 of 2023.
            target = stanza.first("retract", in: "urn:xmpp:message-retract:1")
            moderated = target?.first("moderated", in: "urn:xmpp:message-moderate:1")
        }
        guard let moderated, let id = target?["id"] else { return nil }
        archiveID = id
        by = moderated["by"].flatMap { XMPPAddress($0) }?.resource
        reason = (moderated.first("reason") ?? target?.first("reason"))?.wholeText
    }
}
