import Storage

package enum CacheSchema {
    package static let fileName = "index.db"

    /// Append only: existing files have been migrated by the first ones.
    static let migrations = [
        Migration([
            // Times are calendar milliseconds. Triggers maintain `bytes`.
            """
            CREATE TABLE item (
                id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                file TEXT NOT NULL UNIQUE, tag TEXT, modified TEXT, length INTEGER, type TEXT, seekable INTEGER NOT NULL,
                created INTEGER NOT NULL, checked INTEGER NOT NULL, filled INTEGER NOT NULL,
                pinned INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0
            )
            """,
            """
            CREATE TABLE piece (
                item INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, checksum INTEGER NOT NULL,
                PRIMARY KEY (item, start, stop)
            ) WITHOUT ROWID
            """,
            """
            CREATE TRIGGER piece_added AFTER INSERT ON piece BEGIN
                UPDATE item SET bytes = bytes + NEW.stop - NEW.start WHERE id = NEW.item;
            END
            """,
            """
            CREATE TRIGGER piece_removed AFTER DELETE ON piece BEGIN
                UPDATE item SET bytes = bytes - OLD.stop + OLD.start WHERE id = OLD.item;
            END
            """,
            "CREATE TABLE tally (name TEXT PRIMARY KEY NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID",
        ])
    ]

    static func file(in folder: CacheFolder) -> DatabaseFile {
        DatabaseFile(folder: folder.path, name: fileName, migrations: migrations) { () throws(StorageError) in
            try folder.make()
        }
    }
}
