package import Classes
package import Encoding

/// The class and role of a code, shown before the viewer enters a name. Its texts are unverified.
package struct ClassPreview: Sendable, Equatable {
    package var title: String
    package var role: ClassUser.Role
    package var group: Int
    /// In seconds since 1970.
    package var expires: Int64

    package init(title: String, role: ClassUser.Role, group: Int, expires: Int64) {
        self.title = title
        self.role = role
        self.group = group
        self.expires = expires
    }

    /// `needs` lists the fields that a request requires besides the code.
    package var json: JSONValue {
        .object([
            "title": .string(title), "role": .string(role.rawValue), "group": .integer(Int64(group)),
            "expires": .integer(expires), "needs": .list([.string("name")]),
        ])
    }

    package init?(json: JSONValue) {
        guard let title = json["title"]?.text, let role = json["role"]?.text, let group = json["group"]?.integer,
            let expires = json["expires"]?.integer
        else { return nil }
        self.init(title: title, role: ClassUser.Role(rawValue: role), group: group, expires: Int64(expires))
    }
}
