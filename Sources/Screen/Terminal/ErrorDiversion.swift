import CPlatform
import Glibc
import PlayCore
import Synchronization

/// Keeps messages of libraries off the screen. Until ``end()``, descriptor 2 leads to the log, or discards without one.
enum ErrorDiversion {
    /// The terminal's descriptor; −1 without a diversion.
    private static let original = Atomic<Int32>(-1)

    /// Does nothing unless standard error is the terminal of this session.
    static func begin() {
        guard original.load(ordering: .sequentiallyConsistent) < 0, tcgetsid(2) == getsid(0) else { return }
        let copy = tv_duplicate_above(2, 3)
        guard copy >= 0 else { return }
        let log = Log.shared.descriptor
        let target = log >= 0 ? log : tv_open("/dev/null", O_WRONLY | O_CLOEXEC, 0)
        guard target >= 0, dup2(target, 2) == 2 else {
            close(copy)
            return
        }
        if log < 0 { close(target) }
        original.store(copy, ordering: .sequentiallyConsistent)
    }

    /// Ends the diversion. A signal handler calls it, too: only calls that POSIX allows there.
    static func end() {
        let copy = original.exchange(-1, ordering: .sequentiallyConsistent)
        guard copy >= 0 else { return }
        dup2(copy, 2)
        close(copy)
    }
}
