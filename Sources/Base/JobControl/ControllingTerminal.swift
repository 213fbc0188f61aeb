import CPlatform
import Glibc

/// The terminal of the process's session, as far as job control goes. SIGTTOU is blocked by whoever changes it from the
/// background.
final class ControllingTerminal {
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

    /// The process group that has the keyboard; nil when the terminal is gone.
    var foregroundGroup: pid_t? {
        get {
            let group = tcgetpgrp(descriptor)
            return group > 0 ? group : nil
        }
        set {
            // Fails where the group has just ended; then the shell takes the terminal, as it does in the end anyway.
            if let newValue { tcsetpgrp(descriptor, newValue) }
        }
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
