package import Storage

package enum ClassSchema {
    package static let fileName = "classes.db"

    /// Append only: existing files have already run the first ones.
    package static let migrations = [
        Migration([
            // `room` is the local part of the room's address. `header`, `plan` and `rules` are JSON. `lines` lead to
            // the state after `number`.
            """
            CREATE TABLE class (
                room TEXT PRIMARY KEY NOT NULL, header TEXT NOT NULL, plan TEXT NOT NULL, rules TEXT NOT NULL,
                lines TEXT NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL
            ) WITHOUT ROWID
            """,
            // People with tickets. `user` is JSON.
            """
            CREATE TABLE person (
                room TEXT NOT NULL, id TEXT NOT NULL, user TEXT NOT NULL, is_excluded INTEGER NOT NULL,
                PRIMARY KEY (room, id)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE event (
                room TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, hash TEXT NOT NULL,
                PRIMARY KEY (room, number)
            ) WITHOUT ROWID
            """,
            // Answers to acts: an act that is sent again is not repeated. Ids are unique per person.
            """
            CREATE TABLE act (
                room TEXT NOT NULL, person TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL,
                answer TEXT NOT NULL, PRIMARY KEY (room, person, id)
            ) WITHOUT ROWID
            """,
            "CREATE TABLE code (code TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID",
            "CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID",
        ]),
        Migration([
            // `number` counts the entries of a class. `entry` is JSON.
            """
            CREATE TABLE audit (
                room TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (room, number)
            ) WITHOUT ROWID
            """,
            // People whose bans an administrator has removed, until the keeper has lifted them.
            "CREATE TABLE lift (room TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (room, person)) WITHOUT ROWID",
        ]),
    ]

    package static func file(in folder: String) -> DatabaseFile {
        DatabaseFile(folder: folder, name: fileName, migrations: migrations)
    }
}
