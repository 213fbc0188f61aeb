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

    /// Readable once it has ended, for `poll`; the caller closes it.
    package func openEnding() throws(ProgramError) -> Int32 {
        let descriptor = pidfd_open(id, 0)
        guard descriptor >= 0 else { throw ProgramError(program: "pidfd", cause: .notStarted(errno)) }
        return descriptor
    }

    /// Bounds its address space from now on, in bytes.
    ///
    /// - Returns: an error of the system, or `nil` if it is bounded, or has ended.
    func limitMemory(_ bytes: Int) -> Int32? {
        guard tv_limit_memory(id, UInt64(bytes)) != 0 else { return nil }
        return errno == ESRCH ? nil : errno
    }

    /// To it and, where it leads a group of its own, to all that it has started there. Not after its end is known: then
    /// the number may be another's.
    package func signalGroup(_ signal: Int32) {
        if kill(-id, signal) != 0 { kill(id, signal) }
    }

    /// Ends it with its group and waits for it. Not after its end is known.
    package func killGroup() {
        signalGroup(SIGKILL)
        wait()
    }
}
