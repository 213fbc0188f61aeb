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

    deinit { close(descriptor) }

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

/// Playing comes before downloading, across processes: whoever plays from the network holds this, and while anyone does
/// the daemon downloads slower. Nobody has to speak with anybody, and nothing is left of a player that was killed.
package enum PlayingFlag {
    /// Keep it while playing; nil: there is nowhere to hold one, and downloads go on as they are.
    package static func hold(_ places: DownloadPlaces) -> FileLock? {
        // The folder is there as soon as there was a download.
        guard case .acquired(let lock) = FileLock.acquire(places.playing, .shared) else { return nil }
        return lock
    }

    /// Whether anyone plays now.
    package static func isHeld(_ places: DownloadPlaces) -> Bool {
        if case .held = FileLock.acquire(places.playing, .exclusive) { return true }
        return false
    }
}
