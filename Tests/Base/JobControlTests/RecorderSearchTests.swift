import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@testable import JobControl

@Suite("Programs that record terminals")
struct RecorderSearchTests {
    private func recorder(_ ancestors: [[String]]) -> String? {
        RecorderSearch.recorder(
            of: 100, parent: { $0 > 100 - Int32(ancestors.count) ? $0 - 1 : 1 },
            words: { ancestors[Int(99 - $0)] })
    }

    @Test("ROOM-43: a recorder among the ancestors is found by its name or its path; others are nothing")
    func search() {
        #expect(
            recorder([["bash"], ["asciinema", "/usr/bin/python3", "/usr/bin/asciinema"], ["bash"]]) == "asciinema")
        #expect(recorder([["bash"], ["python3", "python3", "/opt/bin/termtosvg"]]) == "termtosvg")
        #expect(recorder([["bash"], ["script"]]) == "script")
        #expect(recorder([["bash"], ["sshd"], ["systemd"]]) == nil)
        #expect(recorder([["scripts"], ["description"]]) == nil)
        #expect(recorder([]) == nil)
    }

    @Test("what tmux tells of its clients: a pipe, and processes; anything else is nothing")
    func clients() {
        #expect(TmuxClients(Array("0\n".utf8)) == TmuxClients(isPiped: false, []))
        #expect(TmuxClients(Array("1\n\n4711\n-3\nx\n".utf8)) == TmuxClients(isPiped: true, [4711]))
        #expect(TmuxClients(Array("no server running\n".utf8)) == nil)
        #expect(TmuxClients([]) == nil)
        #expect(TmuxClients(Array("1\n".utf8))?.recorder == "tmux pipe-pane")
    }

    @Test(
        "ROOM-43: a recorder is found that records a client of tmux, and a pipe of the pane",
        .enabled(if: ["tmux", "script"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }))
    func throughTmux() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let tmux = ["tmux", "-S", folder.path + "/tmux", "-f", "/dev/null"]
        func run(_ words: [String]) throws -> ProgramRun.Result {
            try ProgramRun.run(
                words, limits: ProgramRun.Limits(time: Patience.limit, outputBytes: 1 << 16), cancel: CancelToken())
        }
        #expect(try run(tmux + ["new-session", "-d", "exec sleep 1000"]).status == 0)
        defer { _ = try? run(tmux + ["kill-server"]) }
        func recorder() -> String? { TmuxClients.ask(tmux, pane: "%0")?.recorder }
        #expect(TmuxClients.ask(tmux, pane: "%0") == TmuxClients(isPiped: false, []))
        var launch = ProgramLaunch([
            "script", "-qc", "TERM=xterm " + (tmux + ["attach"]).joined(separator: " "), "/dev/null",
        ])
        launch.place = .ownSession
        let script = try launch.start()
        defer { script.killGroup() }
        #expect(eventually { recorder() == "script" })
        #expect(try run(tmux + ["pipe-pane", "-t", "%0", "cat >/dev/null"]).status == 0)
        #expect(recorder() == "tmux pipe-pane")
    }

    @Test("ROOM-43: ancestors without end end the search")
    func endless() {
        #expect(RecorderSearch.recorder(of: 7, parent: { _ in 7 }, words: { _ in ["bash"] }) == nil)
    }
}
