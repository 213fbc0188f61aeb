package import ClassRules
package import ClassWire
package import Classes
package import Encoding
package import Storage

/// A keeper's persistent data, used on the database's thread. Each change is atomic, even if the process is killed.
/// Rooms are named by the local parts of their addresses.
package struct ClassStore {
    let database: Database

    package init(_ database: Database) { self.database = database }

    package struct Stored: Sendable, Equatable {
        package let plan: ClassPlan
        package let header: ClassHeader
        package let memory: ClassMemory
        /// From an empty state to the one after all stored events.
        package let events: [ClassEvent]
        package let chain: EventChain
        /// The number of the last event at the last call of ``shorten(_:to:_:)``.
        package let shortened: Int64
    }

    /// Makes later writes durable before they return, so a power failure loses nothing that was announced.
    func writeThrough() throws(StorageError) { try database.run("PRAGMA synchronous=FULL") }

    /// Returns a number that changes when another connection has changed the file.
    package func foreignChanges() throws(StorageError) -> Int64 {
        try database.run("PRAGMA data_version").first?.integer(0) ?? 0
    }

    // MARK: Classes

    package func plans() throws(StorageError) -> [ClassPlan] {
        try database.run("SELECT plan FROM class ORDER BY room").map { row throws(StorageError) in
            try plan(row.text(0) ?? "")
        }
    }

    package func create(_ plan: ClassPlan, epoch: Int64) throws(StorageError) {
        try database.run(
            """
            INSERT INTO class (room, header, plan, rules, lines, number, hash) VALUES (?, ?, ?, ?, '', 0, '')
            ON CONFLICT (room) DO NOTHING
            """,
            .text(plan.name), .text(ClassHeader(title: plan.title, epoch: epoch).json.line), .text(plan.json.line),
            .text(JSONValue.encoding(ClassMemory()).line))
    }

    package func change(_ plan: ClassPlan) throws(StorageError) {
        try database.run("UPDATE class SET plan = ? WHERE room = ?", .text(plan.json.line), .text(plan.name))
    }

    package func load(_ room: String) throws(StorageError) -> Stored? {
        let classes = try database.run(
            "SELECT header, plan, rules, lines, number, hash FROM class WHERE room = ?", .text(room))
        guard let row = classes.first, let header = row.text(0), let plan = row.text(1), let rules = row.text(2),
            let lines = row.text(3), let number = row.integer(4), let hash = row.text(5)
        else { return nil }
        var chain = EventChain(number: number, hash: hash)
        var events = try read(lines)
        for row in try database.run(
            "SELECT number, line, hash FROM event WHERE room = ? AND number > ? ORDER BY number", .text(room),
            .integer(number))
        {
            guard let number = row.integer(0), let line = row.text(1), let hash = row.text(2) else { continue }
            switch chain.follow(number: number, line: line, hash: hash) {
            case .next(let event): events.append(event)
            case .known, .unreadable: break
            case .gap:
                throw StorageError(
                    .damaged, operation: "read", text: "event \(number) does not follow", context: room)
            }
        }
        return Stored(
            plan: try self.plan(plan), header: try self.header(header), memory: try memory(rules), events: events,
            chain: chain, shortened: number)
    }

    package func write(_ writes: [ClassWrite], to room: String) throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            for write in writes {
                switch write {
                case .turn(let events, let memory, let act): try append(events, memory, act, to: room)
                case .exclude(let person):
                    try database.run(
                        "UPDATE person SET is_excluded = 1 WHERE room = ? AND id = ?", .text(room), .text(person))
                case .lift(let person):
                    try admitAgain(person, in: room)
                    try database.run("DELETE FROM lift WHERE room = ? AND person = ?", .text(room), .text(person))
                case .audit(let entry): try note(entry, in: room)
                case .shorten(let events, let chain): try shorten(room, to: events, chain)
                case .result(let result): try keep(result, of: room)
                }
            }
        }
    }

    private func append(
        _ events: [NumberedEvent], _ memory: ClassMemory?, _ act: ActRecord?, to room: String
    ) throws(StorageError) {
        for event in events {
            try database.run(
                "INSERT INTO event (room, number, line, hash) VALUES (?, ?, ?, ?)", .text(room),
                .integer(event.number), .text(event.line), .text(event.hash))
        }
        if let memory {
            try database.run(
                "UPDATE class SET rules = ? WHERE room = ?", .text(JSONValue.encoding(memory).line), .text(room))
        }
        guard let act else { return }
        try database.run(
            """
            INSERT INTO act (room, person, id, number, answer)
            VALUES (?, ?, ?, (SELECT COALESCE(MAX(number), 0) FROM event WHERE room = ?), ?)
            """,
            .text(room), .text(act.user), .text(act.id), .text(room), .text(act.answer.json.line))
    }

    package func answer(to act: String, by user: String, in room: String) throws(StorageError) -> ActAnswer? {
        try database.run(
            "SELECT answer FROM act WHERE room = ? AND person = ? AND id = ?", .text(room), .text(user), .text(act)
        ).first?.text(0).map { text throws(StorageError) in ActAnswer(json: try value(text)) }
    }

    /// Stores the events with which the next load starts. Keeps published events, but deletes answers to much earlier
    /// acts.
    private func shorten(_ room: String, to events: [ClassEvent], _ chain: EventChain) throws(StorageError) {
        let lines = String(decoding: JSONLines.write(events), as: UTF8.self)
        try database.run(
            "UPDATE class SET lines = ?, number = ?, hash = ? WHERE room = ?", .text(lines),
            .integer(chain.number), .text(chain.hash), .text(room))
        try database.run(
            "DELETE FROM act WHERE room = ? AND number < ?", .text(room), .integer(chain.number - Self.rememberedActs))
    }

    /// In events. After some minutes in a busy class, a client no longer repeats an act.
    private static let rememberedActs: Int64 = 10_000

    package func lines(of room: String, after number: Int64 = 0) throws(StorageError) -> [String] {
        try database.run(
            "SELECT line FROM event WHERE room = ? AND number > ? ORDER BY number", .text(room), .integer(number)
        ).compactMap { $0.text(0) }
    }

    // MARK: People

    package func admit(_ people: [(room: String, person: ClassPerson)], codes: [String: JSONValue]) throws(StorageError)
    {
        try database.transaction { () throws(StorageError) in
            for (room, person) in people {
                try database.run(
                    """
                    INSERT INTO person (room, id, user, is_excluded) VALUES (?, ?, ?, ?)
                    ON CONFLICT (room, id) DO UPDATE SET user = excluded.user
                    """,
                    .text(room), .text(person.user.id), .text(JSONValue.encoding(person.user).line),
                    .integer(person.isExcluded ? 1 : 0))
            }
            for (code, value) in codes {
                // A code revoked in the meantime stays revoked.
                try database.run("UPDATE code SET value = ? WHERE code = ?", .text(value.line), .text(code))
            }
        }
    }

    package func people(of room: String) throws(StorageError) -> [ClassPerson] {
        try database.run("SELECT user, is_excluded FROM person WHERE room = ?", .text(room)).map {
            row throws(StorageError) in
            let user: ClassUser = try decoded(row.text(0) ?? "")
            return ClassPerson(user, isExcluded: row.integer(1) == 1)
        }
    }

    // MARK: Codes

    package func codes() throws(StorageError) -> [String: JSONValue] {
        var codes: [String: JSONValue] = [:]
        for row in try database.run("SELECT code, value FROM code") {
            guard let code = row.text(0), let text = row.text(1) else { continue }
            codes[code] = try value(text)
        }
        return codes
    }

    package func set(_ code: String, to value: JSONValue?) throws(StorageError) {
        guard let value else {
            try database.run("DELETE FROM code WHERE code = ?", .text(code))
            return
        }
        try database.run(
            "INSERT INTO code (code, value) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET value = excluded.value",
            .text(code), .text(value.line))
    }

    // MARK: Settings

    /// The first call creates the secret from random numbers.
    package func secret(_ name: String) throws(StorageError) -> String {
        try database.run(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", .text(name),
            .text(Hexadecimal.text(SecureRandom().bytes(32))))
        return try setting(name) ?? ""
    }

    package func setting(_ name: String) throws(StorageError) -> String? {
        try database.run("SELECT value FROM setting WHERE name = ?", .text(name)).first?.text(0)
    }

    package func change(_ setting: String, to value: String) throws(StorageError) {
        try database.run(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            .text(setting), .text(value))
    }

    package func lastNumber(of room: String) throws(StorageError) -> Int64 {
        try database.run("SELECT MAX(number) FROM event WHERE room = ?", .text(room)).first?.integer(0) ?? 0
    }

    // MARK: Reading

    private func read(_ lines: String) throws(StorageError) -> [ClassEvent] {
        let read = JSONLines.read(ClassEvent.self, Array(lines.utf8), file: "lines")
        if let warning = read.warnings.first { throw damage(warning.problem, "lines") }
        return read.lines
    }

    private func value(_ text: String) throws(StorageError) -> JSONValue {
        do {
            return try JSONValue(document: Array(text.utf8))
        } catch {
            throw damage(error.words, text)
        }
    }

    func decoded<Value: Decodable>(_ text: String) throws(StorageError) -> Value {
        let json = try value(text)
        do {
            return try json.decoded()
        } catch {
            throw damage("\(error)", text)
        }
    }

    private func plan(_ text: String) throws(StorageError) -> ClassPlan { try decoded(text) }
    private func header(_ text: String) throws(StorageError) -> ClassHeader { try decoded(text) }
    private func memory(_ text: String) throws(StorageError) -> ClassMemory { try decoded(text) }

    private func damage(_ words: String, _ text: String) -> StorageError {
        StorageError(.damaged, operation: "read", text: words, context: String(text.prefix(80)))
    }
}
