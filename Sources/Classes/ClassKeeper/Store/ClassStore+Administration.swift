import Classes
import Encoding
package import Storage

extension ClassStore {
    // MARK: Audit log

    /// Per class. Older entries are deleted.
    static let auditLimit: Int64 = 10_000

    func note(_ entry: AuditEntry, in room: String) throws(StorageError) {
        try database.run(
            """
            INSERT INTO audit (room, number, entry)
            VALUES (?, (SELECT COALESCE(MAX(number), 0) + 1 FROM audit WHERE room = ?), ?)
            """,
            .text(room), .text(room), .text(JSONValue.encoding(entry).line))
        try database.run(
            "DELETE FROM audit WHERE room = ? AND number <= (SELECT MAX(number) FROM audit WHERE room = ?) - ?",
            .text(room), .text(room), .integer(Self.auditLimit))
    }

    package func change(
        _ room: String, _ entry: AuditEntry, _ work: () throws(StorageError) -> Void
    ) throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            try work()
            try note(entry, in: room)
        }
    }

    /// Returns the log of one class or of all, oldest entry first.
    package func audit(of room: String? = nil) throws(StorageError) -> [(room: String, entry: AuditEntry)] {
        let rows = try database.run(
            "SELECT room, entry FROM audit WHERE ? IS NULL OR room = ? ORDER BY room, number", StorageValue(room),
            StorageValue(room))
        let entries = try rows.map { row throws(StorageError) in
            let entry: AuditEntry = try decoded(row.text(1) ?? "")
            return (room: row.text(0) ?? "", entry: entry)
        }
        return entries.enumerated().sorted { ($0.element.entry.time, $0.offset) < ($1.element.entry.time, $1.offset) }
            .map(\.element)
    }

    // MARK: Bans

    /// A running keeper lifts the bans within a second; otherwise the next keeper does.
    package func removeBans(of person: String, in room: String) throws(StorageError) {
        try admitAgain(person, in: room)
        try database.run(
            "INSERT INTO lift (room, person) VALUES (?, ?) ON CONFLICT (room, person) DO NOTHING", .text(room),
            .text(person))
    }

    func admitAgain(_ person: String, in room: String) throws(StorageError) {
        try database.run("UPDATE person SET is_excluded = 0 WHERE room = ? AND id = ?", .text(room), .text(person))
    }

    package func lifts() throws(StorageError) -> [BanLift] {
        try database.run("SELECT room, person FROM lift").compactMap { row in
            guard let room = row.text(0), let person = row.text(1) else { return nil }
            return BanLift(room: room, person: person)
        }
    }

    /// `now` is in milliseconds since 1970. Bans from the chat precede those from the class.
    package func bans(of room: String, at now: Int64) throws(StorageError) -> [ClassBan] {
        let known = try people(of: room)
        let removed = Set(try lifts().filter { $0.room == room }.map(\.person))
        let log = try audit(of: room).map(\.entry)
        let names = Dictionary(known.map { ($0.user.id, $0.user.name) }, uniquingKeysWith: { $1 })
        var bans = known.filter(\.isExcluded).map { person in
            let entry = log.last { $0.act == AuditEntry.expulsion && $0.target == person.user.id }
            return ClassBan(
                person: person.user.id, name: person.user.name, kind: .room, until: nil, by: entry?.id,
                byName: entry?.name)
        }
        let chatBans = try load(room).map { KeptClass($0).state.live.chatBans } ?? [:]
        for ban in chatBans.values where ban.until > now {
            bans.append(
                ClassBan(
                    person: ban.user, name: names[ban.user] ?? log.last { $0.target == ban.user }?.targetName,
                    kind: .chat, until: ban.until, by: ban.by, byName: ban.by.flatMap { names[$0] }))
        }
        return bans.filter { !removed.contains($0.person) }.sorted {
            ($0.kind.rawValue, $0.person) < ($1.kind.rawValue, $1.person)
        }
    }
}

package struct BanLift: Sendable, Equatable {
    package let room: String
    package let person: String
}

/// A ban of one person. Its texts are unverified.
package struct ClassBan: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case chat
        case room = "class"
    }

    package let person: String
    package let name: String?
    package let kind: Kind
    /// In milliseconds since 1970; `nil` for never.
    package let until: Int64?
    /// The banning person; `nil` for the keeper, or if unknown.
    package let by: String?
    package let byName: String?
}
