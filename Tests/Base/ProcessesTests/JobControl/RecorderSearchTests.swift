import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Processes

@Suite("Programs that record terminals")
struct RecorderSearchTests {
    private func recorder(_ ancestors: [[String]]) -> String? {
        RecorderSearch.recorder(
            of: 100, parent: { $0 > 100 - Int32(ancestors.count) ? $0 - 1 : 1 },
            words: { ancestors[Int(99 - $0)] })
    }

    @Test("ROOM-43: a recorder among the ancestors is found by its name or path, and other programs are not")
    func search() {
        expect(
            recorder([["bash"], ["asciinema", "/usr/bin/python3", "/usr/bin/asciinema"], ["bash"]]), is: "asciinema")
        expect(recorder([["bash"], ["python3", "python3", "/opt/bin/termtosvg"]]), is: "termtosvg")
        expect(recorder([["bash"], ["script"]]), is: "script")
        expect(recorder([["bash"], ["sshd"], ["systemd"]]), is: nil)
        expect(recorder([["scripts"], ["description"]]), is: nil)
        expect(recorder([]), is: nil)
    }

    @Test("tmux's list of clients yields a pipe and processes, and other output is rejected")
    func clients() {
        expect(TmuxClients(Array("0\n".utf8)), is: TmuxClients(isPiped: false, []))
        expect(TmuxClients(Array("1\n\n4711\n-3\nx\n".utf8)), is: TmuxClients(isPiped: true, [4711]))
        expect(TmuxClients(Array("no server running\n".utf8)), is: nil)
        expect(TmuxClients([]), is: nil)
        expect(TmuxClients(Array("1\n".utf8))?.recorder, is: "tmux pipe-pane")
    }

    @Test(
        "ROOM-43: a recorder of a tmux client and a pipe of the pane are found",
        .enabled(if: ["tmux", "script"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }))
    func throughTmux() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let tmux = ["tmux", "-S", folder.path + "/tmux", "-f", "/dev/null"]
        func run(_ words: [String]) throws -> ProgramRun.Result {
            try ProgramRun.run(
                words, limits: ProgramRun.Limits(time: Patience.limit, outputBytes: 1 << 16), cancel: CancelToken())
        }
        try expect(run(tmux + ["new-session", "-d", "exec sleep 1000"]).status, is: 0)
        defer { _ = try? run(tmux + ["kill-server"]) }
        func recorder() -> String? { TmuxClients.ask(tmux, pane: "%0")?.recorder }
        expect(TmuxClients.ask(tmux, pane: "%0"), is: TmuxClients(isPiped: false, []))
        var launch = ProgramLaunch([
            "script", "-qc", "TERM=xterm " + (tmux + ["attach"]).joined(separator: " "), "/dev/null",
        ])
        launch.place = .ownSession
        let script = try launch.start()
        defer { script.killGroup() }
        #expect(eventually { recorder() == "script" })
        try expect(run(tmux + ["pipe-pane", "-t", "%0", "cat >/dev/null"]).status, is: 0)
        expect(recorder(), is: "tmux pipe-pane")
    }

    @Test("ROOM-43: the search ends even if the ancestors never do")
    func endless() {
        expect(RecorderSearch.recorder(of: 7, parent: { _ in 7 }, words: { _ in ["bash"] }), is: nil)
    }
}
