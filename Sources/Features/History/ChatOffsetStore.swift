package import PlayCore
package import Storage

/// The offsets of chats. For the database's thread.
package struct ChatOffsetStore {
    private let database: Database

    package init(_ database: Database) { self.database = database }

    package func offset(of key: ResumeKey) throws(StorageError) -> MediaTime? {
        let row = try database.run("SELECT value FROM setting WHERE name = ?", .text(Self.name(key))).first
        return row?.text(0).flatMap { Int64($0) }.map { MediaTime(nanoseconds: $0) }
    }

    /// Zero removes the offset.
    package func set(_ offset: MediaTime, of key: ResumeKey) throws(StorageError) {
        guard offset != .zero else {
            try database.run("DELETE FROM setting WHERE name = ?", .text(Self.name(key)))
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", .text(Self.name(key)),
            .text("\(offset.nanoseconds)"))
    }

    private static func name(_ key: ResumeKey) -> String { "chat-offset " + key.text }
}
