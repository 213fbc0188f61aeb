import CPlatform
import Glibc
import Processes

/// Delivers signals through a descriptor for `poll`, not through handlers that interrupt at any point. Call ``block()``
/// in `main` before any thread exists: threads inherit the mask, so no thread gets a signal.
package final class SignalSource {
    package static let signals: [Int32] = [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]

    package let descriptor: Int32

    /// Blocks the signals in the calling thread and in all threads that it starts later, and ignores SIGPIPE.
    package static func block() {
        var set = signalSet
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        keepPendingResize()
    }

    /// Gives SIGWINCH a handler that never runs, because the signal is blocked. SIGWINCH is ignored by default, and
    /// setting an action that ignores a signal discards a pending one. ncurses and ``CursesScreen`` set and restore
    /// actions while the screen is created again, which lost the last of many resizes.
    private static func keepPendingResize() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        action.sa_flags = Int32(SA_RESTART)
        sigaction(SIGWINCH, &action, nil)
    }

    private static var signalSet: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }

    package init() throws(TerminalError) {
        Self.block()
        var set = Self.signalSet
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        guard descriptor >= 0 else { throw TerminalError(.system, operation: "signalfd", number: errno) }
    }

    deinit { close(descriptor) }

    package func receive() -> [Int32] {
        var signals: [Int32] = []
        var info = signalfd_siginfo()
        while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
            let signal = Int32(info.ssi_signo)
            if !signals.contains(signal) { signals.append(signal) }
        }
        return signals
    }

    /// Stops the foreground process group as Ctrl-Z does, so that a `make` around the program also stops and the shell
    /// takes over. Returns when the program continues, or at once if no process could continue it (an orphaned group).
    package static func stopProcessGroup() { GroupStop.raise(SIGTSTP) }

    /// Stops again if the program was continued in the background, as writing to the terminal would.
    static func waitForForeground(_ isInForeground: () -> Bool) {
        while !isInForeground() {
            GroupStop.raise(SIGTTOU)
            // SIGTTOU does not stop an orphaned group, so check every 100 ms.
            if !isInForeground() { poll(nil, 0, 100) }
        }
    }
}
