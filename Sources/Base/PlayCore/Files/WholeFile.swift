import CPlatform
import Glibc

/// Files that are read or written as a whole. Blocks as the disk does; any thread.
package enum WholeFile {
    package enum Kind: Sendable {
        /// Only a regular file; any other kind is `EINVAL`.
        case regular
        /// Also accepts files whose bytes are ready, such as those of `/proc`. Never waits for a pipe.
        case ready
        /// Also accepts a pipe, which is read until its writer closes it.
        case any
    }

    /// - Throws: `EFBIG` beyond `limit` bytes.
    package static func read(_ path: String, limit: Int, kind: Kind = .regular) throws(FileError) -> [UInt8] {
        if FileBounds.refuses(path) { throw FileError("open", EACCES, path) }
        let flags = O_RDONLY | O_CLOEXEC | (kind == .any ? 0 : O_NONBLOCK)
        let descriptor = ByteText.withCString(path) { tv_open($0, flags, 0) }
        guard descriptor >= 0 else { throw FileError("open", errno, path) }
        defer { close(descriptor) }
        if kind == .regular {
            var information = stat()
            guard fstat(descriptor, &information) == 0 else { throw FileError("fstat", errno, path) }
            guard information.st_mode & S_IFMT == S_IFREG else { throw FileError("open", EINVAL, path) }
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError("read", errno, path) }
            bytes += buffer.prefix(count)
            guard bytes.count <= limit else { throw FileError("read", EFBIG, path) }
        }
    }

    /// Replaces a file atomically: a reader finds either the old file or the complete new one. `synchronizes` writes
    /// the new one to the disk first. `draft` is a temporary name in the same folder; an existing file of that name is
    /// removed.
    package static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32 = 0o600, draft: String, synchronizes: Bool = false
    ) throws(FileError) {
        // A draft left by a crash may have another mode.
        remove(draft)
        let descriptor = ByteText.withCString(draft) {
            tv_open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        }
        guard descriptor >= 0 else { throw FileError("open", errno, draft) }
        var failure = write(bytes, to: descriptor)
        if failure == 0, synchronizes, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0 {
            failure = ByteText.withCString(draft) { draft in
                ByteText.withCString(path) { rename(draft, $0) == 0 ? 0 : errno }
            }
        }
        guard failure == 0 else {
            remove(draft)
            throw FileError("write", failure, path)
        }
    }

    /// Creates a file, and throws `EEXIST` instead of overwriting one. A file that cannot be written whole is removed.
    package static func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
        let descriptor = ByteText.withCString(path) {
            tv_open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        }
        guard descriptor >= 0 else { throw FileError("open", errno, path) }
        var failure = write(bytes, to: descriptor)
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else {
            remove(path)
            throw FileError("write", failure, path)
        }
    }

    /// Creates the first file that does not exist. Returns its path.
    ///
    /// - Parameter path: returns the path for each number from 1.
    /// - Throws: `EEXIST` if there are files for all numbers below 100,000.
    package static func create(
        with bytes: [UInt8], mode: UInt32, at path: (Int) -> String
    ) throws(FileError) -> String {
        for number in 1..<100_000 {
            let path = path(number)
            do throws(FileError) {
                try create(path, with: bytes, mode: mode)
                return path
            } catch {
                guard error.number == EEXIST else { throw error }
            }
        }
        throw FileError("open", EEXIST, path(1))
    }

    private static func remove(_ path: String) {
        _ = ByteText.withCString(path) { unlink($0) }
    }

    /// Returns `errno`, or 0 after writing all bytes.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            write(bytes) { rest, _ in Glibc.write(descriptor, rest.baseAddress, rest.count) }
        }
    }

    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64) -> Int32 {
        write(bytes) { rest, done in
            pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
        }
    }

    /// - Parameter step: receives the remaining bytes and the count written so far. Returns as `write(2)` does.
    private static func write(
        _ bytes: UnsafeRawBufferPointer, _ step: (UnsafeRawBufferPointer, Int) -> Int
    ) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = step(UnsafeRawBufferPointer(rebasing: bytes[done...]), done)
            if count > 0 {
                done += count
            } else if count == 0 {
                return ENOSPC
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
