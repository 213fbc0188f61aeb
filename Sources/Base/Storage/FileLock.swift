internal import CPlatform
internal import Glibc
import PlayCore

/// A lock held for the lifetime of the object. The kernel releases it however the process ends.
package final class FileLock: Sendable {
    package enum Kind: Sendable { case shared, exclusive }

    package enum Outcome: Sendable {
        case acquired(FileLock)
        case held
        /// errno.
        case failed(Int32)
    }

    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Unlocks before closing: a child process has a copy of the descriptor until its `exec`.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Creates the file if it is missing. An exclusive lock does not wait. A shared one waits for a process that
    /// briefly takes the lock to check for holders (``PlayingFlag/isHeld(_:)``).
    package static func acquire(_ path: String, _ kind: Kind) -> Outcome {
        let descriptor = ByteText.withCString(path) { tv_open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else { return .failed(errno) }
        guard flock(descriptor, kind == .shared ? LOCK_SH : LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            return number == EWOULDBLOCK ? .held : .failed(number)
        }
        return .acquired(FileLock(descriptor: descriptor))
    }
}
