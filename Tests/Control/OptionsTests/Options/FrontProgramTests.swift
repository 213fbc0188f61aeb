import Foundation
import TestSupport
import Testing

@testable import Options

/// Tests of the executable `tvplay` as a process.
@Suite("FrontProgram")
struct FrontProgramTests {
    /// Creates a folder with the executable and a player that prints its arguments as hexadecimal bytes.
    private func installed(withPlayer: Bool, _ body: (URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let program = folder.appendingPathComponent("tvplay")
        try FileManager.default.copyItem(atPath: BuiltProgram.path("tvplay"), toPath: program.path)
        if withPlayer {
            let player = folder.appendingPathComponent("tvplay-player")
            try "#!/bin/bash\nprintf '%s\\n' \"$@\" | od -An -tx1 | tr -d ' \\n'; exit 3\n"
                .write(to: player, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player.path)
        }
        try body(program)
    }

    @Test("information is printed on standard output without the player")
    func information() throws {
        try installed(withPlayer: false) { program in
            for (option, beginning) in [
                ("--version", "tvplay \(ProgramVersion.number)\n"), ("--help", "tvplay plays"),
                ("help", "tvplay plays"),
                ("--list-options", " --start "), ("--completion=bash", "# bash"), ("--man", ".\\\""),
            ] {
                let outcome = try BuiltProgram.run(program.path, [option])
                expect(outcome.status, is: ExitCode.success.rawValue, "\(option)")
                #expect(outcome.errors.isEmpty, "\(option)")
                #expect(outcome.output.hasPrefix(beginning), "\(option)")
            }
        }
    }

    @Test("mistakes end with status 1 and a message on standard error")
    func mistakes() throws {
        let nothing = try BuiltProgram.run(BuiltProgram.path("tvplay"), [])
        expect(nothing.status, is: 1)
        #expect(nothing.output.isEmpty)
        #expect(nothing.errors.hasPrefix("Usage: tvplay "))
        for (words, answer) in [
            (["pause", "3f"], "tvplay: tvplay pause 3f is now: tvplay downloads pause 3f\n"),
            (["resume"], "tvplay: tvplay resume is now: tvplay positions\n"),
            (["get"], "tvplay: Missing argument: URL...\nUsage: tvplay get URL...\nSee tvplay get --help.\n"),
        ] {
            let outcome = try BuiltProgram.run(BuiltProgram.path("tvplay"), words)
            expect(outcome.status, is: 1)
            #expect(outcome.output.isEmpty)
            expect(outcome.errors, is: answer)
        }
        let nearly = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["downlods"])
        expect(nearly.status, is: 1)
        #expect(nearly.errors.contains("Did you mean tvplay downloads?"))
        let wrong = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["--bogus", "a"])
        expect(wrong.status, is: 1)
        #expect(wrong.output.isEmpty)
        expect(wrong.errors, is: "tvplay: Unknown option --bogus.\nSee tvplay --help.\n")
    }

    @Test("the player is executed with the same arguments, byte for byte, and its exit status is returned")
    func becomesPlayer() throws {
        try installed(withPlayer: true) { program in
            let outcome = try BuiltProgram.run(
                "/bin/bash", ["-c", "exec \"$0\" --mute $'a\\xff b'", program.path])
            expect(outcome.status, is: 3)
            expect(outcome.output, is: "2d2d6d7574650a61ff20620a")
            try expect(BuiltProgram.run(program.path, ["--audio-device=help"]).status, is: 3)
            try expect(BuiltProgram.run(program.path, ["demo"]).status, is: 3)
        }
    }

    @Test("a missing player is reported by name")
    func missingPlayer() throws {
        try installed(withPlayer: false) { program in
            let outcome = try BuiltProgram.run(program.path, ["a.mp4"])
            expect(outcome.status, is: 1)
            #expect(outcome.errors.hasPrefix("tvplay: tvplay-player not found"))
        }
    }

    @Test("a closed pipe is no failure, but a full disk is")
    func output() throws {
        let closed = "trap '' PIPE; \"$0\" --help=all | true; exit ${PIPESTATUS[0]}"
        try expect(BuiltProgram.run("/bin/bash", ["-c", closed, BuiltProgram.path("tvplay")]).status, is: 0)
        let full = try BuiltProgram.run("/bin/bash", ["-c", "\"$0\" --help > /dev/full", BuiltProgram.path("tvplay")])
        expect(full.status, is: 1)
        #expect(full.errors.contains("Cannot write to standard output"))
    }
}
