import Foundation
import Processes
import TestSupport
import Testing

@Suite(.serialized)
struct RemoteTests {
    private func remote(_ words: String..., runtime: String) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["remote"] + words,
            environment: ["XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8"])
    }

    @Test("ARCH-33: another session pauses, resumes, queries, advances and quits the player")
    func commands() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        let nobody = try remote("pause", runtime: folder.path)
        expect(nobody.status, is: 1)
        #expect(nobody.errors.contains("No player is listening. Start one with"))
        // The shell keeps running: the player is its job, and its process differs from its front.
        let run = try PlayerRun(
            [
                "--background-audio", "--remote-control", "--loop-playlist=inf", "--loop-file=inf",
                Fixtures.path("counter.mp4"), Fixtures.path("counter.mkv"),
            ], environment: ["XDG_RUNTIME_DIR": folder.path])
        try run.waitForPictures(2)
        try expect(remote("pause", runtime: folder.path).status, is: 0)
        try expect(remote("get", "pause", runtime: folder.path).output, is: "true\n")
        try expect(remote("play-pause", runtime: folder.path).status, is: 0)
        try expect(remote("get", "pause", runtime: folder.path).output, is: "false\n")
        try expect(remote("next", runtime: folder.path).status, is: 0)
        try expect(remote("get", "playlist-pos", runtime: folder.path).output, is: "1\n")
        try expect(remote("seek", "-1", "exact", runtime: folder.path).errors, is: "")
        let wrong = try remote("get", "no-such", runtime: folder.path)
        expect(wrong.status, is: 1)
        #expect(wrong.errors.contains("property not found"))
        try expect(remote("quit", runtime: folder.path).status, is: 0)
        try expect(run.waitForExit(), is: .code(0))
        run.expectTerminalIsRestored()
        try expect(remote("pause", runtime: folder.path).status, is: 1)
    }
}
