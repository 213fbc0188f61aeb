import CPlatform
import Glibc

/// The player's side of ``PlayerJob``: the front restores the terminal and can stop in its place. Main thread.
package final class FrontLink {
    static let variable = "TVPLAY_FRONT"

    /// Readable once the front has ended. The player then ends, too.
    package let descriptor: Int32
    /// Whether only the front stops on Ctrl-Z. Otherwise this process stops, and the front with it.
    package var playsOn: Bool {
        get { wantsToPlayOn && mayPlayOn }
        set { wantsToPlayOn = newValue }
    }
    private var wantsToPlayOn = false
    /// Whether the job can be stopped and continued, and the input comes from no program that would stop with it.
    package let mayPlayOn: Bool

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

    /// Returns whether the socket's other end is the parent. The variable may be inherited from elsewhere.
    private static func isFront(_ descriptor: Int32) -> Bool {
        // struct ucred, which Glibc's module omits: process, user, group.
        var credentials: [pid_t] = [0, 0, 0]
        var size = socklen_t(MemoryLayout<pid_t>.size * 3)
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
            && credentials[0] == getppid()
    }

    /// Asks the front to stop the job. The terminal must already be restored.
    package func askToStop() { JobMessage.stop.send(to: descriptor) }

    /// Passes the bytes that restore the screen. The front writes them if the player is killed.
    package func noteReset(_ bytes: [UInt8]) { JobMessage.reset(bytes).send(to: descriptor) }

    /// Sends a log line without waiting. Truncates text that is longer than a message.
    package func note(_ text: [UInt8]) {
        JobMessage.note(Array(text.prefix(JobMessage.maximumBytes - 1))).send(to: descriptor)
    }

    /// Reports the player's end, so that the front does not wait for the process. Any thread.
    package var reportEnd: @Sendable (Int32) -> Void {
        { [descriptor] status in JobMessage.ended(status: status).send(to: descriptor) }
    }

    package var isGone: Bool { JobMessage.receive(from: descriptor) == .end }

    private static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }
}
