import CPlatform
import Cells
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Terminal

/// Keys, and the end of the terminal and of the program.
extension NcursesTerminalTests {
    @Test("keys and a lone Escape become events, and a signalled wake-up ends the wait")
    func input() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        let soon = SystemClock().now + Patience.limit
        pty.type("q")
        expect(terminal.waitForEvents(until: soon, wakeUps: []), is: [.key(KeyPress(.character("q")))])
        pty.type("\u{1B}")
        var events = terminal.waitForEvents(until: soon, wakeUps: [])
        if events.isEmpty { events = terminal.waitForEvents(until: soon, wakeUps: []) }
        expect(events, is: [.key(KeyPress(.escape))])
        let wakeUp = WakeUp()
        wakeUp.signal()
        expect(terminal.waitForEvents(until: soon, wakeUps: [wakeUp.descriptor]), is: [])
    }

    @Test("with kitty's keyboard protocol Ctrl-C still ends the program and Ctrl-Z still stops it")
    func kittyKeyboard() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        var stops = 0
        terminal.stopProcess = { stops += 1 }
        pty.type("\u{1B}[?0u\u{1B}[99;5u\u{1B}[122;5u\u{1B}[120;5u")
        let events = terminal.waitForEvents(until: SystemClock().now + Patience.limit, wakeUps: [])
        expect(
            events, is: [.terminated(signal: SIGINT), .suspending, .key(KeyPress(.character("x"), .control))])
        pty.pump()
        #expect(String(decoding: pty.output, as: UTF8.self).hasSuffix("\u{1B}[>1u"))
        expect(terminal.waitForEvents(until: nil, wakeUps: []), is: [.resumed, .resized])
        expect(stops, is: 1)
        pty.pump()
        let text = String(decoding: pty.output, as: UTF8.self)
        expect(text.count(of: "\u{1B}[>1u"), is: 2)
        expect(text.count(of: "\u{1B}[<u"), is: 1)
    }

    @Test("a terminal that hangs up is reported once, no longer waits, and can be closed")
    func hangUp() throws {
        var pty: PseudoTerminal? = try PseudoTerminal(columns: 30, rows: 5)
        guard let options = pty.map({ options($0) }) else { return }
        let terminal = try NcursesTerminal(options: options)
        pty = nil
        expect(terminal.waitForEvents(until: SystemClock().now + Patience.limit, wakeUps: []), is: [.inputClosed])
        expect(terminal.waitForEvents(until: SystemClock().now + .milliseconds(1), wakeUps: []), is: [])
        let chrome = CellBuffer(columns: 30, rows: 5)
        terminal.present(ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0))
        #expect(terminal.canPresent)
        terminal.close()
        #expect(!terminal.canPresent)
    }

    @Test("a missing terminal and a TERM that is too simple have separate errors")
    func errors() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        func code(_ term: String?, path: String) -> TerminalError.Code? {
            var options = options(pty)
            options.ttyPath = path
            options.environment = term.map { ["TERM": $0] } ?? [:]
            do throws(TerminalError) {
                try NcursesTerminal(options: options).close()
                return nil
            } catch { return error.code }
        }
        expect(code("dumb", path: pty.path), is: .termTooSimple)
        expect(code("xterm", path: "/nonexistent"), is: .noTerminal)
        expect(code("xterm", path: "/dev/null"), is: .noTerminal)
        #expect(pty.isCooked)
    }

    /// Opens a terminal and waits for its first events, which follow the terminal's answer or a time-out.
    private func open(_ term: String?, _ pty: PseudoTerminal, answering: Bool) throws -> (NcursesTerminal, [InputEvent])
    {
        var options = options(pty)
        options.environment = term.map { ["TERM": $0] } ?? [:]
        let terminal = try NcursesTerminal(options: options)
        #expect(!terminal.canPresent)
        var events: [InputEvent] = []
        let limit = SystemClock().now + Patience.limit
        while events.isEmpty, SystemClock().now < limit {
            pty.pump()
            if answering, pty.output.suffix(3).elementsEqual(ControlStrings.firstQuery) { pty.type("\u{1B}[?62;22c") }
            events = terminal.waitForEvents(until: SystemClock().now + .milliseconds(5), wakeUps: [])
        }
        return (terminal, events)
    }

    @Test(
        "with an unknown or unset TERM the screen starts without ncurses when the terminal answers",
        arguments: ["no-such", nil])
    func answering(term: String?) throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let (terminal, events) = try open(term, pty, answering: true)
        expect(events, is: [.resized])
        expect(terminal.colorDepth, is: .palette256)
        settle(terminal, pty)
        #expect(pty.screen.modes.isSuperset(of: [1049, 1000, 1006, 2004]))
        var chrome = CellBuffer(columns: 30, rows: 5, filledWith: .blank)
        chrome.write("here", column: 3, row: 2, style: Style(foreground: .palette(6)))
        terminal.present(ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0))
        settle(terminal, pty)
        expect(pty.screen.differences(from: chrome), is: [])
        terminal.close()
        pty.pump()
        expect(pty.screen.modes, is: [7, 25])
        expect(pty.screen.problems, is: [])
        #expect(pty.isCooked)
    }

    @Test("a terminal that does not answer is reported in time, after nothing but the query was written")
    func silent() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let (terminal, events) = try open("no-such", pty, answering: false)
        expect(events, is: [.unanswered])
        expect(terminal.silence, is: TerminalError(.termSilent, operation: "DA1", context: "no-such"))
        #expect(!terminal.canPresent)
        terminal.close()
        pty.pump()
        expect(pty.output, is: ControlStrings.firstQuery)
        #expect(pty.isCooked)
    }

    @Test("without a screen keys still arrive, and lines are still written as before")
    func keyboard() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let keyboard = try Keyboard(path: pty.path)
        let terminal = try NullTerminal(front: nil, keyboard: keyboard)
        expect(pty.modes.c_lflag & tcflag_t(ICANON | ECHO), is: 0)
        #expect(pty.modes.c_oflag & tcflag_t(OPOST) != 0)
        pty.type(" \u{1B}[C\u{1B}[?62c")
        var events: [InputEvent] = []
        let limit = SystemClock().now + Patience.limit
        while events.count < 2, SystemClock().now < limit {
            events += terminal.waitForEvents(until: SystemClock().now + .milliseconds(5), wakeUps: [])
        }
        expect(events, is: [.key(KeyPress(.character(" "))), .key(KeyPress(.right))])
        keyboard.release()
        #expect(pty.isCooked)
    }

    @Test("a crash restores the terminal")
    func crash() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let outcome = try OwnProcess.run(Self.self, value: pty.path) { path in
            var options = TerminalOptions()
            options.ttyPath = path
            options.handlesSignals = false
            options.environment = ["TERM": "xterm-256color"]
            let terminal = try NcursesTerminal(options: options)
            let chrome = CellBuffer(columns: 30, rows: 5, filledWith: .blank)
            terminal.present(ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0))
            let thread = WorkerThread(name: "crasher") { preconditionFailure("on purpose") }
            thread.join()
        }
        guard let outcome else { return }
        #expect(outcome.hasCrashed)
        pty.pump()
        let text = String(decoding: pty.output, as: UTF8.self)
        #expect(text.contains("\u{1B}[?1049h"))
        #expect(pty.screen.modes.isDisjoint(with: [1049, 1000, 1002, 1006, 2004]))
        #expect(pty.screen.modes.contains(25))
        #expect(pty.isCooked)
    }
}
