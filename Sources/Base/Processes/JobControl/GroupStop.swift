import CPlatform
import Glibc

/// Stops the process's own group as the terminal driver does. Any thread that blocks the signal.
package enum GroupStop {
    /// Sends a stop signal (SIGTSTP, SIGTTOU) to the group with its default action, and unblocks it here. Returns when
    /// the process continues, or at once if no process could continue it (an orphaned group).
    package static func raise(_ number: Int32) {
        var action = sigaction()
        var before = sigaction()
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(number, &action, &before)
        var set = sigset_t()
        var mask = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        kill(0, number)
        pthread_sigmask(SIG_UNBLOCK, &set, &mask)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        sigaction(number, &before, nil)
    }
}
