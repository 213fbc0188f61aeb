package import PlayCore
package import Storage

/// The resume positions. For the database's thread.
package struct ResumeStore {
    package struct Record: Sendable, Equatable {
        package let key: ResumeKey
        package let position: MediaTime
        package let duration: MediaTime?
        package let updated: WallTime
        /// `nil` if the key contains the location or there is none.
        package var place: RememberedPlace?
    }

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// Returns the `playTimeRecord`.
    package func position(of key: ResumeKey) throws(StorageError) -> MediaTime? {
        try database.run("SELECT position FROM resume WHERE key = ?", .text(key.text)).first?.integer(0)
            .map { .milliseconds(Int($0)) }
    }

    /// Saves a record. Also removes the records with the oldest writes beyond ``ResumePolicy/maximumRecords``.
    package func save(
        _ key: ResumeKey, position: MediaTime, duration: MediaTime?, place: RememberedPlace? = nil, at now: WallTime
    ) throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            try database.run(
                """
                INSERT INTO resume (key, position, duration, updated, location, is_class, revision)
                VALUES (?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(revision), 0) + 1 FROM resume))
                ON CONFLICT (key) DO UPDATE SET position = excluded.position, duration = excluded.duration,
                    updated = excluded.updated, location = excluded.location, is_class = excluded.is_class,
                    revision = excluded.revision
                """,
                .text(key.text), .integer(position.milliseconds), StorageValue(duration?.milliseconds),
                .integer(now.milliseconds), place.location, place.isClass)
            try database.run(
                """
                DELETE FROM resume WHERE revision <=
                    (SELECT revision FROM resume ORDER BY revision DESC LIMIT 1 OFFSET ?)
                """,
                .integer(Int64(ResumePolicy.maximumRecords)))
        }
    }

    package func remove(_ key: ResumeKey) throws(StorageError) {
        try database.run("DELETE FROM resume WHERE key = ?", .text(key.text))
    }

    /// Clears like `clearPlayTimeRecords`. Returns the number of records removed.
    @discardableResult
    package func clear() throws(StorageError) -> Int {
        try database.clear("resume")
    }

    /// Returns the newest first.
    package func records() throws(StorageError) -> [Record] {
        try database.run(
            "SELECT key, position, duration, updated, location, is_class FROM resume ORDER BY revision DESC"
        ).compactMap { row in
            guard let key = row.text(0).flatMap(ResumeKey.init(text:)), let position = row.integer(1),
                let updated = row.integer(3)
            else { return nil }
            return Record(
                key: key, position: .milliseconds(Int(position)),
                duration: row.integer(2).map { .milliseconds(Int($0)) }, updated: WallTime(milliseconds: updated),
                place: RememberedPlace(row, location: 4))
        }
    }

    package func perform(
        _ action: ResumeRecorder.Action, place: RememberedPlace? = nil, at now: WallTime
    ) throws(StorageError) {
        switch action {
        case .save(let key, let position, let duration):
            try save(key, position: position, duration: duration, place: place, at: now)
        case .remove(let key): try remove(key)
        }
    }
}

extension MediaTime {
    /// Rounded towards zero, as in the tables.
    var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
