import Rooms

/// Who is meant by a nick of the room. Nicks are the names of people, which the room lets nobody have twice at a time. A value.
struct MemberBook: Sendable {
    /// Those who were seen, by their names.
    private var known: [String: RoomUser] = [:]
    private static let limit = 2_000

    mutating func note(_ event: RoomEvent.Kind) {
        switch event {
        case .users(let users, _), .usersEntered(let users):
            for user in users where known.count < Self.limit || known[user.name] != nil { known[user.name] = user }
        default: break
        }
    }

    /// Those who are there go before those who were; whom nobody knows has no rights.
    func user(_ nick: String, in users: UsersArea) -> RoomUser {
        let present = users.list.elements { $0.user.name == nick }
        if present.count == 1 { return present[0].user }
        // Of several with one name the room does not say which it is.
        if present.isEmpty, let known = known[nick] { return known }
        return RoomUser(id: "nick:" + nick, name: nick)
    }
}
