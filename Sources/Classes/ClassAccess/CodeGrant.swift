package import Classes
package import Encoding

package struct CodeGrant: Sendable, Equatable {
    package var code: JoinCode
    package var room: String
    package var role: ClassUser.Role
    package var group: Int
    /// In seconds since 1970.
    package var expires: Int64
    /// The number of people that the code still admits; `nil` for no limit.
    package var uses: Int?
    /// The only person whom the code admits; `nil` for anyone.
    package var person: Person?

    package struct Person: Sendable, Equatable {
        /// The same in all classes.
        package var id: String
        package var name: String

        package init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }

    package init(
        _ code: JoinCode, room: String, role: ClassUser.Role, group: Int = 0, expires: Int64, uses: Int? = nil
    ) {
        self.code = code
        self.room = room
        self.role = role
        self.group = group
        self.expires = expires
        self.uses = uses
    }
}

/// The stored form. The code itself is the key, and not part of it.
extension CodeGrant {
    package var json: JSONValue {
        .object([
            "room": .string(room), "role": .string(role.rawValue), "group": .integer(Int64(group)),
            "expires": .integer(expires), "uses": uses.map { .integer(Int64($0)) },
            "person": person.map { .object(["id": .string($0.id), "name": .string($0.name)]) },
        ])
    }

    package init?(code: String, json: JSONValue) {
        guard let code = JoinCode(code), let room = json["room"]?.text, let role = json["role"]?.text,
            let group = json["group"]?.integer, let expires = json["expires"]?.integer
        else { return nil }
        self.init(
            code, room: room, role: ClassUser.Role(rawValue: role), group: group, expires: Int64(expires),
            uses: json["uses"]?.integer)
        guard let known = json["person"] else { return }
        guard let id = known["id"]?.text, let name = known["name"]?.text else { return nil }
        person = Person(id: id, name: name)
    }
}
