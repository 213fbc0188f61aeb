import CPlatform
package import Catalogue
import Glibc
import PlayCore
import Terminal

/// Prompts for a secret on the terminal before there is a screen. The typed text is not shown. Main thread; blocks.
package enum PasswordPrompt {
    /// Returns nil without a terminal, or if the viewer cancels (Ctrl-C, Ctrl-D, an empty line).
    ///
    /// - Parameter question: may contain unverified text.
    package static func read(_ question: String) -> Token? {
        ask(question, isShown: false).flatMap { Token($0) }
    }

    package static func readShown(_ question: String) -> String? { ask(question, isShown: true) }

    private static func ask(_ question: String, isShown: Bool) -> String? {
        let descriptor = tv_open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        var modes = before
        // Without ISIG the keys of signals are read as input.
        modes.c_lflag &= ~tcflag_t(isShown ? ISIG : ECHO | ICANON | ISIG)
        guard tcsetattr(descriptor, TCSAFLUSH, &modes) == 0 else { return nil }
        // A signal may end the program during the prompt.
        CrashGuard.arm(descriptor: descriptor, modes: before, reset: [])
        defer {
            tcsetattr(descriptor, TCSAFLUSH, &before)
            CrashGuard.disarm()
            if !isShown { write(descriptor, "\n") }
        }
        write(descriptor, SafeText.clean(question))
        return line(descriptor).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func line(_ descriptor: Int32) -> [UInt8]? {
        var typed: [UInt8] = []
        var byte: UInt8 = 0
        while typed.count < 4096 {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch byte {
            case 0x0A, 0x0D: return typed
            case 0x03, 0x04: return nil
            case 0x15: typed = []
            case 0x08, 0x7F:
                // Removes a whole character of UTF-8.
                while let last = typed.popLast(), last & 0xC0 == 0x80 {}
            default: typed.append(byte)
            }
        }
        return nil
    }

    private static func write(_ descriptor: Int32, _ text: String) {
        // A failed write needs no handling: a terminal that accepts no output has no viewer.
        _ = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
    }
}
