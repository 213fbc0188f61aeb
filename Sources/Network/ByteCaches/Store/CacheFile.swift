internal import CPlatform
internal import Glibc
import PlayCore
package import Storage

/// The bytes of one version: a file with holes, in which each byte is at its own offset. Any thread.
package protocol CacheFile: Sendable {
    /// - Returns: number of bytes in `buffer`; 0 after the end of the file.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError)
    /// Returns once the disk has all written bytes.
    func synchronize() throws(StorageError)
}

package protocol CacheDisk: Sendable {
    /// - Parameter isNew: whether to create the file, for this user only. It must not exist.
    func open(_ path: String, isNew: Bool) throws(StorageError) -> any CacheFile
}

package struct SystemDisk: CacheDisk {
    package init() {}

    package func open(_ path: String, isNew: Bool) throws(StorageError) -> any CacheFile {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isNew ? O_CREAT | O_EXCL : 0)
        let descriptor = ByteText.withCString(path) { tv_open($0, flags, 0o600) }
        guard descriptor >= 0 else { throw SystemFailure.error("open", errno, path) }
        return DiskFile(descriptor, path)
    }
}

/// Closes its descriptor on release. An unlinked file remains readable until then.
private final class DiskFile: CacheFile {
    private let descriptor: Int32
    private let path: String

    init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            if errno != EINTR { throw SystemFailure.error("read", errno, path) }
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
        let number = WholeFile.write(bytes, to: descriptor, at: offset)
        guard number == 0 else { throw SystemFailure.error("write", number, path) }
    }

    func synchronize() throws(StorageError) {
        guard fdatasync(descriptor) == 0 else { throw SystemFailure.error("fdatasync", errno, path) }
    }
}

enum SystemFailure {
    static func error(_ operation: String, _ number: Int32, _ path: String) -> StorageError {
        let code: StorageError.Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EROFS: .readOnly
            case ENOENT, EACCES, EPERM, EEXIST, ELOOP, EISDIR: .cannotOpen
            default: .io
            }
        return StorageError(
            code, operation: operation, number: number, text: String(cString: strerror(number)), context: path)
    }
}
