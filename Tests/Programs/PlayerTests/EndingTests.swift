import CPlatform
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// However the real program ends, the terminal is as before, and the exit status tells.
@Suite(.serialized) struct EndingTests {
    private let counter = Fixtures.path("counter.mp4")

    @Test(
        "SIGTERM, SIGINT, SIGQUIT, SIGHUP, and Ctrl-C: restored, status 4",
        arguments: [SIGTERM, SIGINT, SIGQUIT, SIGHUP, nil])
    func signals(number: Int32?) throws {
        let run = try PlayerRun([counter])
        try run.waitForPicture()
        if let number { run.terminal.signal(number) } else { run.type(Keys.control("c")) }
        try expect(run.waitForExit(), is: .code(4))
        run.expectTerminalIsRestored()
    }

    /// The thread sanitizer (`make tsan` says so) ends the program itself at SIGSEGV and SIGBUS.
    static let crashes: [Int32] =
        ProcessInfo.processInfo.environment["TVPLAY_SANITIZER"] == nil
        ? [SIGSEGV, SIGILL, SIGABRT, SIGBUS, SIGTRAP] : [SIGILL, SIGABRT, SIGTRAP]

    @Test("a crash restores the terminal and is still a crash", arguments: crashes)
    func crash(number: Int32) throws {
        let run = try PlayerRun([counter])
        try run.waitForPicture()
        kill(try run.player, number)
        try expect(run.waitForExit(), is: .signal(number))
        run.expectTerminalIsRestored()
    }

    @Test("the terminal's window is closed: the program ends by itself")
    func hangUp() throws {
        let run = try PlayerRun([counter])
        try run.waitForPicture()
        run.terminal.hangUp()
        try expect(run.waitForExit(), is: .code(4))
    }

    @Test("the terminal goes and SIGHUP is ignored (nohup): the program ends by itself")
    func hangUpUnheard() throws {
        let run = try PlayerRun([counter], script: "trap '' HUP; exec \"$0\" \"$@\"")
        try run.waitForPicture()
        run.terminal.hangUp()
        try expect(run.waitForExit(), is: .code(4))
    }

    @Test("stopped and continued from outside (kill -STOP, another screen on it): the screen is whole again")
    func stoppedByOthers() throws {
        let run = try PlayerRun(["--control-bar=never", "--pause", counter])
        try run.wait(for: "the picture alone") { $0.showsPictureAlone }
        run.terminal.signalGroup(SIGSTOP)
        #expect(run.terminal.waitForStop())
        let clears = run.screen.clearCount
        run.terminal.signalGroup(SIGCONT)
        try run.wait(for: "a screen made anew") { $0.clearCount > clears && $0.showsPictureAlone }
        try run.quit()
    }

    @Test("the end of the list leaves with status 0")
    func end() throws {
        let run = try PlayerRun(["--end=0.2", counter, Fixtures.path("short-picture.mp4")])
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
        expect(run.errors, is: "")
    }

    @Test("a name that is not UTF-8 is played, and --really-quiet says nothing about one that is not there")
    func nameOfBytes() throws {
        let film = Fixtures.path("short-picture.mp4")
        let run = try PlayerRun(
            ["--end=0.2", film], script: #"cp "$2" "$HOME/"$'caf\xe9' && exec "$0" "$1" "$HOME/"$'caf\xe9'"#)
        try expect(run.waitForExit(), is: .code(0))
        expect(run.errors, is: "")
        let missing = try PlayerRun(["--really-quiet", film + ".not-there"])
        try expect(missing.waitForExit(), is: .code(2))
        expect(missing.errors, is: "")
    }

    @Test(
        "PLAY-31: what is no film ends on the page of the error, and with status 2 after q; controls in its name reach neither page nor standard error"
    )
    func noFilm() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("a\u{1B}]0;b\u{7}\u{9B}31m\u{202E}c.mp4")
        try Data("This is no film.\n".utf8).write(to: file)
        let run = try PlayerRun([file.path], columns: 160, rows: 45)
        try run.wait(for: "the page") {
            $0.text.contains("Cannot play this") && $0.text.contains("c.mp4") && $0.text.contains("q quit")
        }
        run.type("q")
        try expect(run.waitForExit(), is: .code(2))
        run.expectTerminalIsRestored()
        let output = Data(run.terminal.output)
        for text in ["\u{9B}", "\u{202E}", "\u{1B}]0;b"] {
            expect(output.range(of: Data(text.utf8)), is: nil, "\(text.debugDescription)")
        }
        #expect(run.errors.contains("c.mp4: not a video or sound file"))
        #expect(
            !run.errors.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) })
        #expect(!run.errors.contains("\u{202E}"))
    }

    @Test("one of several files is broken: > goes on from its page, and the status is 3")
    func partly() throws {
        let run = try PlayerRun([Fixtures.path("text.mp4"), "--end=0.2", counter])
        try run.wait(for: "the page") { $0.text.contains("> next") }
        run.type(">")
        try expect(run.waitForExit(), is: .code(3))
        run.expectTerminalIsRestored()
        #expect(run.errors.contains("text.mp4"))
    }

    @Test("PLAY-32: a file that is not there ends with status 2, the screen untouched; the log has the number")
    func missing() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let log = folder.appendingPathComponent("log")
        let run = try PlayerRun(["--log-file=" + log.path, "/nowhere/film.mkv"])
        try expect(run.waitForExit(), is: .code(2))
        expect(run.errors, is: "tvplay: /nowhere/film.mkv: no such file\n")
        #expect(try String(contentsOf: log, encoding: .utf8).contains(" error play: 1050 fileLost: /nowhere/film.mkv"))
        expect(run.terminal.output, is: [])
    }

    @Test("- while standard input is the terminal: status 1 and a message, as the keys come from there")
    func terminalAsInput() throws {
        let run = try PlayerRun(["-"])
        try expect(run.waitForExit(), is: .code(1))
        #expect(run.errors.contains("Standard input (-) is a terminal"))
        expect(run.terminal.output, is: [])
    }

    @Test(
        "q leaves while a pipe is silent, before its first byte and in the middle of a clip", arguments: [true, false])
    func silentPipe(isEmpty: Bool) throws {
        let source = isEmpty ? "sleep 100" : "cat \"$1\"; exec sleep 100"
        // The writer is of the same session: the terminal's end ends it.
        let run = try PlayerRun(
            [Fixtures.path("counter.ts")], script: "exec \"$0\" --control-bar=always - < <(\(source))")
        try run.wait(for: isEmpty ? "the wait" : "a picture") {
            isEmpty ? $0.text.contains("Loading") : $0.counter ?? 0 > 3
        }
        run.type("q")
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
    }

    @Test("answers of the terminal that are under way when it quits do not reach the shell")
    func lateAnswers() throws {
        let run = try PlayerRun(
            ["--control-bar=never", counter],
            script: "\"$0\" \"$@\"; read -r -t 0.5 -n 20 left; printf 'left %q' \"$left\" >\"$HOME/left\"")
        run.terminal.answerDelay = .milliseconds(60)
        try run.waitForPictures(10)
        run.type("q")
        try expect(run.waitForExit(), is: .code(0))
        expect(run.text(of: "left"), is: "left ''")
    }

    @Test("UI-34: a player that runs unattended, with standard output a pipe: a message, the sound, not a byte on it")
    func pipe() throws {
        let run = try PlayerRun(
            ["--end=0.2", counter], script: "\"$0\" \"$@\" </dev/null | cat > \"$HOME/out\"; exit ${PIPESTATUS[0]}")
        try expect(run.waitForExit(), is: .code(0))
        expect(run.text(of: "out"), is: "")
        #expect(run.errors.contains("standard output is not a terminal"))
        expect(run.terminal.output, is: [])
    }

    @Test("UI-34: a terminal that cannot place its cursor: a message, the sound, no escapes")
    func noScreen() throws {
        let run = try PlayerRun(["--end=0.2", counter], environment: ["TERM": "dumb"])
        try expect(run.waitForExit(), is: .code(0))
        expect(run.terminal.output, is: [])
        #expect(run.errors.hasPrefix("tvplay: the terminal dumb cannot position the cursor: playing the sound only."))
        #expect(run.terminal.isCooked)
    }
}
