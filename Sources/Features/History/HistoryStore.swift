package import PlayCore
package import Storage

package struct HistoryRow: Sendable, Equatable {
    package let key: ResumeKey
    /// Unverified text.
    package let title: String?
    /// `nil` if the key contains the location or there is none.
    package var place: RememberedPlace?
    package var cover: String?
    /// `nil` if it was never known. The end if the item was played to its end.
    package let position: MediaTime?
    package let duration: MediaTime?
    package let played: WallTime
    /// At least 1.
    package let count: Int

    /// 0 … 1, or `nil` if the duration is unknown.
    package var progress: Double? {
        guard let position, let duration, duration > .zero else { return nil }
        return min(1, max(0, position.inSeconds / duration.inSeconds))
    }
}

/// One row per item, with the time of its last playing. For its database's thread.
package struct HistoryStore {
    /// About 2 MB. Beyond it the items that were played longest ago are removed.
    package static let maximumRows = 10_000

    private let database: Database

    package init(_ database: Database) { self.database = database }

    package func begin(
        _ key: ResumeKey, title: String?, place: RememberedPlace? = nil, cover: String? = nil, at now: WallTime
    ) throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            try database.run(
                """
                INSERT INTO history (key, title, played, location, is_class, cover, count, revision)
                VALUES (?, ?, ?, ?, ?, ?, 1, (SELECT COALESCE(MAX(revision), 0) + 1 FROM history))
                ON CONFLICT (key) DO UPDATE SET title = COALESCE(excluded.title, title), played = excluded.played,
                    location = excluded.location, is_class = excluded.is_class, cover = excluded.cover,
                    count = count + 1, revision = excluded.revision
                """,
                .text(key.text), StorageValue(title), .integer(now.milliseconds), place.location, place.isClass,
                StorageValue(cover))
            try database.run(
                """
                DELETE FROM history WHERE revision <=
                    (SELECT revision FROM history ORDER BY revision DESC LIMIT 1 OFFSET ?)
                """,
                .integer(Int64(Self.maximumRows)))
        }
    }

    /// Does nothing if the history was cleared meanwhile.
    package func end(
        _ key: ResumeKey, position: MediaTime, duration: MediaTime?, at now: WallTime
    ) throws(StorageError) {
        try database.run(
            "UPDATE history SET position = ?, duration = COALESCE(?, duration), played = ? WHERE key = ?",
            .integer(position.milliseconds), StorageValue(duration?.milliseconds), .integer(now.milliseconds),
            .text(key.text))
    }

    /// Returns the newest first.
    package func rows(limit: Int = maximumRows) throws(StorageError) -> [HistoryRow] {
        try database.run(
            """
            SELECT key, title, position, duration, played, count, location, is_class, cover FROM history
                ORDER BY revision DESC LIMIT ?
            """,
            .integer(Int64(limit))
        ).compactMap { row in
            guard let key = row.text(0).flatMap(ResumeKey.init(text:)), let played = row.integer(4),
                let count = row.integer(5)
            else { return nil }
            return HistoryRow(
                key: key, title: row.text(1), place: RememberedPlace(row, location: 6), cover: row.text(8),
                position: row.integer(2).map { .milliseconds(Int($0)) },
                duration: row.integer(3).map { .milliseconds(Int($0)) }, played: WallTime(milliseconds: played),
                count: Int(count))
        }
    }

    package func remove(_ key: ResumeKey) throws(StorageError) {
        try database.run("DELETE FROM history WHERE key = ?", .text(key.text))
    }

    @discardableResult
    package func clear() throws(StorageError) -> Int {
        try database.clear("history")
    }
}
