package import CPlatform
package import Cells
import Glibc
package import PlayCore
package import Processes

/// A pseudo-terminal with a program, or a part of the test itself, on its slave side, and a ``VTScreen`` that shows the
/// output.
///
/// Not `Sendable`, because one test uses it. Waits use `poll` with a deadline.
package final class PseudoTerminal {
    package private(set) var screen: VTScreen
    /// Answers DA1; other answers may precede it.
    package var attributes: String {
        get { screen.attributes }
        set { screen.attributes = newValue }
    }
    /// Answers XTVERSION.
    package var version: String? {
        get { screen.version }
        set { screen.version = newValue }
    }
    /// Answers OSC 11.
    package var background: Color? {
        get { screen.background }
        set { screen.background = newValue }
    }
    /// Between a query and its answer.
    package var answerDelay = HostTime.zero
    private var answersUnderWay: [(arrival: HostTime, text: String)] = []
    package var isSilent: Bool {
        get { screen.isSilent }
        set { screen.isSilent = newValue }
    }
    package private(set) var output: [UInt8] = []
    private var pending: ArraySlice<UInt8> = []
    private let program: PtyProgram
    private let clock = SystemClock()

    package init(columns: Int, rows: Int) throws {
        program = try PtyProgram(columns: columns, rows: rows)
        screen = VTScreen(columns: columns, rows: rows)
    }

    package var path: String { program.path }
    package var processID: pid_t { program.processID }

    /// Starts a program as the leader of a new session, with this terminal as its controlling terminal and its standard
    /// input, output and error.
    ///
    /// - Parameters:
    /// - environment: the whole environment, `NAME=value`.
    /// - errorPath: a file for standard error; `nil` for the terminal.
    package func spawn(
        _ executable: String, _ arguments: [String] = [],
        environment: [String] = [
            "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
        ], errorPath: String? = nil
    ) throws {
        let mark = "\(Lifeline.variable)=\(Lifeline.mark)"
        try program.spawn(executable, arguments, environment: environment + [mark], errorPath: errorPath)
    }

    // MARK: Input

    /// Bytes that exceed the terminal's queue are lost, so keep the text under 4 kB.
    package func type(_ text: String) { type(Array(text.utf8)) }

    package func type(_ bytes: [UInt8]) { program.type(bytes) }

    /// The program receives SIGWINCH if it has the terminal.
    package func resize(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        screen.resize(columns: columns, rows: rows)
        program.resize(columns: columns, rows: rows, pixelWidth: pixelWidth, pixelHeight: pixelHeight)
    }

    /// Closes the terminal's window: the program receives SIGHUP, and its tty becomes unusable.
    package func hangUp() { program.hangUp() }

    package func signal(_ number: Int32) { kill(processID, number) }

    package func signalGroup(_ number: Int32) { kill(-processID, number) }

    // MARK: Output

    /// Reads and shows all available output. Returns `false` if there was none.
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

    /// Shows the read bytes up to the next end of a synchronized update, or all of them. Returns `false` if there were
    /// none.
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

    /// Answers the queries of a program. A test in place of a program sends its own answers.
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

    /// Reads output until `condition` holds. Returns `false` if it does not within `limit`, or the program ends first.
    ///
    /// Evaluates the condition for every update of the screen, including those that arrived between calls, so a busy
    /// machine misses no brief state. Afterwards the screen is the newest.
    package func wait(limit: HostTime = Patience.limit, until condition: (PseudoTerminal) -> Bool) -> Bool {
        let deadline = clock.now + limit
        while true {
            deliverAnswers()
            if condition(self) {
                // Answers the program's queries while it still runs.
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

    /// Reads the program's output meanwhile. Returns `nil` if it still runs after `limit`.
    package func waitForExit(limit: HostTime = Patience.limit) -> ProcessEnd? {
        _ = wait(limit: limit) { $0.hasExited() }
        pump()
        return exit
    }

    package func waitForStop(limit: HostTime = Patience.limit) -> Bool {
        wait(limit: limit) { terminal in
            guard let status = terminal.program.poll(WUNTRACED) else { return false }
            return tv_stopped(status) != 0
        }
    }

    package var exit: ProcessEnd? { program.exit }

    private func hasExited() -> Bool {
        program.poll()
        return program.exit != nil
    }

    package var modes: termios {
        var modes = termios()
        tcgetattr(program.slave, &modes)
        return modes
    }

    /// Whether lines are edited and echoed and output is processed, as a shell needs it.
    package var isCooked: Bool {
        let modes = modes
        return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
            && modes.c_oflag & tcflag_t(OPOST) != 0
    }
}
