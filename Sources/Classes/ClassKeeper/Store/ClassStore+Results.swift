package import ClassRules
import Classes
import Encoding
package import Storage

/// Attendance, answers and chat. These are not in the events, or not visible to everyone.
extension ClassStore {
    func keep(_ result: ResultWrite, of room: String) throws(StorageError) {
        switch result {
        case .enter(let user, let time):
            try database.run(
                """
                INSERT INTO stay (room, person, name, role, joined) SELECT ?1, ?2, ?3, ?4, ?5
                WHERE NOT EXISTS (SELECT 1 FROM stay WHERE room = ?1 AND person = ?2 AND ended IS NULL)
                """,
                .text(room), .text(user.id), .text(user.name), .text(user.role.rawValue), .integer(time))
        case .leave(let person, let time):
            try database.run(
                "UPDATE stay SET ended = MAX(joined, ?) WHERE room = ? AND person = ? AND ended IS NULL",
                .integer(time), .text(room), .text(person))
        case .leaveAll(let time):
            try database.run(
                "UPDATE stay SET ended = MAX(joined, ?) WHERE room = ? AND ended IS NULL", .integer(time), .text(room))
        case .quiz(let survey, let time):
            try database.run(
                "INSERT INTO quiz (room, id, survey, opened) VALUES (?, ?, ?, ?)", .text(room), .text(survey.id),
                .text(JSONValue.encoding(survey).line), .integer(time))
        case .answer(let user, let answer, let verdict, let time):
            // An earlier version may have published the quiz without storing it.
            try database.run(
                """
                INSERT INTO answer (room, quiz, person, name, role, keys, verdict, time)
                SELECT ?1, number, ?3, ?4, ?5, ?6, ?7, ?8 FROM quiz WHERE room = ?1 AND id = ?2
                ORDER BY number DESC LIMIT 1 ON CONFLICT DO NOTHING
                """,
                .text(room), .text(answer.id), .text(user.id), .text(user.name), .text(user.role.rawValue),
                .text(JSONValue.encoding(answer.keys).line), .text(verdict.rawValue), .integer(time))
        case .chat(let lines):
            for line in lines {
                try database.run(
                    """
                    INSERT INTO message (room, id, person, name, role, text, time) VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (room, id) DO NOTHING
                    """,
                    .text(room), .text(line.id), .text(line.user.id), .text(line.user.name),
                    .text(line.user.role.rawValue), .text(line.text), .integer(line.time))
            }
        case .removeMessage(let id):
            try database.run("DELETE FROM message WHERE room = ? AND id = ?", .text(room), .text(id))
        }
    }

    /// Returns the people whose stay has no end. A previous keeper may have ended before they left.
    package func attending(_ room: String) throws(StorageError) -> Set<String> {
        Set(
            try database.run("SELECT person FROM stay WHERE room = ? AND ended IS NULL", .text(room))
                .compactMap { $0.text(0) })
    }

    package func lastMessage(of room: String) throws(StorageError) -> String? {
        // An ID with a slash is the keeper's own, for a message missing from the archive.
        try database.run(
            "SELECT id FROM message WHERE room = ? AND id NOT LIKE '%/%' ORDER BY number DESC LIMIT 1", .text(room)
        ).first?.text(0)
    }

    // MARK: The time that a keeper was last running

    private static let seen = "seen"

    package func noteRunning(at time: Int64) throws(StorageError) { try change(Self.seen, to: "\(time)") }

    package func lastRunning() throws(StorageError) -> Int64? { try setting(Self.seen).flatMap { Int64($0) } }

    // MARK: Reading

    /// A position in the results of a class, after an entry.
    package struct ResultPlace: Sendable, Equatable {
        fileprivate enum Table: Int, CaseIterable {
            case stay, quiz, answer, message
        }

        fileprivate var table = Table.stay
        fileprivate var number: Int64 = 0

        package init() {}

        fileprivate init(_ table: Table, _ number: Int64) { (self.table, self.number) = (table, number) }

        package init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let table = Int(parts[0]).flatMap(Table.init), let number = Int64(parts[1]) else {
                return nil
            }
            self.init(table, number)
        }

        package var text: String { "\(table.rawValue)-\(number)" }
    }

    package typealias PlacedEntry = (place: ResultPlace, entry: ClassReport.Entry)

    /// Returns the next entries, or none at the end. They are so few that reading them takes milliseconds.
    ///
    /// - Parameters:
    /// - now: the time of the report.
    /// - isRunning: whether a keeper runs, so that people without an end are present.
    package func results(
        of room: String, after place: ResultPlace, now: Int64, isRunning: Bool = true
    ) throws(StorageError) -> [PlacedEntry] {
        for table in ResultPlace.Table.allCases where table.rawValue >= place.table.rawValue {
            let number = table == place.table ? place.number : 0
            let entries = try rows(table, of: room, after: number).map { row throws(StorageError) in
                (ResultPlace(table, row.integer(0) ?? 0), try entry(table, row, now, isRunning))
            }
            if !entries.isEmpty { return entries }
        }
        return []
    }

    package func report(of room: String, now: Int64, isRunning: Bool = true) throws(StorageError) -> ClassReport {
        var entries: [ClassReport.Entry] = []
        var place = ResultPlace()
        while true {
            let next = try results(of: room, after: place, now: now, isRunning: isRunning)
            guard let last = next.last else { return ClassReport(entries) }
            entries += next.map(\.entry)
            place = last.place
        }
    }

    private func rows(
        _ table: ResultPlace.Table, of room: String, after number: Int64
    ) throws(StorageError) -> [StorageRow] {
        let columns =
            switch table {
            case .stay: "person, name, role, joined, ended"
            case .quiz: "opened, survey"
            case .answer: "person, name, role, time, quiz, keys, verdict"
            case .message: "person, name, role, time, id, text"
            }
        return try database.run(
            "SELECT number, \(columns) FROM \(table) WHERE room = ? AND number > ? ORDER BY number LIMIT 500",
            .text(room), .integer(number))
    }

    private func entry(
        _ table: ResultPlace.Table, _ row: StorageRow, _ now: Int64, _ isRunning: Bool
    ) throws(StorageError) -> ClassReport.Entry {
        func text(_ column: Int) -> String { row.text(column) ?? "" }
        func number(_ column: Int) -> Int64 { row.integer(column) ?? 0 }
        if table == .quiz {
            let survey: Survey = try decoded(text(2))
            return ClassReport.Entry(quiz: ClassReport.Quiz(number: number(0), opened: number(1), survey))
        }
        let user = ClassUser(id: text(1), name: text(2), role: ClassUser.Role(rawValue: text(3)))
        switch table {
        case .stay, .quiz:
            let end = row.integer(5)
            return ClassReport.Entry(
                stay: ClassReport.Stay(
                    user, joined: number(4), left: end ?? max(now, number(4)), isPresent: end == nil && isRunning))
        case .answer:
            let keys: [String] = try decoded(text(6))
            let verdict = SurveyVerdict(rawValue: text(7)) ?? .noStandard
            return ClassReport.Entry(
                answer: ClassReport.Answer(user, quiz: number(5), time: number(4), keys: keys, verdict))
        case .message:
            return ClassReport.Entry(line: ClassReport.Line(id: text(5), user, time: number(4), text: text(6)))
        }
    }
}
