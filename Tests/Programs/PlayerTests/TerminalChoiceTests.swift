import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

@Suite("The player's terminal", .serialized) struct TerminalChoiceTests {
    @Test(
        "if standard output is redirected, the picture is shown on the terminal, and keys are read from it",
        arguments: [
            #""$0" "$@" | cat"#, #"x=$("$0" "$@")"#, #""$0" "$@" >/dev/null"#,
            #"cat </dev/null | "$0" "$@" >/dev/null"#,
        ])
    func outputElsewhere(command: String) throws {
        let job = try JobRun(
            script: "exec 2>/dev/tty; " + command + "; echo \"status $?\"; read -r line", playsOn: false)
        try job.waitForPicture()
        try job.waitForPictures(2)
        job.run.type("q")
        try job.wait(forText: "status 0")
        job.run.expectTerminalIsRestored()
    }

    @Test("a player without standard streams on a terminal leaves the terminal alone")
    func unattended() throws {
        let job = try JobRun(
            script: #""$0" "$@" </dev/null >/dev/null 2>&1; echo "status $?"; read -r line"#, playsOn: false)
        try job.run.wait(for: "the socket") { _ in job.position != nil }
        try job.waitForProgress(0.2)
        #expect(!job.terminal.screen.modes.contains(1049))
        #expect(job.terminal.isCooked)
        kill(try job.process("tvplay-player"), SIGTERM)
        try job.wait(forText: "status 4")
    }

    @Test("standard error leads to /dev/null while the screen is shown, and back to the terminal after Ctrl-Z")
    func standardError() throws {
        let job = try JobRun(script: "exec 2>/dev/tty; set -m; \"$0\" \"$@\"; read -r line; fg; echo \"status $?\"")
        func errors(_ process: pid_t) -> String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/2")
        }
        try job.waitForPicture()
        let player = try job.process("tvplay-player")
        expect(errors(player), is: "/dev/null")
        job.run.type(Keys.control("z"))
        try job.waitForShell()
        #expect(eventually { errors(player)?.hasPrefix("/dev/pts/") == true || errors(player) == "/dev/tty" })
        job.run.type("\n")
        try job.waitForPicture()
        expect(errors(player), is: "/dev/null")
        job.run.type("q")
        try job.wait(forText: "status 0")
    }

    @Test("a player whose parent has ended ends when its terminal closes", arguments: [[], ["--idle"]])
    func orphan(options: [String]) throws {
        let job = try JobRun(
            options,
            script:
                #"exec 2>/dev/tty; set -m; bash -c '"$0" "$@"; exit $?' "$0" "$@"; read -r line; echo back; read -r line"#,
            playsOn: false)
        try job.waitForPicture()
        let (front, player) = (try job.process("tvplay"), try job.process("tvplay-player"))
        let parent = try #require(PlayerRun.parent(of: front))
        kill(parent, SIGKILL)
        // The shell's message may be on the player's screen, which the player restores once it notices.
        try job.waitForShell()
        job.run.type("\n")
        try job.wait(forText: "back")
        job.run.terminal.hangUp()
        #expect(eventually { kill(player, 0) != 0 })
        #expect(eventually { kill(front, 0) != 0 })
    }
}
