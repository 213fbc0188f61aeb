import Foundation
import Processes
import TestSupport
import Testing

/// Tests of films on SFTP servers, played and described by the built program.
@Suite(
    "File servers", .timeLimit(.minutes(10)),
    .enabled(if: SFTPServer.isPresent, Comment(rawValue: SFTPServer.absentReason)))
struct FileServerRunTests {
    private func home(_ server: SFTPServer) -> String {
        URL(fileURLWithPath: server.sshFolder).deletingLastPathComponent().path
    }

    private func address(_ server: SFTPServer, _ name: String) -> String {
        "sftp://127.0.0.1:\(server.port)\(Fixtures.path(name))"
    }

    @Test("a film on an SFTP server plays with the user's keys, and seeks")
    func playing() throws {
        let server = try SFTPServer()
        let run = try PlayerRun(
            ["--start=8", "--end=9", address(server, "counter.mp4")], environment: ["HOME": home(server)])
        try expect(run.waitForExit(), is: .code(0))
    }

    @Test("probe describes a film on an SFTP server, and names the reason if the server's key is unknown")
    func probe() throws {
        let server = try SFTPServer()
        func probe() throws -> BuiltProgram.Outcome {
            try BuiltProgram.run(
                BuiltProgram.path("tvplay"), ["probe", address(server, "counter.mp4")],
                environment: ["LANG": "C.UTF-8", "HOME": home(server)])
        }
        #expect(try probe().output.contains("  title: Counter"))
        try FileManager.default.removeItem(atPath: server.sshFolder + "/known_hosts")
        let refused = try probe()
        expect(refused.status, is: 2)
        #expect(refused.errors.contains("connect to it with ssh first"))
    }
}
