import Encoding
package import PlayCore
package import Storage

/// How long files are, as it was found out once: kept by a hash of the path with size and time of the file, so that
/// neither names nor folders can be read out of it. On the thread of its database.
package struct LengthStore {
    /// Which bytes of which file.
    package struct Stamp: Sendable, Equatable {
        let path: String
        let size: Int64
        /// Nanoseconds since 1970.
        let modified: Int64

        package init(path: String, size: Int64, modified: Int64) {
            (self.path, self.size, self.modified) = (path, size, modified)
        }
    }

    /// Rows, some 40 bytes each.
    static let mostRows = 100_000

    private let database: Database

    package init(_ database: Database) { self.database = database }

    /// In the folder of the cache: it may be removed at any time.
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

    /// Outer nil: it was never looked at, or is another file now. Inner nil: it has no known length.
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
            // Hashes are in no order: which of them go is as good as chance.
            try database.run(
                "DELETE FROM length WHERE path < (SELECT path FROM length ORDER BY path DESC LIMIT 1 OFFSET ?)",
                .integer(Int64(Self.mostRows)))
        }
    }

    private static func key(_ stamp: Stamp) -> Int64 {
        Int64(bitPattern: ByteText.bytes(stamp.path).withUnsafeBytes(XXHash64.hash))
    }
}
