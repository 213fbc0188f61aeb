import ClassKeeper
import Glibc
import Options
import PlayCore
import Storage

/// `backup`, `restore`: the database of classes in one file. Paths are absolute.
struct BackupCommands {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    func backup(_ path: String) throws(KeeperError) {
        let classes = folder + "/" + ClassSchema.fileName
        // Opening it would create it.
        guard Glibc.access(classes, F_OK) == 0 else {
            throw .server(tr("Cannot read %1: %2", ByteText.shown(classes), String(cString: strerror(errno))))
        }
        let access = try KeeperStoreAccess(folder)
        do throws(StorageError) { try access.store.copy(to: path) } catch { throw Self.failure(path, error) }
        Output.print(tr("Backup written: %1. It contains secrets; keep it private.", ByteText.shown(path)) + "\n")
    }

    func restore(_ path: String) throws(KeeperError) {
        let lock = try KeeperLock(folder)
        let access = try KeeperStoreAccess(folder)
        let former = folder + "/classes-before-restore-\(WallTime.now.milliseconds).db"
        let hasClasses = try access.with { store throws(StorageError) in try !store.plans().isEmpty }
        do throws(StorageError) {
            let copy = try ClassStore.openCopy(path)
            if hasClasses { try access.store.copy(to: former) }
            try access.store.restore(copy)
        } catch {
            throw .server(tr("Cannot restore %1: %2", ByteText.shown(path), error.text))
        }
        withExtendedLifetime(lock) {}
        Output.print(tr("The classes are restored.") + "\n")
        if hasClasses { Output.print(tr("The former ones are in %1.", ByteText.shown(former)) + "\n") }
    }

    private static func failure(_ path: String, _ error: StorageError) -> KeeperError {
        .server(tr("Cannot write %1: %2", ByteText.shown(path), error.text))
    }
}
