import CPlatform
import Glibc

/// A process that this one has started and has to wait for, once. One thread.
package struct ChildProcess: Sendable {
    package let id: Int32

    /// Without waiting; nil: it runs.
    package func end() -> ProcessEnd? {
        var status: Int32 = 0
        let result = waitpid(id, &status, WNOHANG)
        if result == id { return ProcessEnd(status: status) }
        // Somebody else has waited for it, and nobody knows what became of it: as if it had failed.
        return result < 0 && errno == ECHILD ? .code(255) : nil
    }

    /// Waits as long as it runs.
    @discardableResult
    package func wait() -> ProcessEnd {
        var status: Int32 = 0
        while true {
            let result = waitpid(id, &status, 0)
            if result == id, let end = ProcessEnd(status: status) { return end }
            if result < 0, errno == ECHILD { return .code(255) }
        }
    }

    /// Ends it and, where it leads a group of its own, all that it has started there, and waits for it. Not after its
    /// end is known: then the number may be another's.
    package func killGroup() {
        if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }
        wait()
    }
}
