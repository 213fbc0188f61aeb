package import XML

/// The retraction of another person's message by a moderator (XEP-0425): the request and its announcement.
package struct RoomRetraction: Sendable, Equatable {
    /// ``RoomMessage/archiveID`` of the message.
    package let archiveID: String
    /// Nick of the moderator, or `nil` for the room.
    package let by: String?
    /// Unverified.
    package let reason: String?

    /// Returns the request to the room (an IQ `set`), which is allowed for moderators only.
    package static func request(archiveID: String, reason: String? = nil) -> XMLElement {
        var moderation = XMLElement(
            "moderate", namespace: Namespace.moderation,
            children: [XMLElement("retract", namespace: Namespace.retraction)])
        if let reason { moderation.add(XMLElement("reason", text: reason)) }
        return XMLElement(
            "apply-to", namespace: Namespace.fasten, attributes: ["id": archiveID], children: [moderation])
    }

    /// Returns `nil` if the stanza is not a retraction or does not come from the room itself.
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
