package import Storage

package enum ClassSchema {
    package static let fileName = "classes.db"

    /// Append only, because existing files have already run the first ones.
    package static let migrations = [
        Migration([
            // `room` is the local part of the room's address. `header`, `plan` and `rules` are JSON. `lines` are the
            // events that lead to the state at `number`.
            """
            CREATE TABLE class (
                room TEXT PRIMARY KEY NOT NULL, header TEXT NOT NULL, plan TEXT NOT NULL, rules TEXT NOT NULL,
                lines TEXT NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL
            ) WITHOUT ROWID
            """,
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
            // Answers to acts, so that an act that is sent again is not performed again. IDs are unique per person.
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
            // The results of classes, with the names and roles at that time. Times are milliseconds since 1970. `ended`
            // is NULL while the person is present.
            """
            CREATE TABLE stay (
                number INTEGER PRIMARY KEY, room TEXT NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL,
                role TEXT NOT NULL, joined INTEGER NOT NULL, ended INTEGER
            )
            """,
            "CREATE INDEX stay_room ON stay (room)",
            "CREATE INDEX stay_open ON stay (room, person) WHERE ended IS NULL",
            // `survey` is JSON, with the correct options.
            """
            CREATE TABLE quiz (
                number INTEGER PRIMARY KEY, room TEXT NOT NULL, id TEXT NOT NULL, survey TEXT NOT NULL,
                opened INTEGER NOT NULL
            )
            """,
            "CREATE INDEX quiz_room ON quiz (room)",
            // `quiz` is the number of a quiz. `keys` is a JSON array.
            """
            CREATE TABLE answer (
                number INTEGER PRIMARY KEY, room TEXT NOT NULL, quiz INTEGER NOT NULL, person TEXT NOT NULL,
                name TEXT NOT NULL, role TEXT NOT NULL, keys TEXT NOT NULL, verdict TEXT NOT NULL,
                time INTEGER NOT NULL, UNIQUE (quiz, person)
            )
            """,
            "CREATE INDEX answer_room ON answer (room)",
            // `id` is the ID in the room's archive.
            """
            CREATE TABLE message (
                number INTEGER PRIMARY KEY, room TEXT NOT NULL, id TEXT NOT NULL, person TEXT NOT NULL,
                name TEXT NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL, UNIQUE (room, id)
            )
            """,
            "CREATE INDEX message_room ON message (room)",
        ]),
    ]

    package static func file(in folder: String) -> DatabaseFile {
        DatabaseFile(folder: folder, name: fileName, migrations: migrations)
    }
}
