import CPlatform
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// Tests that every end of the real program restores the terminal and returns the right exit status.
@Suite(.serialized) struct EndingTests {
    private let counter = Fixtures.path("counter.mp4")

    @Test(
        "a termination signal or Ctrl-C restores the terminal and ends with status 4",
        arguments: [SIGTERM, SIGINT, SIGQUIT, SIGHUP, nil])
    func signals(number: Int32?) throws {
        let run = try PlayerRun([counter])
        try run.waitForPicture()
        if let number { run.terminal.signal(number) } else { run.type(Keys.control("c")) }
        try expect(run.waitForExit(), is: .code(4))
        run.expectTerminalIsRestored()
    }

    /// The thread sanitizer (`make tsan` sets the variable) ends the program itself at SIGSEGV and SIGBUS.
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

    @Test("the program ends when the terminal's window is closed")
    func hangUp() throws {
        let run = try PlayerRun([counter])
        try run.waitForPicture()
        run.terminal.hangUp()
        try expect(run.waitForExit(), is: .code(4))
    }

    @Test("the program ends when the terminal is closed, even if SIGHUP is ignored (nohup)")
    func hangUpUnheard() throws {
        let run = try PlayerRun([counter], script: "trap '' HUP; exec \"$0\" \"$@\"")
        try run.waitForPicture()
        run.terminal.hangUp()
        try expect(run.waitForExit(), is: .code(4))
    }

    @Test("after kill -STOP and a continue from another process the screen is redrawn")
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

    @Test("the end of the list leads to status 0")
    func end() throws {
        let run = try PlayerRun(["--end=0.2", counter, Fixtures.path("short-picture.mp4")])
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
        expect(run.errors, is: "")
    }

    @Test("a file name that is not UTF-8 plays, and --really-quiet prints nothing about a missing file")
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
        "PLAY-31: a file that is no film shows the error page and status 2, and control characters of its name are never written"
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

    @Test("with one broken file of several, > continues from its error page, and the status is 3")
    func partly() throws {
        let run = try PlayerRun([Fixtures.path("text.mp4"), "--end=0.2", counter])
        try run.wait(for: "the page") { $0.text.contains("> next") }
        run.type(">")
        try expect(run.waitForExit(), is: .code(3))
        run.expectTerminalIsRestored()
        #expect(run.errors.contains("text.mp4"))
    }

    @Test("PLAY-32: a missing file ends with status 2 and an untouched screen, and the log has the error number")
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

    @Test("- with the terminal as standard input ends with status 1 and a message")
    func terminalAsInput() throws {
        let run = try PlayerRun(["-"])
        try expect(run.waitForExit(), is: .code(1))
        #expect(run.errors.contains("Standard input (-) is a terminal"))
        expect(run.terminal.output, is: [])
    }

    @Test(
        "q ends the program while a pipe is silent, before its first byte and in the middle of a clip",
        arguments: [true, false])
    func silentPipe(isEmpty: Bool) throws {
        let source = isEmpty ? "sleep 100" : "cat \"$1\"; exec sleep 100"
        // The writer belongs to the same session, so the end of the terminal ends it.
        let run = try PlayerRun(
            [Fixtures.path("counter.ts")], script: "exec \"$0\" --control-bar=always - < <(\(source))")
        try run.wait(for: isEmpty ? "the wait" : "a picture") {
            isEmpty ? $0.text.contains("Loading") : $0.counter ?? 0 > 3
        }
        run.type("q")
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
    }

    @Test("late answers of the terminal do not reach the shell after the player quits")
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

    @Test("UI-34: without a terminal on standard output the sound plays after a message, and no byte is written there")
    func pipe() throws {
        let run = try PlayerRun(
            ["--end=0.2", counter], script: "\"$0\" \"$@\" </dev/null | cat > \"$HOME/out\"; exit ${PIPESTATUS[0]}")
        try expect(run.waitForExit(), is: .code(0))
        expect(run.text(of: "out"), is: "")
        #expect(run.errors.contains("standard output is not a terminal"))
        expect(run.terminal.output, is: [])
    }

    @Test("UI-34: on a terminal that cannot place its cursor the sound plays after a message, without escapes")
    func noScreen() throws {
        let run = try PlayerRun(["--end=0.2", counter], environment: ["TERM": "dumb"])
        try expect(run.waitForExit(), is: .code(0))
        expect(run.terminal.output, is: [])
        #expect(run.errors.hasPrefix("tvplay: the terminal dumb cannot position the cursor: playing the sound only."))
        #expect(run.terminal.isCooked)
    }
}
