package import CPlatform
import Glibc
package import PlayCore

/// A pty: a program, or a part of the test itself, on its slave side, and a ``VTScreen`` that shows what comes out.
///
/// Not `Sendable`: one test uses it. Waiting is by `poll` for something to happen, with a deadline.
package final class PseudoTerminal {
    package enum Exit: Equatable, Sendable { case code(Int32), signal(Int32) }

    package struct Failure: Error { package let operation: String, number: Int32 }

    package private(set) var screen: VTScreen
    /// What came out, with the times of reading.
    package private(set) var chunks: [(time: HostTime, bytes: [UInt8])] = []
    /// Path of the slave side.
    package let path: String
    package private(set) var processID: pid_t = 0
    private var master: Int32
    /// Kept open, so that the tty's state outlives the program.
    private let slave: Int32
    private var exit: Exit?
    private let clock = SystemClock()

    package init(columns: Int, rows: Int) throws {
        master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { throw Failure(operation: "posix_openpt", number: errno) }
        grantpt(master)
        unlockpt(master)
        guard let name = ptsname(master) else { throw Failure(operation: "ptsname", number: errno) }
        path = String(cString: name)
        slave = tv_open_tty(path)
        guard slave >= 0 else { throw Failure(operation: "open \(path)", number: errno) }
        tv_set_nonblocking(master, 1)
        screen = VTScreen(columns: columns, rows: rows)
        resize(columns: columns, rows: rows)
    }

    deinit {
        if processID > 0, exit == nil {
            kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
        }
        close(slave)
        hangUp()
    }

    /// Starts a program as leader of a session of its own, with this as its controlling terminal and its standard
    /// input, output and error.
    ///
    /// - Parameters:
    ///   - environment: all of it, `NAME=value`.
    ///   - errorPath: a file for standard error instead.
    package func spawn(
        _ executable: String, _ arguments: [String] = [],
        environment: [String] = [
            "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
        ], errorPath: String? = nil
    ) throws {
        precondition(processID == 0, "one program per pseudo terminal")
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var everything = sigset_t()
        var nothing = sigset_t()
        sigfillset(&everything)
        sigemptyset(&nothing)
        posix_spawnattr_setsigdefault(&attributes, &everything)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        let flags = Int32(POSIX_SPAWN_SETSID) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first open of a tty by a session leader makes it the controlling one.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        if let errorPath {
            posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        } else {
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
        let argumentList = ([executable] + arguments).map { strdup($0) } + [nil]
        let environmentList = environment.map { strdup($0) } + [nil]
        defer { for text in argumentList + environmentList { free(text) } }
        let result = posix_spawn(&processID, executable, &actions, &attributes, argumentList, environmentList)
        guard result == 0 else { throw Failure(operation: "posix_spawn \(executable)", number: result) }
    }

    /// All bytes so far.
    package var output: [UInt8] { chunks.flatMap { $0.bytes } }

    // MARK: Doing

    /// Types; bytes that do not fit into the terminal's queue are lost, so keep it under 4 kB.
    package func type(_ text: String) { type(Array(text.utf8)) }

    package func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

    /// The program gets SIGWINCH when it has the terminal.
    package func resize(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        screen.resize(columns: columns, rows: rows)
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(pixelWidth),
            ws_ypixel: UInt16(pixelHeight))
        tv_set_window_size(master, &size)
    }

    /// Closes the terminal's window: the program gets SIGHUP, and its tty is of no use any more.
    package func hangUp() {
        if master >= 0 { close(master) }
        master = -1
    }

    /// To the program alone.
    package func signal(_ number: Int32) { kill(processID, number) }

    /// To the program's process group.
    package func signalGroup(_ number: Int32) { kill(-processID, number) }

    // MARK: Watching

    /// Reads what is there now. Returns false when there was nothing.
    @discardableResult
    package func pump() -> Bool {
        var any = false
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, filled in
                count = read(master, buffer.baseAddress, 65536)
                filled = max(0, count)
            }
            guard count > 0 else { return any }
            any = true
            chunks.append((clock.now, bytes))
            screen.feed(bytes)
        }
    }

    /// Reads on until `condition` holds. Returns false when it did not within `limit`, or the program ended before.
    package func wait(limit: HostTime = .seconds(10), until condition: (PseudoTerminal) -> Bool) -> Bool {
        let deadline = clock.now + limit
        while true {
            pump()
            if condition(self) { return true }
            if clock.now >= deadline { return false }
            if processID > 0, hasExited() {
                pump()
                return condition(self)
            }
            var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            poll(&request, 1, 20)
        }
    }

    /// Waits until the program has ended, reading its output meanwhile; nil when it goes on after `limit`.
    package func waitForExit(limit: HostTime = .seconds(10)) -> Exit? {
        _ = wait(limit: limit) { $0.hasExited() }
        pump()
        return exit
    }

    /// Waits until the program is stopped (Ctrl-Z).
    package func waitForStop(limit: HostTime = .seconds(10)) -> Bool {
        wait(limit: limit) { terminal in
            var status: Int32 = 0
            let result = waitpid(terminal.processID, &status, WNOHANG | WUNTRACED)
            guard result == terminal.processID else { return false }
            terminal.noteExit(status)
            return tv_stopped(status) != 0
        }
    }

    private func hasExited() -> Bool {
        if exit != nil { return true }
        var status: Int32 = 0
        if processID > 0, waitpid(processID, &status, WNOHANG) == processID { noteExit(status) }
        return exit != nil
    }

    private func noteExit(_ status: Int32) {
        if tv_exited(status) != 0 { exit = .code(tv_exit_status(status)) }
        if tv_signalled(status) != 0 { exit = .signal(tv_term_signal(status)) }
    }

    /// Modes of the tty now.
    package var modes: termios {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes
    }

    /// Lines are edited and echoed, and output is processed: as a shell wants it.
    package var isCooked: Bool {
        let modes = modes
        return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
            && modes.c_oflag & tcflag_t(OPOST) != 0
    }
}
