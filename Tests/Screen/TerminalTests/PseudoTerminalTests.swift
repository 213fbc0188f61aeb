import CPlatform
import Glibc
import PlayCore
import Processes
import TestSupport
import Testing

/// The helper that runs programs in a pty. Its own reports must be right before other tests rely on them.
@Suite struct PseudoTerminalTests {
    @Test("a program runs with the pty as its controlling terminal in the given size, and returns its status")
    func runs() throws {
        let pty = try PseudoTerminal(columns: 50, rows: 12)
        try pty.spawn("/bin/sh", ["-c", "stty size; tty; printf 'x' >/dev/tty; read line; echo got $line; exit 7"])
        #expect(pty.wait { $0.screen.text.contains("x") })
        expect(pty.screen.text(row: 0), is: "12 50")
        expect(pty.screen.text(row: 1), is: pty.path)
        pty.type("hello\r")
        #expect(pty.wait { $0.screen.text.contains("got hello") })
        expect(pty.waitForExit(), is: .code(7))
        #expect(pty.isCooked)
    }

    @Test("resizing reaches the program, and signals stop and end it")
    func signals() throws {
        let pty = try PseudoTerminal(columns: 50, rows: 12)
        try pty.spawn(
            "/bin/sh", ["-c", "trap 'stty size' WINCH; echo ready; while :; do sleep 1000 & wait $!; done"])
        #expect(pty.wait { $0.screen.text.contains("ready") })
        pty.resize(columns: 60, rows: 20)
        #expect(pty.wait { $0.screen.text.contains("20 60") })
        pty.signalGroup(SIGSTOP)
        #expect(pty.waitForStop())
        pty.signalGroup(SIGCONT)
        pty.signalGroup(SIGKILL)
        expect(pty.waitForExit(), is: .signal(SIGKILL))
    }
}
