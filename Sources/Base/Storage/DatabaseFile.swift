internal import CPlatform
internal import Glibc
import PlayCore

/// The file of a ``Database``: opens it, with the newest tables, and begins a new one where it is damaged.
package struct DatabaseFile: Sendable {
    package let folder: String
    package let name: String
    package let migrations: [Migration]
    /// Run at each opening once the folder is there, to refuse it.
    private let examine: @Sendable () throws(StorageError) -> Void

    package init(
        folder: String, name: String, migrations: [Migration],
        examine: @escaping @Sendable () throws(StorageError) -> Void = {}
    ) {
        self.folder = folder
        self.name = name
        self.migrations = migrations
        self.examine = examine
    }

    package var path: String { folder + "/" + name }

    /// A database that is open, and what had to be done for it.
    package struct Opened {
        package let database: Database
        /// Where a damaged file was moved to; nil when nothing was damaged.
        package let damaged: String?
    }

    /// Opens it on the calling thread; a folder and a file that are missing are made, for this user only.
    package func open() throws(StorageError) -> Opened {
        try StateFolder.make(folder)
        try examine()
        // Every turn moves a damaged file away, or sees that another process has; two of them may meet here.
        var moved: String?
        for _ in 0..<3 {
            let identity = try makeFile()
            do throws(StorageError) {
                return Opened(database: try openOnce(), damaged: moved)
            } catch  where error.code == .damaged {
                Log.shared.write(.error, "storage", "\(path): \(error)")
                moved = try moveAside(identity) ?? moved
            }
        }
        throw StorageError(.damaged, operation: "open", text: "damaged again and again", context: path)
    }

    private func openOnce() throws(StorageError) -> Database {
        // SQLite takes UTF-8 and hands the bytes on, so a path of other bytes would not be found.
        guard !path.unicodeScalars.contains(where: ByteText.isCarrier) else {
            throw StorageError(.cannotOpen, operation: "open", text: "the path is not UTF-8", context: path)
        }
        let database = try Database(path: path, journal: FileSystemKind.journal(forFolder: folder))
        try database.checkIntegrity()
        try database.migrate(migrations)
        return database
    }

    /// Which file a name stands for.
    private struct Identity: Equatable {
        let device: UInt64
        let node: UInt64
    }

    /// Makes the file, if it is missing, so that nobody else may read it. Its companions get its rights from SQLite.
    private func makeFile() throws(StorageError) -> Identity {
        let descriptor = ByteText.withCString(path) { tv_open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw failure("fstat") }
        // Not ours: then its owner has decided.
        if information.st_mode & 0o077 != 0, information.st_uid == geteuid() { fchmod(descriptor, 0o600) }
        return Identity(device: UInt64(information.st_dev), node: UInt64(information.st_ino))
    }

    /// Moves the file that was found damaged, and its companions, to a name that tells; nothing is deleted.
    ///
    /// - Returns: the new path; nil when the name stands for another file by now: another process was here first.
    private func moveAside(_ identity: Identity) throws(StorageError) -> String? {
        let lock = ByteText.withCString(path + ".lock") { tv_open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard lock >= 0 else { throw failure("open lock") }
        // Closing it unlocks.
        defer { close(lock) }
        guard flock(lock, LOCK_EX) == 0 else { throw failure("flock") }
        guard try makeFile() == identity else { return nil }
        let aside = unusedName()
        for companion in ["-wal", "-shm", "-journal"] {
            // Most of them do not exist. A journal of the damaged file must not be taken for the new one's.
            if rename(path + companion, aside + companion) != 0, errno != ENOENT { throw failure("rename") }
        }
        guard rename(path, aside) == 0 else { throw failure("rename") }
        return aside
    }

    private func unusedName() -> String {
        var candidate = path + ".damaged"
        var number = 2
        while access(candidate, F_OK) == 0 {
            candidate = path + ".damaged-\(number)"
            number += 1
        }
        return candidate
    }

    private func failure(_ operation: String) -> StorageError {
        let number = errno
        let code: StorageError.Code =
            switch number {
            case ENOSPC, EDQUOT: .full
            case EROFS: .readOnly
            default: .cannotOpen
            }
        return StorageError(
            code, operation: operation, number: number, text: String(cString: strerror(number)), context: path)
    }
}
