import ClassKeeper
import Classes
import ClassroomHarness
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// A tmux server with one shell, found by TMUX_TMPDIR.
private final class Tmux {
    static let path = "/usr/bin/tmux"
    let folder: URL

    init() throws {
        folder = try BuiltProgram.temporaryFolder()
        try run(
            "-f", "/dev/null", "new-session", "-d", "-x", "60", "-y", "10", "-s", "lesson", "env PS1='shell> ' sh")
    }

    deinit {
        try? run("kill-server")
        BuiltProgram.remove(folder)
    }

    func run(_ words: String...) throws {
        // The server of tmux keeps running, and must not inherit the pipe for which Foundation's Process waits.
        _ = try ProgramRun.run(
            ["env", "-u", "TMUX", "TMUX_TMPDIR=" + folder.path, "LANG=C.UTF-8", Self.path] + words,
            limits: ProgramRun.Limits(time: .seconds(60), outputBytes: 64 << 10), cancel: CancelToken())
    }

    func type(_ text: String) throws { try run("send-keys", "-t", "lesson", text, "Enter") }
}

/// Tests of the built program with a real XMPP server and a real tmux.
@Suite(
    "A shared terminal", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: Tmux.path), "tmux is not installed: Scripts/install-deps test")
)
struct SharedTerminalRunTests {
    @Test(
        "LIVE-39: a shared pane of tmux is shown to the class as text with its history until sharing ends"
    )
    func sharing() throws {
        let (classroom, tmux) = (try LiveClassroom(), try Tmux())
        let teacher = try PlayerRun(
            [
                "class", "--name=Wang", "--auto-start", "--share=terminal:lesson", try classroom.link(.teacher),
            ], columns: 120, rows: 36, environment: ["TMUX_TMPDIR": tmux.folder.path])
        try teacher.wait(for: "the header") { $0.text.contains("you share a terminal") }
        let anna = try PlayerRun(["class", "--name=Anna", try classroom.link(.student)], columns: 120, rows: 36)
        try anna.wait(for: "the prompt") { $0.text.contains("Terminal of Wang") && $0.text.contains("shell>") }
        try tmux.type("seq 1 30; printf '\\033[1;31mred alert\\033[0m\\n'")
        try anna.wait(for: "the output") { $0.text.contains("red alert") && $0.text.contains("28") }
        // Scroll back to lines that have left the terminal's ten rows.
        anna.type("Y")
        for _ in 0..<30 { anna.type("k") }
        try anna.wait(for: "the first lines") { $0.text.contains("lines back") && $0.text.contains("seq 1 30") }
        anna.type("G")
        try anna.wait(for: "the end") { !$0.text.contains("lines back") && $0.text.contains("red alert") }
        teacher.type(":share off\r")
        try anna.wait(for: "the end") { !$0.text.contains("Terminal of Wang") }
        // An unknown pane is reported.
        teacher.type(":share terminal nothing\r")
        try teacher.wait(for: "the reason") { $0.text.contains("The terminal is not shared") }
        let state = try #require(try classroom.working.state(of: LiveClassroom.name))
        expect(state.state.terminal.shared, is: nil)
    }
}
