import Classes

/// Nicknames are people's names, which the room allows only once at a time.
struct MemberBook: Sendable {
    private var known: [String: ClassUser] = [:]
    private static let limit = 2_000

    mutating func note(_ event: ClassEvent.Kind) {
        switch event {
        case .users(let users, _), .usersEntered(let users):
            for user in users where known.count < Self.limit || known[user.name] != nil { known[user.name] = user }
        default: break
        }
    }

    /// Returns a present user, else a previously present one, else an unknown one without rights.
    func user(_ nick: String, in users: UsersArea) -> ClassUser {
        let present = users.list.elements { $0.user.name == nick }
        if present.count == 1 { return present[0].user }
        // Several present users of the same name cannot be distinguished.
        if present.isEmpty, let known = known[nick] { return known }
        return ClassUser(id: "nick:" + nick, name: nick)
    }
}
