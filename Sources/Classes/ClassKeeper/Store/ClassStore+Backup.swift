package import Storage

extension ClassStore {
    /// Writes a copy as of now to a new file that only this user can read. A running keeper continues.
    ///
    /// - Parameter path: absolute.
    package func copy(to path: String) throws(StorageError) { try database.copy(to: path) }

    /// Opens a copy written by ``copy(to:)`` of this version or an earlier one.
    ///
    /// - Throws: `.tooNew`, `.damaged`, or the reason why the file cannot be read. The file is unchanged.
    package static func openCopy(_ path: String) throws(StorageError) -> Database {
        let copy = try Database(reading: path)
        try copy.checkIntegrity()
        let version = try copy.version()
        guard try !copy.run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'class'").isEmpty, version > 0
        else { throw StorageError(.damaged, operation: "restore", text: "it has no classes", context: path) }
        guard version <= ClassSchema.migrations.count else {
            throw StorageError(.tooNew, operation: "restore", text: "a newer version wrote it", context: path)
        }
        return copy
    }

    /// Replaces all data by a copy, completely or not at all. No keeper may run.
    package func restore(_ copy: Database) throws(StorageError) {
        try database.replaceAll(by: copy)
        try database.migrate(ClassSchema.migrations)
    }
}
