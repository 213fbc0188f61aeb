import CPlatform
import Encoding
import Glibc
package import PlayCore
import Storage

/// One folder per viewer, with a database of positions, and a lock that sessions hold while they use it. A mark beside
/// the folder, where the player cannot write, shows that something was watched. Folders without a mark are removed at
/// the end of the session. Blocks as the disk does; one thread.
package struct ViewerStore: Sendable {
    package final class Entry {
        package let path: String
        fileprivate let name: String
        fileprivate let isGuest: Bool
        fileprivate var lock: FileLock?

        fileprivate init(path: String, name: String, isGuest: Bool, lock: FileLock?) {
            (self.path, self.name, self.isGuest, self.lock) = (path, name, isGuest, lock)
        }
    }

    private let folder: String
    private let most: Int

    package init(in folder: String, most: Int) {
        self.folder = folder + "/viewers"
        self.most = most
    }

    package func open(_ viewer: ViewerIdentity) throws(FileError) -> Entry {
        try FolderMaking.make(folder, mode: 0o700)
        let entryLock = try entryLock()
        defer { withExtendedLifetime(entryLock) {} }
        let name = viewer.folderName ?? Self.guest + Hexadecimal.text(Self.chance())
        let path = folder + "/" + name
        // Also removes the folders of killed sessions.
        for other in names where other != name && !isKept(other) { _ = erase(other) }
        try FolderMaking.make(path, mode: 0o700)
        // Records the time of the last visit.
        _ = ByteText.withCString(path) { utimensat(AT_FDCWD, $0, nil, 0) }
        let lock = try Self.lock(path, .shared)
        return Entry(path: path, name: name, isGuest: viewer.folderName == nil, lock: lock)
    }

    /// Keeps files because something was watched. If there are too many, erases those with the oldest visits.
    package func keep(_ entry: Entry) throws(FileError) {
        guard !entry.isGuest, !isKept(entry.name) else { return }
        let entryLock = try entryLock()
        defer { withExtendedLifetime(entryLock) {} }
        let mark = entry.path + Self.markSuffix
        try WholeFile.replace(mark, with: [], draft: mark + ".new")
        removeOldest()
    }

    /// Erases the files unless they are kept.
    package func close(_ entry: Entry) -> [FileError] {
        do throws(FileError) {
            let entryLock = try entryLock()
            defer { withExtendedLifetime(entryLock) {} }
            entry.lock = nil
            if !isKept(entry.name), case .failed(let error) = erase(entry.name) { return [error] }
            return []
        } catch {
            return [error]
        }
    }

    package enum Erasure: Sendable, Equatable {
        case done
        case nothingKept
        case inUse
        case failed(FileError)
    }

    package func erase(_ viewer: ViewerIdentity) -> Erasure {
        guard let name = viewer.folderName, exists(name) else { return .nothingKept }
        do throws(FileError) {
            let entryLock = try entryLock()
            defer { withExtendedLifetime(entryLock) {} }
            return erase(name)
        } catch {
            return .failed(error)
        }
    }

    private func erase(_ name: String) -> Erasure {
        guard exists(name) else { return .nothingKept }
        let path = folder + "/" + name
        guard case .acquired(let lock) = FileLock.acquire(path + Self.lockSuffix, .exclusive) else { return .inUse }
        let marks = [Self.markSuffix, Self.lockSuffix].compactMap { Self.removeFile(path + $0) }
        let problems = FolderRemoval.remove(path) + marks
        withExtendedLifetime(lock) {}
        return problems.first.map(Erasure.failed) ?? .done
    }

    /// Includes viewers of current sessions.
    package var count: Int { names.count }

    private var names: [String] {
        FolderWalk.names(in: folder, for: "kiosk").filter { !$0.contains(".") }
    }

    private func exists(_ name: String) -> Bool { ByteText.withCString(folder + "/" + name) { access($0, F_OK) } == 0 }

    private func isKept(_ name: String) -> Bool { exists(name + Self.markSuffix) }

    /// Spares files in use.
    private func removeOldest() {
        let kept = names.filter(isKept).map { name in (name: name, time: Self.time(folder + "/" + name)) }
        var surplus = kept.count - most
        for (name, _) in kept.sorted(by: { $0.time < $1.time }) {
            guard surplus > 0 else { return }
            if erase(name) == .done { surplus -= 1 }
        }
    }

    /// Locks the store, so that one session at a time opens, keeps, closes or erases.
    private func entryLock() throws(FileError) -> FileLock { try KioskHouse.entryLock(folder + ".door") }

    private static let guest = "guest-"

    private static func chance() -> UInt64 { SecureRandom().next() }

    private static let lockSuffix = ".lock"
    private static let markSuffix = ".watched"

    private static func lock(_ path: String, _ kind: FileLock.Kind) throws(FileError) -> FileLock? {
        switch FileLock.acquire(path + lockSuffix, kind) {
        case .acquired(let lock): return lock
        case .held: return nil
        case .failed(let number): throw FileError("flock", number, path)
        }
    }

    private static func removeFile(_ path: String) -> FileError? {
        let result = ByteText.withCString(path) { unlink($0) == 0 ? 0 : errno }
        return [0, ENOENT].contains(result) ? nil : FileError("unlink", result, path)
    }

    private static func time(_ path: String) -> Int {
        var information = stat()
        guard ByteText.withCString(path, { stat($0, &information) }) == 0 else { return 0 }
        return Int(information.st_mtim.tv_sec)
    }
}
