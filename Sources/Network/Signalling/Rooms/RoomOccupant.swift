import XML

/// Somebody in a room (XEP-0045). A value.
package struct RoomOccupant: Sendable, Equatable {
    /// For good: what an address may do in the room.
    package enum Affiliation: String, Sendable {
        case owner, admin, member, none, outcast
    }

    /// For this stay.
    package enum Role: String, Sendable {
        case moderator, participant, visitor, none
    }

    package var nick: String
    package var affiliation: Affiliation
    package var role: Role
    /// The same for one account in one room whatever its nick is (XEP-0421); nil: the server has none.
    package var occupantID: String?
    /// Nil: the room does not show it to us.
    package var address: XMPPAddress?

    package init(
        nick: String, affiliation: Affiliation, role: Role, occupantID: String? = nil, address: XMPPAddress? = nil
    ) {
        self.nick = nick
        self.affiliation = affiliation
        self.role = role
        self.occupantID = occupantID
        self.address = address
    }

    init(nick: String, presence: XMLElement) {
        let item = presence.first("x", in: Namespace.roomUser)?.first("item")
        self.init(
            nick: nick, affiliation: item?["affiliation"].flatMap(Affiliation.init(rawValue:)) ?? .none,
            role: item?["role"].flatMap(Role.init(rawValue:)) ?? .none,
            occupantID: presence.first("occupant-id", in: Namespace.occupantID)?["id"],
            address: item?["jid"].flatMap { XMPPAddress($0) })
    }
}
