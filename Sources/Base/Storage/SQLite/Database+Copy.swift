internal import CPlatform
internal import CSQLite
internal import Glibc
import PlayCore

extension Database {
    /// Replaces all content by that of `source` at one moment, completely or not at all. Other processes may use both
    /// files meanwhile.
    package func replaceAll(by source: Database) throws(StorageError) {
        guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw SQLiteError.error(sqlite3_errcode(handle), on: handle, operation: "backup", context: "")
        }
        let step = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard step != SQLITE_DONE || end != SQLITE_OK else { return }
        let result = step == SQLITE_DONE ? end : step
        throw StorageError(
            SQLiteError.code(result), operation: "backup", number: result,
            text: String(cString: sqlite3_errstr(result)))
    }

    /// Writes a copy to a new file, which only this user can read. It needs no companions.
    /// - Parameter path: absolute.
    /// - Throws: `.cannotOpen` with `EEXIST` if the file exists; it stays unchanged.
    package func copy(to path: String) throws(StorageError) {
        guard !path.unicodeScalars.contains(where: ByteText.isCarrier) else {
            throw StorageError(.cannotOpen, operation: "copy", text: "the path is not UTF-8", context: path)
        }
        let descriptor = tv_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let number = errno
            throw StorageError(
                .cannotOpen, operation: "copy", number: number, text: String(cString: strerror(number)), context: path)
        }
        close(descriptor)
        do throws(StorageError) {
            let copy = try Database(path: path, journal: .delete)
            try copy.replaceAll(by: self)
            // The copy has the journal mode of its source, which would need companions.
            try copy.run("PRAGMA journal_mode=delete")
            try copy.checkIntegrity()
        } catch {
            unlink(path)
            throw error
        }
    }
}
