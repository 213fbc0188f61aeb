import CPlatform
import Glibc

/// The terminal of the process's session, as far as job control goes. SIGTTOU is blocked by whoever changes it from the
/// background.
package final class ControllingTerminal {
    /// Milliseconds.
    private static let answerPatience: Int32 = 100

    let descriptor: Int32
    /// As they were in the beginning.
    private let modes: termios

    /// Nil: the session has none.
    init?() {
        let descriptor = tv_open_tty("/dev/tty")
        guard descriptor >= 0 else { return nil }
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.modes = modes
    }

    deinit { close(descriptor) }

    /// Whether this process may draw on a terminal: on standard output, or, where that leads elsewhere, on the session's
    /// own. Only in the foreground then, and not for a program that was started to run unattended (`</dev/null`).
    package static var isOffered: Bool {
        if isatty(1) == 1 { return true }
        var (input, null) = (stat(), stat())
        guard fstat(0, &input) == 0, stat("/dev/null", &null) == 0, input.st_rdev != null.st_rdev else { return false }
        return ControllingTerminal()?.foregroundGroup == getpgrp()
    }

    /// The process group that has the keyboard; nil when the terminal is gone.
    var foregroundGroup: pid_t? {
        let group = tcgetpgrp(descriptor)
        return group > 0 ? group : nil
    }

    /// Writes `reset` and sets the modes of the beginning, unless they are set: then somebody has done it already. Only
    /// in the foreground.
    func restore(_ reset: [UInt8]) {
        var now = termios()
        guard tcgetattr(descriptor, &now) == 0, !isRestored(now) else { return }
        dropAnswers()
        // Does not wait for a terminal that takes nothing: what fits is written.
        _ = write(descriptor, reset, reset.count)
        var modes = modes
        while tcsetattr(descriptor, TCSAFLUSH, &modes) != 0, errno == EINTR {}
    }

    /// The terminal may be answering questions of a player that has died: the shell would get that for typing.
    private func dropAnswers() {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var bytes = [UInt8](repeating: 0, count: 4096)
        // Each is as long as a round trip may take, and bounded for a terminal that never ends.
        for _ in 0..<16 {
            guard poll(&request, 1, Self.answerPatience) == 1, read(descriptor, &bytes, bytes.count) > 0 else { return }
        }
    }

    private func isRestored(_ now: termios) -> Bool {
        now.c_lflag == modes.c_lflag && now.c_iflag == modes.c_iflag && now.c_oflag == modes.c_oflag
    }
}
