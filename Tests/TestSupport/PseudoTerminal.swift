package import CPlatform
package import Cells
import Glibc
package import PlayCore
package import Processes
import PseudoTerminals

/// A pty: a program, or a part of the test itself, on its slave side, and a ``VTScreen`` that shows what comes out.
///
/// Not `Sendable`: one test uses it. Waiting is by `poll` for something to happen, with a deadline.
package final class PseudoTerminal {
    package private(set) var screen: VTScreen
    /// What it answers to the question for its attributes (DA1); other answers may stand before it.
    package var attributes: String {
        get { screen.attributes }
        set { screen.attributes = newValue }
    }
    /// What it answers to the question for its name (XTVERSION).
    package var version: String? {
        get { screen.version }
        set { screen.version = newValue }
    }
    /// What it answers to the question for its background (OSC 11).
    package var background: Color? {
        get { screen.background }
        set { screen.background = newValue }
    }
    /// How long its answers are under way.
    package var answerDelay = HostTime.zero
    private var answersUnderWay: [(arrival: HostTime, text: String)] = []
    /// It answers no question.
    package var isSilent: Bool {
        get { screen.isSilent }
        set { screen.isSilent = newValue }
    }
    /// All bytes that were shown.
    package private(set) var output: [UInt8] = []
    /// Read, and not yet shown.
    private var pending: ArraySlice<UInt8> = []
    private let program: PtyProgram
    private let clock = SystemClock()

    package init(columns: Int, rows: Int) throws {
        program = try PtyProgram(columns: columns, rows: rows)
        screen = VTScreen(columns: columns, rows: rows)
    }

    /// Path of the slave side.
    package var path: String { program.path }
    package var processID: pid_t { program.processID }

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
        let mark = "\(Lifeline.variable)=\(Lifeline.mark)"
        try program.spawn(executable, arguments, environment: environment + [mark], errorPath: errorPath)
    }

    // MARK: Doing

    /// Types; bytes that do not fit into the terminal's queue are lost, so keep it under 4 kB.
    package func type(_ text: String) { type(Array(text.utf8)) }

    package func type(_ bytes: [UInt8]) { program.type(bytes) }

    /// The program gets SIGWINCH when it has the terminal.
    package func resize(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        screen.resize(columns: columns, rows: rows)
        program.resize(columns: columns, rows: rows, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
    }

    /// Closes the terminal's window: the program gets SIGHUP, and its tty is of no use any more.
    package func hangUp() { program.hangUp() }

    /// To the program alone.
    package func signal(_ number: Int32) { kill(processID, number) }

    /// To the program's process group.
    package func signalGroup(_ number: Int32) { kill(-processID, number) }

    // MARK: Watching

    /// Reads what is there now, all of it. Returns false when there was nothing.
    @discardableResult
    package func pump() -> Bool {
        let any = read()
        while showNext() {}
        return any
    }

    private func read() -> Bool {
        var any = false
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, filled in
                count = Glibc.read(program.master, buffer.baseAddress, 65536)
                filled = max(0, count)
            }
            guard count > 0 else { return any }
            any = true
            pending += bytes
        }
    }

    /// Shows what was read as far as the next end of a synchronized update, or all of it; false: there was nothing.
    private func showNext() -> Bool {
        guard !pending.isEmpty else { return false }
        let end = pending.firstRange(of: Self.updateEnd)?.upperBound ?? pending.endIndex
        let bytes = Array(pending[..<end])
        pending = pending[end...]
        output += bytes
        screen.feed(bytes)
        answer()
        return true
    }

    private static let updateEnd = Array("\u{1B}[?2026l".utf8)

    /// A program gets the answers that a terminal gives; a test that stands in for one gives its own.
    private func answer() {
        guard !screen.answers.isEmpty else { return }
        if processID > 0, !screen.isSilent { answersUnderWay.append((clock.now + answerDelay, screen.answers)) }
        screen.answers = ""
        deliverAnswers()
    }

    private func deliverAnswers() {
        while let first = answersUnderWay.first, first.arrival <= clock.now {
            type(first.text)
            answersUnderWay.removeFirst()
        }
    }

    /// Reads on until `condition` holds. Returns false when it did not within `limit`, or the program ended before.
    ///
    /// It is asked of every update of the screen, also of those that came while nobody looked: what is to be seen for a
    /// moment only is not missed on a busy machine. Afterwards the screen is the newest.
    package func wait(limit: HostTime = Patience.limit, until condition: (PseudoTerminal) -> Bool) -> Bool {
        let deadline = clock.now + limit
        while true {
            deliverAnswers()
            if condition(self) {
                // What it asks is answered while it is there to hear it.
                while showNext() {}
                return true
            }
            if showNext() || read() { continue }
            if clock.now >= deadline { return false }
            if processID > 0, hasExited() {
                pump()
                return condition(self)
            }
            var request = pollfd(fd: program.master, events: Int16(POLLIN), revents: 0)
            poll(&request, 1, answersUnderWay.isEmpty ? 20 : 2)
        }
    }

    /// Waits until the program has ended, reading its output meanwhile; nil when it goes on after `limit`.
    package func waitForExit(limit: HostTime = Patience.limit) -> ProcessEnd? {
        _ = wait(limit: limit) { $0.hasExited() }
        pump()
        return exit
    }

    /// Waits until the program is stopped (Ctrl-Z).
    package func waitForStop(limit: HostTime = Patience.limit) -> Bool {
        wait(limit: limit) { terminal in
            guard let status = terminal.program.poll(WUNTRACED) else { return false }
            return tv_stopped(status) != 0
        }
    }

    /// How the program ended, once that is known.
    package var exit: ProcessEnd? { program.exit }

    private func hasExited() -> Bool {
        program.poll()
        return program.exit != nil
    }

    /// Modes of the tty now.
    package var modes: termios {
        var modes = termios()
        tcgetattr(program.slave, &modes)
        return modes
    }

    /// Lines are edited and echoed, and output is processed: as a shell wants it.
    package var isCooked: Bool {
        let modes = modes
        return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
            && modes.c_oflag & tcflag_t(OPOST) != 0
    }
}
