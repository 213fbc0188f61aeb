package import PlayCore
package import Storage

/// A row of the history: something that was played. A value, for lists and for `tvplay history`.
package struct HistoryRow: Sendable, Equatable {
    package let key: ResumeKey
    /// Unverified text from outside; nil when it has none.
    package let title: String?
    /// Where it is opened again; nil: its key says it, or nothing does.
    package var place: RememberedPlace?
    /// Address or path of the still that stands for it; nil: it has none of its own.
    package var cover: String?
    /// Where it was left; nil when that was never known. The end, when it was seen to its end.
    package let position: MediaTime?
    /// Nil when it was not known.
    package let duration: MediaTime?
    /// When it was played last.
    package let played: WallTime
    /// How often it was opened; at least 1.
    package let count: Int

    /// What was seen of it, 0 … 1; nil when the duration is not known.
    package var progress: Double? {
        guard let position, let duration, duration > .zero else { return nil }
        return min(1, max(0, position.inSeconds / duration.inSeconds))
    }
}

/// What was played, with the newest last time. On the thread of its database.
package struct HistoryStore {
    /// Rows that are kept: what was played longest ago goes first. Some 2 MB.
    package static let maximumRows = 10_000

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// Playing of an item has begun.
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

    /// Playing of it is over, for now. Nothing happens when the history was cleared meanwhile.
    package func end(
        _ key: ResumeKey, position: MediaTime, duration: MediaTime?, at now: WallTime
    ) throws(StorageError) {
        try database.run(
            "UPDATE history SET position = ?, duration = COALESCE(?, duration), played = ? WHERE key = ?",
            .integer(position.milliseconds), StorageValue(duration?.milliseconds), .integer(now.milliseconds),
            .text(key.text))
    }

    /// The newest first.
    /// - Parameter limit: at most so many.
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

    /// What was played of one item; nothing happens where there is no such row.
    package func remove(_ key: ResumeKey) throws(StorageError) {
        try database.run("DELETE FROM history WHERE key = ?", .text(key.text))
    }

    /// - Returns: how many rows there were.
    @discardableResult
    package func clear() throws(StorageError) -> Int {
        try database.clear("history")
    }
}
