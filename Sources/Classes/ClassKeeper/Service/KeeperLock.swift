import PlayCore
import Storage

/// Ensures that a folder has at most one keeper. The lock ends with the object or the process.
package final class KeeperLock: Sendable {
    private let lock: FileLock

    package init(_ folder: String) throws(KeeperError) {
        do throws(StorageError) { try StateFolder.make(folder) } catch { throw .storage(error) }
        let path = folder + "/keeper.lock"
        switch FileLock.acquire(path, .exclusive) {
        case .acquired(let acquired): lock = acquired
        case .held: throw .inUse(folder)
        case .failed(let number):
            throw .storage(StorageError(.io, operation: "lock", number: number, text: "flock \(number)", context: path))
        }
    }
}
