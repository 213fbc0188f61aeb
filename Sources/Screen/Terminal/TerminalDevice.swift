import CPlatform
import Cells
import Glibc

/// The tty, by its own open file description. Main thread.
final class TerminalDevice {
    let descriptor: Int32
    let originalModes: termios
    private let originalFlags: Int32
    private var rawModes: termios

    /// Opens a file description of its own. O_NONBLOCK would also apply to the shell's descriptors 0 … 2.
    init(path: String?) throws(TerminalError) {
        guard let descriptor = Self.open(path) else {
            throw TerminalError(.noTerminal, operation: "open", number: errno, context: path ?? "/dev/tty")
        }
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else {
            let number = errno
            CPlatform.close(descriptor)
            throw TerminalError(.noTerminal, operation: "tcgetattr", number: number, context: path ?? "/dev/tty")
        }
        self.descriptor = descriptor
        originalModes = modes
        rawModes = modes
        originalFlags = fcntl(descriptor, F_GETFL)
    }

    private static func open(_ path: String?) -> Int32? {
        var candidates = path.map { [$0] } ?? ["/dev/tty"]
        if path == nil {
            candidates += (Int32(0)...2).compactMap { ttyname($0).map { String(cString: $0) } }
        }
        for candidate in candidates {
            let descriptor = tv_open_tty(candidate)
            if descriptor >= 0 { return descriptor }
        }
        return nil
    }

    deinit { CPlatform.close(descriptor) }

    /// Turns off echo, lines and translation. Ctrl-C and Ctrl-\ still cause signals, without discarding input and
    /// output. Ctrl-Z is a key: its signal would stop a script around the player at once, and the shell would take the
    /// terminal before it is restored.
    ///
    /// - Parameter processesOutput: whether lines may be written as usual.
    func enterRawMode(processesOutput: Bool = false) {
        rawModes = modes(processesOutput: processesOutput)
        set(rawModes, TCSADRAIN)
    }

    private func modes(processesOutput: Bool) -> termios {
        var modes = originalModes
        modes.c_iflag &= ~tcflag_t(IXON | IXOFF | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT | PARMRK | INPCK)
        if !processesOutput { modes.c_oflag &= ~tcflag_t(OPOST) }
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        modes.c_lflag |= tcflag_t(ISIG) | tcflag_t(bitPattern: NOFLSH)
        modes.c_cflag = (modes.c_cflag & ~tcflag_t(CSIZE | PARENB)) | tcflag_t(CS8)
        withUnsafeMutableBytes(of: &modes.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
            // _POSIX_VDISABLE
            characters[Int(VSUSP)] = 0
        }
        return modes
    }

    /// Restores the original modes. Unread input is dropped: it may hold answers to queries.
    func restore() { set(originalModes, TCSAFLUSH) }

    /// Restores the original modes where another process may already have the terminal, unless that has set its own.
    func restoreUnlessChanged() {
        var now = termios()
        let raw = rawModes
        guard tcgetattr(descriptor, &now) == 0, now.c_lflag == raw.c_lflag, now.c_iflag == raw.c_iflag,
            now.c_oflag == raw.c_oflag
        else { return }
        set(originalModes, TCSANOW)
    }

    /// Restores the flags of the file description. The last call before closing.
    func restoreFlags() { _ = fcntl(descriptor, F_SETFL, originalFlags) }

    private func set(_ modes: termios, _ action: Int32) {
        var modes = modes
        while tcsetattr(descriptor, action, &modes) != 0, errno == EINTR {}
    }

    /// The size, at least 1 × 1; 80 × 24 if the system does not know.
    var size: TerminalSize {
        var size = winsize()
        guard tv_get_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        return TerminalSize(
            columns: Int(size.ws_col), rows: Int(size.ws_row), pixelWidth: Int(size.ws_xpixel),
            pixelHeight: Int(size.ws_ypixel))
    }

    /// Writes as `write(2)`. Returns minus the error number on failure.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        let count = CPlatform.write(descriptor, bytes.baseAddress, bytes.count)
        return count < 0 ? -Int(errno) : count
    }

    /// The bytes that the device holds and has not sent (TIOCOUTQ); 0 for a pty, and for devices that cannot report it.
    var heldBytes: Int {
        var count: Int32 = 0
        return tv_output_queue(descriptor, &count) == 0 ? max(0, Int(count)) : 0
    }

    /// Whether the device is no serial line or console. These may be slow although they answer at once.
    var isPseudoTerminal: Bool { tv_is_pseudo_terminal(descriptor) != 0 }

    enum Input: Equatable {
        /// The read bytes. Release them before the next read, or it allocates new memory.
        case bytes(ArraySlice<UInt8>)
        case nothing
        case closed
    }

    private var input = [UInt8](repeating: 0, count: 4096)

    func read() -> Input {
        let (count, number) = input.withUnsafeMutableBufferPointer { buffer in
            let count = CPlatform.read(descriptor, buffer.baseAddress, buffer.count)
            return (count, errno)
        }
        if count > 0 { return .bytes(input[..<count]) }
        return count < 0 && (number == EAGAIN || number == EINTR) ? .nothing : .closed
    }

    /// Whether this process group has the terminal; true without job control.
    var isInForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }
}
