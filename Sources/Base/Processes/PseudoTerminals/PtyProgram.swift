import CPlatform
import Glibc

/// A pty with a program on its slave side. One thread.
package final class PtyProgram {
    package struct Failure: Error { package let operation: String, number: Int32 }

    package let path: String
    /// Non-blocking; −1 after ``hangUp()``.
    package private(set) var master: Int32
    /// The tty's descriptor, kept open so that its state outlives the program.
    package let slave: Int32
    /// 0 before ``spawn(_:_:environment:errorPath:)``.
    package private(set) var processID: Int32 = 0
    /// How the program ended, or `nil` if ``poll(_:)`` has not observed its end.
    package private(set) var exit: ProcessEnd?

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

    /// Closes the terminal's window: the program receives SIGHUP, and the tty becomes unusable.
    package func hangUp() {
        if master >= 0 { close(master) }
        master = -1
    }

    /// Starts a program as leader of its own session, with this as its controlling terminal. `environment` is complete,
    /// as `NAME=value`. `errorPath` is a file for standard error.
    package func spawn(
        _ executable: String, _ arguments: [String], environment: [String], errorPath: String? = nil
    ) throws {
        precondition(processID == 0, "one program per pseudo terminal")
        var launch = ProgramLaunch([executable] + arguments)
        // The first open of a tty by a session leader makes it the controlling terminal.
        launch.place = .ownSession
        launch.input = .file(path: path, flags: O_RDWR)
        launch.output = .sameAsInput
        launch.errors =
            errorPath.map { .file(path: $0, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600) } ?? .sameAsInput
        launch.environment = environment
        processID = try launch.start().id
    }

    /// Types the bytes. The terminal drops bytes that do not fit into its queue, so keep them under 4 kB.
    package func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

    /// Causes SIGWINCH if this is the program's controlling terminal.
    package func resize(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(pixelWidth),
            ws_ypixel: UInt16(pixelHeight))
        tv_set_window_size(master, &size)
    }

    /// Does not wait. Stores the end in ``exit``. `options` are those of `waitpid`.
    @discardableResult
    package func poll(_ options: Int32 = 0) -> Int32? {
        guard exit == nil, processID > 0 else { return nil }
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG | options) == processID else { return nil }
        note(status)
        return status
    }

    /// Does not read. For a program that writes less than a pty's capacity.
    package func wait() {
        guard exit == nil, processID > 0 else { return }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        note(status)
    }

    private func note(_ status: Int32) { exit = ProcessEnd(status: status) ?? exit }
}
