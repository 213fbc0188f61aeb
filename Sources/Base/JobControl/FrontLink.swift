import CPlatform
import Glibc

/// The player's side of ``PlayerJob``: somebody restores the terminal if this process is killed, and may stop in its place
/// at Ctrl-Z. Main thread.
package final class FrontLink {
    /// Names the socket's descriptor in the player's environment.
    static let variable = "TVPLAY_FRONT"

    /// Readable when the front has ended; the player ends then, too.
    package let descriptor: Int32
    /// The front alone stops at Ctrl-Z; else this process stops, and the front with it.
    package var playsOn: Bool {
        get { wantsToPlayOn && mayPlayOn }
        set { wantsToPlayOn = newValue }
    }
    private var wantsToPlayOn = false
    /// Whether the job can be stopped and continued, and what plays does not come from a program that stops with it.
    package let mayPlayOn: Bool

    /// Nil: nobody stands in for this process. Call before the first thread is started: what would stop a process that
    /// touches a terminal in the background is blocked here.
    package static func adopt() -> FrontLink? {
        guard let text = getenv(variable) else { return nil }
        let descriptor = Int32(String(cString: text))
        unsetenv(variable)
        guard let descriptor, isFront(descriptor) else { return nil }
        return FrontLink(descriptor)
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        mayPlayOn = !Self.isPipe(0) && isatty(1) == 1 && ProcessPlace.isContinued(getpid())
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTTOU)
        sigaddset(&set, SIGTTIN)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    deinit { close(descriptor) }

    /// The variable may have come by inheritance from somewhere else: its socket's other end must be the parent's.
    private static func isFront(_ descriptor: Int32) -> Bool {
        // struct ucred, which Glibc's module leaves out: process, user, group.
        var credentials: [pid_t] = [0, 0, 0]
        var size = socklen_t(MemoryLayout<pid_t>.size * 3)
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
            && credentials[0] == getppid()
    }

    /// The terminal is restored: the shell may have it.
    package func askToStop() { JobMessage.stop.send(to: descriptor) }

    /// What restores the screen; the front writes it if the player is killed.
    package func noteReset(_ bytes: [UInt8]) { JobMessage.reset(bytes).send(to: descriptor) }

    /// Text for whoever stands in front to write down; what is too long for a message is cut. Without waiting.
    package func note(_ text: [UInt8]) {
        JobMessage.note(Array(text.prefix(JobMessage.maximumBytes - 1))).send(to: descriptor)
    }

    /// Tells the front that the player has ended with this status: it does not wait for the process. Any thread.
    package var tellEnd: @Sendable (Int32) -> Void {
        { [descriptor] status in JobMessage.ended(status: status).send(to: descriptor) }
    }

    /// Whether the front has ended.
    package var isGone: Bool { JobMessage.receive(from: descriptor) == .end }

    private static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }
}
