import XML

package struct RoomOccupant: Sendable, Equatable {
    /// The permanent rights of an address in the room.
    package enum Affiliation: String, Sendable {
        case owner, admin, member, none, outcast
    }

    /// The rights during this stay.
    package enum Role: String, Sendable {
        case moderator, participant, visitor, none
    }

    package var nick: String
    package var affiliation: Affiliation
    package var role: Role
    /// Identifies the account in this room, independent of the nickname (XEP-0421); `nil` if the server has no such
    /// IDs.
    package var occupantID: String?
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
