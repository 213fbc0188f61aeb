internal import CPlatform
import Encoding
internal import Glibc
import PlayCore
package import Storage

/// The folder of the cache: `index.db`, and in `data` a file for each version of a resource. For its owner only.
package struct CacheFolder: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    var data: String { path + "/data" }

    func filePath(_ name: String) -> String { data + "/" + name }

    /// Returns `$XDG_CACHE_HOME/tvplay`, else `$HOME/.cache/tvplay`. Ignores relative paths.
    package static func standardPath(environment: [String: String]) -> String? {
        BaseFolder.cache.path { environment[$0] }.map { $0 + "/tvplay" }
    }

    package static func standardPath() -> String? { BaseFolder.cache.path().map { $0 + "/tvplay" } }

    /// Throws `.noFolder`, or `.cannotOpen` for a folder that other users can write.
    func make() throws(StorageError) {
        try StateFolder.make(path)
        try StateFolder.make(data)
        for folder in [path, data] {
            var information = stat()
            guard ByteText.withCString(folder, { lstat($0, &information) }) == 0 else {
                throw SystemFailure.error("lstat", errno, folder)
            }
            guard information.st_uid == geteuid(), information.st_mode & 0o022 == 0 else {
                throw StorageError(
                    .cannotOpen, operation: "open", number: EPERM, text: "others can write to the folder",
                    context: folder)
            }
        }
    }

    package func openIndex() throws(StorageError) -> Database {
        let opened = try CacheSchema.file(in: self).open()
        if let damaged = opened.damaged { removeDamagedIndex(damaged) }
        return opened.database
    }

    /// Deletes a damaged index. Unlike the viewer's data, an unreadable cache is worthless.
    func removeDamagedIndex(_ path: String) {
        for companion in ["", "-wal", "-shm", "-journal"] { remove(path + companion) }
    }

    static func newFileName() -> String {
        var generator = SystemRandomNumberGenerator()
        return Hexadecimal.text(generator.next() as UInt64) + Hexadecimal.text(generator.next() as UInt64)
    }

    /// Returns whether ``newFileName()`` can have created the name. A damaged index must not lead to another file.
    static func isFileName(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Readers that have a file open can continue.
    func removeFiles(_ names: [String]) { for name in names { remove(filePath(name)) } }

    private func remove(_ path: String) {
        let result = ByteText.withCString(path) { unlink($0) == 0 ? 0 : errno }
        guard result != 0, result != ENOENT else { return }
        Log.shared.write(.error, "cache", "unlink: \(String(cString: strerror(result))) \(path)")
    }

    func fileNames() -> [String] { FolderWalk.names(in: data, for: "cache") }

    package func freeBytes() -> Int64? {
        var information = statvfs()
        guard ByteText.withCString(path, { statvfs($0, &information) }) == 0 else { return nil }
        let (bytes, isTooMuch) = UInt64(information.f_bavail).multipliedReportingOverflow(
            by: UInt64(information.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }
}
