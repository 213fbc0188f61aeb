import CPlatform
import Cells
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Terminal

/// Keys, and ends of the terminal and the program.
extension NcursesTerminalTests {
    @Test("keys and a lone Escape come as events; a signalled wake-up ends the wait")
    func input() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        let soon = SystemClock().now + .seconds(5)
        pty.type("q")
        #expect(terminal.waitForEvents(until: soon, wakeUps: []) == [.key(KeyPress(.character("q")))])
        pty.type("\u{1B}")
        var events = terminal.waitForEvents(until: soon, wakeUps: [])
        if events.isEmpty { events = terminal.waitForEvents(until: soon, wakeUps: []) }
        #expect(events == [.key(KeyPress(.escape))])
        let wakeUp = WakeUp()
        wakeUp.signal()
        #expect(terminal.waitForEvents(until: soon, wakeUps: [wakeUp.descriptor]) == [])
    }

    @Test("with kitty's keyboard protocol Ctrl-C still ends and Ctrl-Z still stops the program")
    func kittyKeyboard() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        var stops = 0
        terminal.stopProcess = { stops += 1 }
        pty.type("\u{1B}[?0u\u{1B}[99;5u\u{1B}[122;5u\u{1B}[120;5u")
        let events = terminal.waitForEvents(until: SystemClock().now + .seconds(5), wakeUps: [])
        #expect(
            events == [.terminated(signal: SIGINT), .suspending, .key(KeyPress(.character("x"), .control))])
        pty.pump()
        #expect(String(decoding: pty.output, as: UTF8.self).hasSuffix("\u{1B}[>1u"))
        #expect(terminal.waitForEvents(until: nil, wakeUps: []) == [.resumed, .resized])
        #expect(stops == 1)
        pty.pump()
        let text = String(decoding: pty.output, as: UTF8.self)
        #expect(text.count(of: "\u{1B}[>1u") == 2)
        #expect(text.count(of: "\u{1B}[<u") == 1)
    }

    @Test("a terminal that hangs up is told once, takes no more waiting, and can be closed")
    func hangUp() throws {
        var pty: PseudoTerminal? = try PseudoTerminal(columns: 30, rows: 5)
        guard let options = pty.map({ options($0) }) else { return }
        let terminal = try NcursesTerminal(options: options)
        pty = nil
        #expect(terminal.waitForEvents(until: SystemClock().now + .seconds(5), wakeUps: []) == [.inputClosed])
        #expect(terminal.waitForEvents(until: SystemClock().now + .milliseconds(1), wakeUps: []) == [])
        let chrome = CellBuffer(columns: 30, rows: 5)
        terminal.present(ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0))
        #expect(terminal.canPresent)
        terminal.close()
        #expect(!terminal.canPresent)
    }

    @Test("no terminal, an unset, a too simple and an unknown TERM each have an error of their own")
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
        #expect(code(nil, path: pty.path) == .termUnset)
        #expect(code("dumb", path: pty.path) == .termTooSimple)
        #expect(code("no-such-terminal", path: pty.path) == .termUnknown)
        #expect(code("xterm", path: "/nonexistent") == .noTerminal)
        #expect(code("xterm", path: "/dev/null") == .noTerminal)
        #expect(pty.isCooked)
    }

    @Test("a crash leaves the terminal restored")
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
