internal import CPlatform
internal import Glibc
package import PlayCore

/// A log that is renamed when it grows too large. One older file is kept. One thread.
package final class DaemonLog {
    private let path: String
    private let limit: Int64
    private let descriptor: Int32

    /// Returns `nil` if the file cannot be written; then there is no log.
    ///
    /// - Parameter limit: in bytes.
    package init?(_ path: String, level: Log.Level, limit: Int64 = 1 << 20) {
        let descriptor = Self.open(path)
        guard descriptor >= 0 else { return nil }
        (self.path, self.limit, self.descriptor) = (path, limit, descriptor)
        rotate()
        Log.shared.open(descriptor: descriptor, level: level)
    }

    /// Lines written meanwhile go to either file.
    package func rotate() {
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int64(status.st_size) > limit else { return }
        guard ByteText.withCString(path, { from in ByteText.withCString(path + ".1") { rename(from, $0) } }) == 0 else {
            return
        }
        let new = Self.open(path)
        guard new >= 0 else { return }
        dup2(new, descriptor)
        close(new)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func open(_ path: String) -> Int32 {
        ByteText.withCString(path) {
            tv_open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
    }
}
