internal import CPlatform
internal import Glibc
package import PlayCore

/// The daemon's log: a file that is put aside when it has grown, with one that is older beside it. One thread.
package final class DaemonLog {
    private let path: String
    private let limit: Int64
    private let descriptor: Int32

    /// Nil: it cannot be written; then there is none.
    ///
    /// - Parameter limit: bytes.
    package init?(_ path: String, level: Log.Level, limit: Int64 = 1 << 20) {
        let descriptor = Self.open(path)
        guard descriptor >= 0 else { return nil }
        (self.path, self.limit, self.descriptor) = (path, limit, descriptor)
        rotate()
        Log.shared.open(descriptor: descriptor, level: level)
    }

    /// Puts it aside where it is too large. Whoever writes meanwhile writes into one or the other.
    package func rotate() {
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int64(status.st_size) > limit else { return }
        guard ByteText.withCString(path, { from in ByteText.withCString(path + ".1") { rename(from, $0) } }) == 0 else {
            return
        }
        let new = Self.open(path)
        guard new >= 0 else { return }
        // The log keeps its descriptor.
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
