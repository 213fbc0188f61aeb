import CPlatform
import Glibc

/// A child process. Its owner must wait for it exactly once. One thread.
package struct ChildProcess: Sendable {
    package let id: Int32

    package func end() -> ProcessEnd? {
        var status: Int32 = 0
        let result = waitpid(id, &status, WNOHANG)
        if result == id { return ProcessEnd(status: status) }
        // Other code has waited for the process, so its status is lost. It counts as a failure.
        return result < 0 && errno == ECHILD ? .code(255) : nil
    }

    @discardableResult
    package func wait() -> ProcessEnd {
        var status: Int32 = 0
        while true {
            let result = waitpid(id, &status, 0)
            if result == id, let end = ProcessEnd(status: status) { return end }
            if result < 0, errno == ECHILD { return .code(255) }
        }
    }

    /// Returns a descriptor for `poll` that is readable once the process has ended. The caller closes it.
    package func openEnding() throws(ProgramError) -> Int32 {
        let descriptor = pidfd_open(id, 0)
        guard descriptor >= 0 else { throw ProgramError(program: "pidfd", cause: .notStarted(errno)) }
        return descriptor
    }

    /// Limits the address space, in bytes. Returns `errno`, or `nil` if the limit is set or the process has ended.
    func limitMemory(_ bytes: Int) -> Int32? {
        guard tv_limit_memory(id, UInt64(bytes)) != 0 else { return nil }
        return errno == ESRCH ? nil : errno
    }

    /// Signals the process and the group that it leads. Do not call after its end: another process may have its number.
    package func signalGroup(_ signal: Int32) {
        if kill(-id, signal) != 0 { kill(id, signal) }
    }

    /// Kills the process with its group and waits for it. Do not call after its end.
    package func killGroup() {
        signalGroup(SIGKILL)
        wait()
    }
}
