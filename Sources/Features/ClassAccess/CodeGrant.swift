package import Encoding
package import Rooms

/// What a join code gives, and to how many. A value.
package struct CodeGrant: Sendable, Equatable {
    package var code: JoinCode
    /// The class, by its name.
    package var room: String
    package var role: RoomUser.Role
    package var group: Int
    /// In seconds since 1970.
    package var expires: Int64
    /// How many people it still lets in; nil: any number.
    package var uses: Int?

    package init(
        _ code: JoinCode, room: String, role: RoomUser.Role, group: Int = 0, expires: Int64, uses: Int? = nil
    ) {
        self.code = code
        self.room = room
        self.role = role
        self.group = group
        self.expires = expires
        self.uses = uses
    }
}

/// As it is stored: everything but the code, which is the key.
extension CodeGrant {
    package var json: JSONValue {
        .object([
            "room": .string(room), "role": .string(role.rawValue), "group": .integer(Int64(group)),
            "expires": .integer(expires), "uses": uses.map { .integer(Int64($0)) },
        ])
    }

    /// Nil for what was not stored by this.
    package init?(code: String, json: JSONValue) {
        guard let code = JoinCode(code), let room = json["room"]?.text, let role = json["role"]?.text,
            let group = json["group"]?.integer, let expires = json["expires"]?.integer
        else { return nil }
        self.init(
            code, room: room, role: RoomUser.Role(rawValue: role), group: group, expires: Int64(expires),
            uses: json["uses"]?.integer)
    }
}
