import CPlatform
import Encoding
import Glibc
package import PlayCore
import Storage

/// What is kept of viewers: a folder for each, with a database of positions in it, and a lock while somebody watches.
/// Blocks as the disk does; one thread.
package struct ViewerStore: Sendable {
    /// Of one viewer, while the session lasts.
    package struct Entry: Sendable {
        package let path: String
        /// Goes with the session.
        package let isTemporary: Bool
        fileprivate let lock: FileLock?
    }

    private let folder: String
    /// Viewers that are kept.
    private let most: Int

    /// - Parameter folder: of the kiosk.
    package init(in folder: String, most: Int) {
        self.folder = folder + "/viewers"
        self.most = most
    }

    package func open(_ viewer: ViewerIdentity) throws(FileError) -> Entry {
        try FolderMaking.make(folder, mode: 0o700)
        let name = viewer.folderName ?? Self.guest + Hexadecimal.text(Self.chance())
        let path = folder + "/" + name
        let isNew = ByteText.withCString(path) { access($0, F_OK) } != 0
        try FolderMaking.make(path, mode: 0o700)
        // Which of them was away longest.
        _ = ByteText.withCString(path) { utimensat(AT_FDCWD, $0, nil, 0) }
        let lock = try Self.lock(path, .shared)
        if isNew { removeOldest(keeping: name) }
        return Entry(path: path, isTemporary: viewer.folderName == nil, lock: lock)
    }

    /// At the end of the session.
    package func close(_ entry: Entry) -> [FileError] {
        guard entry.isTemporary else { return [] }
        return FolderRemoval.remove(entry.path) + Self.removeLock(entry.path)
    }

    package enum Erasure: Sendable, Equatable {
        case done
        case nothingKept
        /// The viewer watches elsewhere.
        case inUse
        case failed(FileError)
    }

    package func erase(_ viewer: ViewerIdentity) -> Erasure {
        guard let name = viewer.folderName else { return .nothingKept }
        return erase(name)
    }

    private func erase(_ name: String) -> Erasure {
        let path = folder + "/" + name
        guard ByteText.withCString(path, { access($0, F_OK) }) == 0 else { return .nothingKept }
        guard case .acquired(let lock) = FileLock.acquire(Self.lockPath(path), .exclusive) else { return .inUse }
        let problems = FolderRemoval.remove(path) + Self.removeLock(path)
        withExtendedLifetime(lock) {}
        return problems.first.map(Erasure.failed) ?? .done
    }

    /// How many are kept, those who watch now included.
    package var count: Int { names.count }

    private var names: [String] {
        FolderWalk.names(in: folder, for: "kiosk").filter { !$0.hasSuffix(Self.lockSuffix) }
    }

    /// Guests of sessions that were killed go first, then who was away longest; nobody who watches goes.
    private func removeOldest(keeping name: String) {
        let seen = names.filter { $0 != name }.map { name in (name: name, time: Self.time(folder + "/" + name)) }
        let guests = seen.filter { $0.name.hasPrefix(Self.guest) }
        let others = seen.filter { !$0.name.hasPrefix(Self.guest) }.sorted { $0.time < $1.time }
        let surplus = max(0, others.count + 1 - most)
        for (name, _) in guests + others.prefix(surplus) { _ = erase(name) }
    }

    private static let guest = "guest-"

    private static func chance() -> UInt64 { SecureRandom().next() }

    private static let lockSuffix = ".lock"

    private static func lockPath(_ path: String) -> String { path + lockSuffix }

    private static func lock(_ path: String, _ kind: FileLock.Kind) throws(FileError) -> FileLock? {
        switch FileLock.acquire(lockPath(path), kind) {
        case .acquired(let lock): return lock
        case .held: return nil
        case .failed(let number): throw FileError("flock", number, path)
        }
    }

    private static func removeLock(_ path: String) -> [FileError] {
        let result = ByteText.withCString(lockPath(path)) { unlink($0) == 0 ? 0 : errno }
        return [0, ENOENT].contains(result) ? [] : [FileError("unlink", result, path)]
    }

    private static func time(_ path: String) -> Int {
        var information = stat()
        guard ByteText.withCString(path, { stat($0, &information) }) == 0 else { return 0 }
        return Int(information.st_mtim.tv_sec)
    }
}
