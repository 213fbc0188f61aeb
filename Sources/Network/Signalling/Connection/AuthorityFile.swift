import CPlatform
import Glibc

/// Certificates of a ticket where libraries want the name of a file: a file in memory, gone with this object.
final class AuthorityFile: Sendable {
    private let descriptor: Int32

    /// Nil: no file can be had.
    init?(_ certificates: String) {
        // 1: MFD_CLOEXEC.
        descriptor = memfd_create("tvplay-authority", 1)
        guard descriptor >= 0 else { return nil }
        let bytes = Array(certificates.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    var path: String { "/proc/self/fd/\(descriptor)" }
}
