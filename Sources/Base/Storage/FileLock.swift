internal import CPlatform
internal import Glibc
import PlayCore

/// A lock that the kernel lets go of when the process ends, however it ends. Held as long as it lives.
package final class FileLock: Sendable {
    package enum Kind: Sendable { case shared, exclusive }

    package enum Outcome: Sendable {
        case acquired(FileLock)
        /// Others hold it.
        case held
        /// errno.
        case failed(Int32)
    }

    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Unlocks before it closes: a program that is being started meanwhile has the descriptor, too, until its `exec`.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Makes the file where it is missing. An exclusive one does not wait; a shared one waits for whoever looks for an
    /// instant whether there are such (``PlayingFlag/isHeld(_:)``).
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
