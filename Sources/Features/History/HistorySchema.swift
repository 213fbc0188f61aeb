package import Storage

/// The file of what tvplay remembers, and its tables.
package enum HistorySchema {
    package static let fileName = "tvplay.db"

    /// Only ever added to at the end: a file that exists has seen the first ones.
    package static let migrations = [
        Migration([
            // Positions in milliseconds of the media axis. `revision` rises with each write: the calendar may go back.
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
        // Where an item is opened again whose key does not say it.
        Migration(
            ["history", "resume"].flatMap { table in
                [
                    "ALTER TABLE \(table) ADD COLUMN location TEXT",
                    "ALTER TABLE \(table) ADD COLUMN is_class INTEGER NOT NULL DEFAULT 0",
                ]
            }),
        // The still that stands for an item.
        Migration(["ALTER TABLE history ADD COLUMN cover TEXT"]),
    ]

    /// The file in `folder`.
    package static func file(in folder: String) -> DatabaseFile {
        DatabaseFile(folder: folder, name: fileName, migrations: migrations)
    }
}
