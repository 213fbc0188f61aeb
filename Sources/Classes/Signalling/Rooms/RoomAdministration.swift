package import XML

/// XEP-0045, 8 to 10. The results are payloads of IQs.
package enum RoomAdministration {
    /// `.none` removes the occupant. An IQ `set`.
    package static func setRole(_ role: RoomOccupant.Role, nick: String, reason: String? = nil) -> XMLElement {
        change(["nick": nick, "role": role.rawValue], reason)
    }

    /// `.outcast` bans. An IQ `set`.
    package static func setAffiliation(
        _ affiliation: RoomOccupant.Affiliation, of address: XMPPAddress, reason: String? = nil
    ) -> XMLElement {
        change(["jid": address.bare.description, "affiliation": affiliation.rawValue], reason)
    }

    /// An IQ `get` for the addresses with an affiliation.
    package static func list(_ affiliation: RoomOccupant.Affiliation) -> XMLElement {
        let item = XMLElement("item", attributes: ["affiliation": affiliation.rawValue])
        return XMLElement("query", namespace: Namespace.roomAdmin, children: [item])
    }

    package static func addresses(_ answer: XMLElement) -> [XMPPAddress] {
        (answer.first("query", in: Namespace.roomAdmin)?.children("item") ?? []).compactMap {
            $0["jid"].flatMap { XMPPAddress($0) }
        }
    }

    package static let configurationRequest = XMLElement("query", namespace: Namespace.roomOwner)

    package static func configurationForm(_ answer: XMLElement) -> DataForm? {
        (answer.first("query", in: Namespace.roomOwner)?.children("x") ?? []).lazy.compactMap { DataForm($0) }.first
    }

    /// Changes those settings that the form contains. An IQ `set`.
    package static func configure(_ form: DataForm, _ settings: RoomSettings) -> XMLElement {
        XMLElement("query", namespace: Namespace.roomOwner, children: [form.answer(settings.values).element])
    }

    /// Removes all occupants, too. An IQ `set`.
    package static func destroy(reason: String? = nil) -> XMLElement {
        let destroy = XMLElement("destroy", children: reason.map { [XMLElement("reason", text: $0)] } ?? [])
        return XMLElement("query", namespace: Namespace.roomOwner, children: [destroy])
    }

    private static func change(_ attributes: [String: String], _ reason: String?) -> XMLElement {
        let item = XMLElement(
            "item", attributes: attributes, children: reason.map { [XMLElement("reason", text: $0)] } ?? [])
        return XMLElement("query", namespace: Namespace.roomAdmin, children: [item])
    }
}

/// The settings of a room. `nil` leaves a setting unchanged.
package struct RoomSettings: Sendable, Equatable {
    package var name: String?
    package var description: String?
    package var isPersistent: Bool?
    package var isModerated: Bool?
    package var isMembersOnly: Bool?
    package var isPublic: Bool?
    /// Empty for none.
    package var password: String?
    package var keepsArchive: Bool?
    /// Whether everyone sees the occupants' addresses, not only moderators.
    package var showsAddresses: Bool?
    package var letsOccupantsChangeSubject: Bool?

    package init() {}

    var values: [String: [String]] {
        func flag(_ value: Bool?) -> [String]? { value.map { [$0 ? "1" : "0"] } }
        let all: [String: [String]?] = [
            "muc#roomconfig_roomname": name.map { [$0] },
            "muc#roomconfig_roomdesc": description.map { [$0] },
            "muc#roomconfig_persistentroom": flag(isPersistent),
            "muc#roomconfig_moderatedroom": flag(isModerated),
            "muc#roomconfig_membersonly": flag(isMembersOnly),
            "muc#roomconfig_publicroom": flag(isPublic),
            "muc#roomconfig_roomsecret": password.map { [$0] },
            "muc#roomconfig_passwordprotectedroom": flag(password.map { !$0.isEmpty }),
            "muc#roomconfig_enablearchiving": flag(keepsArchive),
            "muc#roomconfig_enablelogging": flag(keepsArchive),
            "muc#roomconfig_whois": showsAddresses.map { [$0 ? "anyone" : "moderators"] },
            "muc#roomconfig_changesubject": flag(letsOccupantsChangeSubject),
        ]
        return all.compactMapValues { $0 }
    }
}
