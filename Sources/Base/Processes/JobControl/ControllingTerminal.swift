import CPlatform
import Glibc

/// The terminal of the session. A background process must block SIGTTOU before changing it.
package final class ControllingTerminal {
    /// In milliseconds.
    private static let answerPatience: Int32 = 100

    let descriptor: Int32
    private let modes: termios

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

    /// Whether this process may draw: on standard output, or on the session's terminal if output is redirected. The
    /// latter only in the foreground, and only if its input shows that a viewer started it (not `</dev/null`).
    package static var isOffered: Bool {
        if isatty(1) == 1 { return true }
        var (input, null) = (stat(), stat())
        guard fstat(0, &input) == 0, stat("/dev/null", &null) == 0, input.st_rdev != null.st_rdev else { return false }
        return ControllingTerminal()?.foregroundGroup == getpgrp()
    }

    /// `nil` if the terminal is gone.
    var foregroundGroup: pid_t? {
        let group = tcgetpgrp(descriptor)
        return group > 0 ? group : nil
    }

    /// Writes `reset` and restores the initial modes, unless another process did. Call only in the foreground.
    func restore(_ reset: [UInt8]) {
        var now = termios()
        guard tcgetattr(descriptor, &now) == 0, !isRestored(now) else { return }
        dropAnswers()
        // Writes only as much as the terminal accepts at once.
        _ = write(descriptor, reset, reset.count)
        var modes = modes
        while tcsetattr(descriptor, TCSAFLUSH, &modes) != 0, errno == EINTR {}
    }

    /// Discards the terminal's answers to a player that has died. The shell would read them as typed text.
    private func dropAnswers() {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var bytes = [UInt8](repeating: 0, count: 4096)
        // Waits as long as a round trip may take. Bounded, for a terminal that never stops sending.
        for _ in 0..<16 {
            guard poll(&request, 1, Self.answerPatience) == 1, read(descriptor, &bytes, bytes.count) > 0 else { return }
        }
    }

    private func isRestored(_ now: termios) -> Bool {
        now.c_lflag == modes.c_lflag && now.c_iflag == modes.c_iflag && now.c_oflag == modes.c_oflag
    }
}
