/// The wish to enter a live class. Texts are the user's.
package struct JoinWish: Sendable, Equatable {
    package var code: String?
    /// `HOST[:PORT]` or an address.
    package var server: String?
    /// The class: with data that an integrator has signed, or to sign in.
    package var room: String?
    package var sign: String?
    package var number: String?
    package var role = "student"
    package var group = 0
    /// Seconds since 1970.
    package var expires: Int64?
    package var name: String?
    package var avatar: String?
    package var startsByItself = false
    package var sharesTerminal = false
    /// `nil` for the most recently active pane.
    package var terminalPane: String?

    package init() {}

    package var isSigned: Bool { sign != nil || number != nil || expires != nil }

    package var isGiven: Bool { code != nil || room != nil }

    /// Stores a value of an option of `class`. Returns `false` if it is invalid.
    mutating func store(_ name: String, _ value: String) -> Bool {
        guard !value.isEmpty else { return false }
        switch name {
        case "code": code = value
        case "server": server = value
        case "room": room = value
        case "sign": sign = value
        case "number":
            guard value.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
            number = value
        case "role":
            guard Self.roles.contains(value) else { return false }
            role = value
        case "group":
            guard let number = Int(value), (0...Int(Int32.max)).contains(number) else { return false }
            group = number
        case "expires":
            guard let number = Int64(value), number >= 0 else { return false }
            expires = number
        case "name": self.name = value
        case "avatar": avatar = value
        case "share":
            let parts = value.split(separator: ":", maxSplits: 1)
            guard parts.first == "terminal" else { return false }
            sharesTerminal = true
            terminalPane = parts.count == 2 ? String(parts[1]) : nil
        default: return false
        }
        return true
    }

    static let roles = ["student", "teacher", "assistant", "guest"]
}
