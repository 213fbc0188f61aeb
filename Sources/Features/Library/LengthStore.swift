import Encoding
package import PlayCore
package import Storage

/// The lengths of files, by a hash of path, size and time, which does not reveal names. For its database's thread.
package struct LengthStore {
    package struct Stamp: Sendable, Equatable {
        let path: String
        let size: Int64
        /// In nanoseconds since 1970.
        let modified: Int64

        package init(path: String, size: Int64, modified: Int64) {
            (self.path, self.size, self.modified) = (path, size, modified)
        }
    }

    /// About 40 bytes each.
    static let mostRows = 100_000

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// Returns the file in the cache folder, where it may be removed at any time.
    package static func file(in folder: String) -> DatabaseFile {
        DatabaseFile(
            folder: folder, name: "library.db",
            migrations: [
                Migration([
                    """
                    CREATE TABLE length (
                        path INTEGER PRIMARY KEY NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
                        duration INTEGER
                    )
                    """
                ])
            ])
    }

    /// Outer `nil`: the file is not stored or has changed. Inner `nil`: no known length.
    package func duration(of stamp: Stamp) throws(StorageError) -> MediaTime?? {
        let row = try database.run(
            "SELECT duration FROM length WHERE path = ? AND size = ? AND modified = ?", .integer(Self.key(stamp)),
            .integer(stamp.size), .integer(stamp.modified)
        ).first
        guard let row else { return nil }
        return .some(row.integer(0).map { .milliseconds(Int($0)) })
    }

    package func save(_ duration: MediaTime?, of stamp: Stamp) throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            try database.run(
                "INSERT OR REPLACE INTO length (path, size, modified, duration) VALUES (?, ?, ?, ?)",
                .integer(Self.key(stamp)), .integer(stamp.size), .integer(stamp.modified),
                StorageValue(duration.map { $0.nanoseconds / 1_000_000 }))
            // Hashes have no order, so this removes random rows.
            try database.run(
                "DELETE FROM length WHERE path < (SELECT path FROM length ORDER BY path DESC LIMIT 1 OFFSET ?)",
                .integer(Int64(Self.mostRows)))
        }
    }

    private static func key(_ stamp: Stamp) -> Int64 {
        Int64(bitPattern: ByteText.bytes(stamp.path).withUnsafeBytes(XXHash64.hash))
    }
}
