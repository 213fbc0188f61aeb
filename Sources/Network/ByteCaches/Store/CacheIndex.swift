import PlayCore
package import Storage

/// The tables of the cache, on the thread of their database.
package struct CacheIndex {
    private let database: Database

    package init(_ database: Database) { self.database = database }

    private static let columns =
        "id, key, name, file, tag, modified, length, type, seekable, created, checked, filled, pinned, bytes"

    func find(_ key: String) throws(StorageError) -> CacheRecord? {
        try database.run("SELECT \(Self.columns) FROM item WHERE key = ?", .text(key)).first.flatMap(Self.record)
    }

    /// Returns all records, the most recently filled first.
    package func records() throws(StorageError) -> [CacheRecord] {
        try database.run("SELECT \(Self.columns) FROM item ORDER BY filled DESC, id DESC").compactMap(Self.record)
    }

    func pieces(of item: Int64, in span: Range<Int64>) throws(StorageError) -> [CachePiece] {
        let from = max(0, span.lowerBound - CachePiece.block)
        return try database.run(
            "SELECT start, stop, checksum FROM piece WHERE item = ? AND start >= ? AND start < ? ORDER BY start, stop",
            .integer(item), .integer(from), .integer(span.upperBound)
        ).compactMap { row in
            guard let start = row.integer(0), let stop = row.integer(1), let checksum = row.integer(2), stop > start
            else { return nil }
            return CachePiece(span: start..<stop, checksum: UInt64(bitPattern: checksum))
        }
    }

    /// Adds a new version without bytes. `file` must be unused by all versions, past and present.
    func begin(
        _ key: CacheKey, _ info: ResourceInfo, file: String, at now: Int64
    ) throws(StorageError) -> CacheRecord? {
        try database.run(
            """
            INSERT INTO item (key, name, file, tag, modified, length, type, seekable, created, checked, filled)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(key.text), .text(key.name), .text(file), StorageValue(info.validator.entityTag),
            StorageValue(info.validator.lastModified), StorageValue(info.size), StorageValue(info.contentType),
            .integer(info.canSeek ? 1 : 0), .integer(now), .integer(now), .integer(now))
        return try find(key.text)
    }

    /// Adds pieces, replacing stored pieces within them. Returns false if the version no longer exists: in a new index
    /// another version may have its number, but never its file name.
    func add(_ pieces: [CachePiece], to record: CacheRecord, at now: Int64) throws(StorageError) -> Bool {
        try database.transaction { () throws(StorageError) in
            let isThere = try !database.run(
                "SELECT 1 FROM item WHERE id = ? AND file = ?", .integer(record.id), .text(record.file)
            ).isEmpty
            guard isThere else { return false }
            for piece in pieces { try add(piece, to: record.id) }
            // MAX keeps the order of filling if the calendar is set back.
            try database.run(
                "UPDATE item SET filled = MAX(?, (SELECT MAX(filled) FROM item)) WHERE id = ?", .integer(now),
                .integer(record.id))
            return true
        }
    }

    private func add(_ piece: CachePiece, to item: Int64) throws(StorageError) {
        try database.run(
            "DELETE FROM piece WHERE item = ? AND start >= ? AND start < ? AND stop <= ?", .integer(item),
            .integer(piece.span.lowerBound), .integer(piece.span.upperBound), .integer(piece.span.upperBound))
        try database.run(
            "INSERT INTO piece (item, start, stop, checksum) VALUES (?, ?, ?, ?)", .integer(item),
            .integer(piece.span.lowerBound), .integer(piece.span.upperBound),
            .integer(Int64(bitPattern: piece.checksum)))
    }

    /// Removes damaged pieces. A piece rewritten with other bytes meanwhile has another checksum, and stays.
    func remove(_ pieces: [CachePiece], of item: Int64) throws(StorageError) {
        for piece in pieces {
            try database.run(
                "DELETE FROM piece WHERE item = ? AND start = ? AND stop = ? AND checksum = ?", .integer(item),
                .integer(piece.span.lowerBound), .integer(piece.span.upperBound),
                .integer(Int64(bitPattern: piece.checksum)))
        }
    }

    /// Removes bytes that the file no longer has.
    func forget(_ span: Range<Int64>, of item: Int64) throws(StorageError) {
        try database.run(
            "DELETE FROM piece WHERE item = ? AND start < ? AND stop > ?", .integer(item), .integer(span.upperBound),
            .integer(span.lowerBound))
    }

    func confirm(_ record: CacheRecord, at now: Int64) throws(StorageError) {
        try database.run("UPDATE item SET checked = ? WHERE file = ?", .integer(now), .text(record.file))
    }

    func setLength(_ length: Int64, of record: CacheRecord) throws(StorageError) {
        try database.run(
            "UPDATE item SET length = ? WHERE file = ? AND length IS NULL", .integer(length), .text(record.file))
    }

    package func setPinned(_ isPinned: Bool, key: CacheKey) throws(StorageError) {
        try database.run(
            "UPDATE item SET pinned = ? WHERE key = ?", .integer(isPinned ? 1 : 0), .text(key.text))
    }

    /// Removes versions. Remove their files once this is committed.
    func remove(_ items: [Int64]) throws(StorageError) {
        for item in items {
            // In this order, the trigger has no sum to update.
            try database.run("DELETE FROM item WHERE id = ?", .integer(item))
            try database.run("DELETE FROM piece WHERE item = ?", .integer(item))
        }
    }

    package func use() throws(StorageError) -> CacheUse {
        let rows = try database.run("SELECT name, bytes FROM tally")
        func bytes(_ name: String) -> Int64 { rows.first { $0.text(0) == name }?.integer(1) ?? 0 }
        return CacheUse(hits: bytes("hits"), misses: bytes("misses"))
    }

    func add(_ use: CacheUse) throws(StorageError) {
        for (name, bytes) in [("hits", use.hits), ("misses", use.misses)] where bytes > 0 {
            try database.run(
                """
                INSERT INTO tally (name, bytes) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET bytes = bytes + excluded.bytes
                """,
                .text(name), .integer(bytes))
        }
    }

    private static func record(_ row: StorageRow) -> CacheRecord? {
        guard let id = row.integer(0), let key = row.text(1), let name = row.text(2), let file = row.text(3),
            let created = row.integer(9), let checked = row.integer(10), let filled = row.integer(11),
            let bytes = row.integer(13), CacheFolder.isFileName(file)
        else { return nil }
        let validator = CacheValidator(entityTag: row.text(4), lastModified: row.text(5), length: row.integer(6))
        return CacheRecord(
            id: id, key: key, name: name, file: file,
            info: ResourceInfo(validator: validator, canSeek: row.integer(8) == 1, contentType: row.text(7)),
            created: created, checked: checked, filled: filled, isPinned: row.integer(12) == 1, bytes: bytes)
    }
}
