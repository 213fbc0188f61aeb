import CPlatform
import Glibc

/// The terminal of the process's session, as far as job control goes. SIGTTOU is blocked by whoever changes it from the
/// background.
final class ControllingTerminal {
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

    /// Writes `reset` and sets the modes of the beginning, unless they are set: then somebody has done it already.
    func restore(_ reset: [UInt8]) {
        var now = termios()
        guard tcgetattr(descriptor, &now) == 0, !isRestored(now) else { return }
        // Does not wait for a terminal that takes nothing: what fits is written.
        _ = write(descriptor, reset, reset.count)
        var modes = modes
        while tcsetattr(descriptor, TCSANOW, &modes) != 0, errno == EINTR {}
    }

    private func isRestored(_ now: termios) -> Bool {
        now.c_lflag == modes.c_lflag && now.c_iflag == modes.c_iflag && now.c_oflag == modes.c_oflag
    }
}
