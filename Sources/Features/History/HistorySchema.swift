package import Storage

package enum HistorySchema {
    package static let fileName = "tvplay.db"

    /// Append only: existing files have already run the earlier migrations.
    package static let migrations = [
        Migration([
            // Positions are milliseconds on the media axis. `revision` rises with each write; the clock may go back.
            """
            CREATE TABLE resume (
                key TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL, duration INTEGER, updated INTEGER NOT NULL,
                revision INTEGER NOT NULL
            ) WITHOUT ROWID
            """,
            "CREATE INDEX resume_by_revision ON resume (revision)",
            """
            CREATE TABLE history (
                key TEXT PRIMARY KEY NOT NULL, title TEXT, position INTEGER, duration INTEGER, played INTEGER NOT NULL,
                count INTEGER NOT NULL, revision INTEGER NOT NULL
            ) WITHOUT ROWID
            """,
            "CREATE INDEX history_by_revision ON history (revision)",
            "CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID",
        ]),
        // The location to open, for items whose key does not contain it.
        Migration(
            ["history", "resume"].flatMap { table in
                [
                    "ALTER TABLE \(table) ADD COLUMN location TEXT",
                    "ALTER TABLE \(table) ADD COLUMN is_class INTEGER NOT NULL DEFAULT 0",
                ]
            }),
        Migration(["ALTER TABLE history ADD COLUMN cover TEXT"]),
    ]

    package static func file(in folder: String) -> DatabaseFile {
        DatabaseFile(folder: folder, name: fileName, migrations: migrations)
    }
}
