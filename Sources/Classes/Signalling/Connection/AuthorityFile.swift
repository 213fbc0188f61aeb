import CPlatform
import Glibc

/// A ticket's certificates as an in-memory file, for libraries that require a path. Exists as long as this object.
final class AuthorityFile: Sendable {
    private let descriptor: Int32

    init?(_ certificates: String) {
        // 1 is MFD_CLOEXEC.
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
