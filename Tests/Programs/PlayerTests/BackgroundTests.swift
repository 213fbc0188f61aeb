import CPlatform
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@Suite("Playback after Ctrl-Z", .serialized) struct BackgroundTests {
    @Test(
        "PLAY-14, ARCH-32: Ctrl-Z returns a restored terminal to the shell while the sound continues, and fg shows the current picture"
    )
    func suspendAndReturn() throws {
        let job = try JobRun()
        try job.waitForPicture()
        try job.suspend()
        #expect(!job.terminal.screen.modes.contains(1049))
        let written = job.terminal.output.count
        try job.waitForProgress(0.5)
        try expect(job.state(of: try job.process("tvplay")), is: "T")
        expect(job.property("pause"), is: "false")
        // No byte is written while the shell has the terminal, even when the window is enlarged.
        job.terminal.resize(columns: 160, rows: 45)
        try job.waitForProgress(0.3)
        expect(job.terminal.output.count, is: written)
        let position = try #require(job.position)
        job.run.type("fg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPicture()
        #expect(!job.terminal.isCooked)
        let shown = Double(try job.run.waitForPicture()) / 25
        #expect(JobRun.isBetween(shown - position, -0.08, 5))
        job.run.type("q")
        try job.wait(forText: "ended 0")
        job.run.expectTerminalIsRestored()
    }

    @Test("ADV-52: with --background-decode a client gets current pictures after Ctrl-Z, and fg resumes the screen")
    func decodesAfterSuspension() throws {
        let job = try JobRun(["--background-decode"])
        try job.waitForPicture()
        try job.suspend()
        let written = job.terminal.output.count
        let client = try job.makeClient()
        let first = try job.run.screenshot(1, client)
        try job.waitForProgress(0.5)
        let second = try job.run.screenshot(2, client)
        #expect(first != second)
        expect(job.property("vid"), is: "1")
        expect(job.terminal.output.count, is: written)
        job.run.type("fg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPictures(2)
        job.run.type("q")
        try job.wait(forText: "ended 0")
        job.run.expectTerminalIsRestored()
    }

    @Test("ADV-52: without --background-decode no picture is decoded after Ctrl-Z, and a screenshot fails")
    func decodesNothing() throws {
        let job = try JobRun()
        try job.waitForPicture()
        try job.suspend()
        let client = try job.makeClient()
        try job.waitForProgress(0.5)
        let answer = try client.ask(#"["screenshot"]"#)["error"] as? String
        expect(answer, is: "error running command")
        try job.waitForProgress(0.5)
        let picture = job.run.folder.appendingPathComponent("counter-0001.png").path
        #expect(!FileManager.default.fileExists(atPath: picture))
        job.run.type("fg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPictures(2)
        job.run.type("q")
        try job.wait(forText: "ended 0")
        job.run.expectTerminalIsRestored()
    }

    @Test("ADV-52: with --background-decode a client gets current pictures after the terminal is closed")
    func decodesAfterHangUp() throws {
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun([
            "--background-audio", "--background-decode", "--hangup=continue", "--loop-file=inf", "--no-resume",
            "--input-ipc-server=" + name, Fixtures.path("counter.mp4"),
        ])
        try run.waitForPicture()
        run.terminal.hangUp()
        let client = try SocketClient(name)
        let first = try run.screenshot(1, client)
        let start = try #require(try client.get("time-pos") as? Double)
        try run.wait(for: "half a second") { _ in
            ((try? client.get("time-pos")) as? Double).map { JobRun.isBetween($0 - start, 0.5, 5) } ?? false
        }
        #expect(try run.screenshot(2, client) != first)
        client.send(#"["quit"]"#)
        try expect(run.waitForExit(), is: .code(0))
    }

    @Test("PLAY-14: the list plays to its end while the job is stopped, and then the job ends by itself")
    func endsInTheBackground() throws {
        let job = try JobRun(["--end=6", "--loop-file=no"])
        try job.waitForPicture()
        try job.suspend()
        try job.waitForEnd(of: "tvplay")
        job.run.expectTerminalIsRestored()
    }

    @Test("PLAY-14: after bg the job stops again while the sound continues, and fg restores the screen")
    func bg() throws {
        let job = try JobRun()
        try job.waitForPicture()
        try job.suspend()
        job.run.type("bg >/dev/null\n")
        try job.waitForProgress(0.3)
        let front = try job.process("tvplay")
        #expect(job.terminal.wait { _ in job.state(of: front) == "T" })
        #expect(!job.terminal.screen.modes.contains(1049))
        job.run.type("fg >/dev/null\n")
        try job.waitForPicture()
        try job.waitForPictures(2)
        // Again, to check that no state of the first time is left.
        job.run.type(Keys.control("z"))
        try job.waitForShell()
        try job.waitForProgress(0.2)
        job.run.type("fg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPicture()
        job.run.type("q")
        try job.wait(forText: "ended 0")
        job.run.expectTerminalIsRestored()
    }

    @Test(
        "without the option Ctrl-Z stops both front and player, and fg restores the screen"
    )
    func without() throws {
        let job = try JobRun(playsOn: false)
        try job.waitForPicture()
        let (front, player) = (try job.process("tvplay"), try job.process("tvplay-player"))
        try job.suspend()
        #expect(job.terminal.wait { _ in job.state(of: player) == "T" && job.state(of: front) == "T" })
        // The shell has the terminal, so the program is not notified.
        job.terminal.resize(columns: 160, rows: 45)
        job.run.type("fg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPicture()
        #expect(!job.terminal.isCooked)
        try job.waitForPictures(2)
        job.run.type("q")
        try job.wait(forText: "ended 0")
        job.run.expectTerminalIsRestored()
    }

    @Test(
        "the front ends with its player's status, also after a signal or a crash, with the terminal restored",
        arguments: [true, false])
    func statuses(playsOn: Bool) throws {
        for (number, status) in [(SIGINT, 4), (SIGKILL, 137), (SIGSEGV, 139)] {
            let job = try JobRun(playsOn: playsOn)
            try job.waitForPicture()
            kill(try job.process("tvplay-player"), number)
            try job.wait(forText: "status \(status)")
            job.run.expectTerminalIsRestored()
            #expect(job.processes("tvplay").isEmpty)
        }
    }

    @Test(
        "PLAY-14: signals to the front end the player in order", arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
    func signalsToTheFront(number: Int32) throws {
        let job = try JobRun()
        try job.waitForPicture()
        kill(try job.process("tvplay"), number)
        try job.wait(forText: "status 4")
        job.run.expectTerminalIsRestored()
    }

    @Test("SIGTSTP from another process acts like Ctrl-Z")
    func stopFromOutside() throws {
        let job = try JobRun()
        try job.waitForPicture()
        kill(try job.process("tvplay"), SIGTSTP)
        try job.wait(forText: "status 148")
        job.run.expectTerminalIsRestored()
        try job.waitForProgress(0.2)
        try job.end(with: 4)
    }

    @Test(
        "if the front is killed, the player ends in order and the terminal is restored, also in the background"
    )
    func frontIsKilled() throws {
        let job = try JobRun()
        try job.waitForPicture()
        kill(try job.process("tvplay"), SIGKILL)
        // The shell's message about it may be on the player's screen, which disappears with the player.
        try job.waitForEnd(of: "tvplay")
        try job.waitForEnd(of: "tvplay-player")
        try job.waitForShell()
        // Answers to the player's last queries may precede it.
        job.run.type("\necho still here\n")
        try job.wait(forText: "still here")
        job.run.expectTerminalIsRestored()

        let other = try JobRun()
        try other.waitForPicture()
        try other.suspend()
        kill(try other.process("tvplay"), SIGKILL)
        try other.waitForEnd(of: "tvplay-player")
        other.run.expectTerminalIsRestored()
    }

    @Test("if the player is killed in the background, the job ends")
    func playerIsKilled() throws {
        let job = try JobRun()
        try job.waitForPicture()
        try job.suspend()
        let front = try job.process("tvplay")
        kill(try job.process("tvplay-player"), SIGKILL)
        // Once the front no longer exists, the shell has been notified of its end.
        #expect(job.terminal.wait { _ in kill(front, 0) != 0 })
        job.run.type("wait\n")
        try job.wait(forText: "Killed")
        job.run.expectTerminalIsRestored()
    }

    @Test("after kill -STOP of the front, the shell has a restored terminal, the sound continues, and fg resumes")
    func frontIsStopped() throws {
        let job = try JobRun()
        try job.waitForPicture()
        kill(try job.process("tvplay"), SIGSTOP)
        try job.waitForShell()
        try job.waitForProgress(0.2)
        // Answers to the player's last queries may precede it.
        job.run.type("\nfg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPicture()
        try job.waitForPictures(2)
        job.run.type("q")
        try job.wait(forText: "ended 0")
        job.run.expectTerminalIsRestored()
    }

    @Test("after kill -STOP of the player, the job stops with the terminal restored, and fg resumes")
    func playerIsStopped() throws {
        let job = try JobRun()
        try job.waitForPicture()
        kill(try job.process("tvplay-player"), SIGSTOP)
        try job.wait(forText: "status 148")
        job.run.expectTerminalIsRestored()
        job.run.type("\nfg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPicture()
        try job.waitForPictures(2)
        job.run.type("q")
        try job.wait(forText: "ended 0")
        job.run.expectTerminalIsRestored()
    }

    @Test("a player stopped by a signal still ends when its job is ended")
    func stoppedPlayerEnds() throws {
        let job = try JobRun()
        try job.waitForPicture()
        kill(try job.process("tvplay-player"), SIGSTOP)
        try job.wait(forText: "status 148")
        // Answers to the stopped player's last queries may precede the shell's next line.
        job.run.type("\n")
        try job.end(with: 4)
        try job.waitForEnd(of: "tvplay-player")
        job.run.expectTerminalIsRestored()
    }

    @Test("Ctrl-Z does not stop the job if no shell could continue it", arguments: [true, false])
    func noJobControl(isWrapped: Bool) throws {
        let job = try JobRun(script: isWrapped ? "\"$0\" \"$@\"; exit $?" : "exec \"$0\" \"$@\"")
        try job.waitForPicture()
        job.run.type(Keys.control("z"))
        try job.waitForPictures(5)
        try job.run.quit()
    }

    @Test(
        "under a parent without job control the player is in its group, and any end restores the terminal",
        arguments: [(SIGKILL, 137), (SIGSEGV, 139), (SIGINT, 4)])
    func parentWithoutJobControl(number: Int32, status: Int) throws {
        let script = #"exec 2>/dev/tty; "$0" "$@"; echo "status $?"; read -r line; echo "read $line"; read -r line"#
        let job = try JobRun(script: script, playsOn: false)
        try job.waitForPicture()
        let (front, player) = (try job.process("tvplay"), try job.process("tvplay-player"))
        expect(getpgid(player), is: getpgid(front))
        expect(getpgid(front), is: getpgid(getsid(front)))
        kill(player, number)
        try job.wait(forText: "status \(status)")
        job.run.expectTerminalIsRestored()
        // The parent still has the keyboard. Answers to the player's last queries may precede the line.
        job.run.type("\n")
        try job.wait(forText: "read")
    }

    @Test("Ctrl-C under a parent in the same group ends the player in order, and interrupts the parent once")
    func interruptedParent() throws {
        let script = "trap 'echo interrupted' INT; exec 2>/dev/tty; \"$0\" \"$@\"; echo \"status $?\"; read -r line"
        let job = try JobRun(script: script, playsOn: false)
        try job.waitForPicture()
        job.run.type(Keys.control("c"))
        try job.wait(forText: "status 4")
        #expect(job.terminal.screen.text.contains("interrupted"))
        job.run.expectTerminalIsRestored()
    }

    @Test("if the shell ends while the job is stopped, front and player end, too")
    func shellEnds() throws {
        let job = try JobRun()
        try job.waitForPicture()
        try job.suspend()
        job.run.type("exit\n")
        _ = try job.run.waitForExit()
        #expect(eventually { job.processes("tvplay").isEmpty })
        #expect(eventually { job.processes("tvplay-player").isEmpty })
    }

    @Test(
        "a script or timeout around the program stops and continues with it, and gets its status",
        arguments: [
            "sh -c '\"$0\" \"$@\"; exit $?' \"$0\" \"$@\"", "timeout 100 \"$0\" \"$@\"",
            "bash -c 'trap : INT; \"$0\" \"$@\"; read -r x; echo \"read $x\"; exit 7' \"$0\" \"$@\"",
        ])
    func wrapped(command: String) throws {
        let job = try JobRun(script: JobRun.shell.replacingOccurrences(of: "\"$0\" \"$@\";", with: command + ";"))
        try job.waitForPicture()
        try job.suspend()
        try job.waitForProgress(0.3)
        job.run.type("fg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPicture()
        try job.waitForPictures(2)
        job.run.type("q")
        guard command.hasPrefix("bash") else { return try job.wait(forText: "ended 0") }
        // The rest of the script has the keyboard.
        try job.waitForShell()
        job.run.type("line\n")
        try job.wait(forText: "read line")
        try job.wait(forText: "ended 7")
    }

    @Test("in a pipeline the whole job stops at Ctrl-Z, and fg resumes the player")
    func pipeline() throws {
        let job = try JobRun(
            script: JobRun.shell.replacingOccurrences(of: "\"$0\" \"$@\";", with: "cat </dev/null | \"$0\" \"$@\";"))
        try job.waitForPicture()
        job.run.type(Keys.control("z"))
        try job.wait(forText: "status 1")
        try expect(job.state(of: try job.process("tvplay-player")), is: "T")
        job.run.expectTerminalIsRestored()
        job.run.type("fg >/dev/null; echo \"ended $?\"\n")
        try job.waitForPictures(2)
        job.run.type("q")
        try job.wait(forText: "ended 0")
    }

    @Test("PLAY-14: in an interactive bash, Ctrl-Z, jobs and fg work")
    func interactive() throws {
        let job = try JobRun(
            script: "export PS1='ready> '; exec bash --norc --noprofile -i -s -- \"$0\" \"$@\" 2>/dev/tty")
        try job.wait(forText: "ready>")
        job.run.type("\"$@\"\n")
        try job.waitForPicture()
        job.run.type(Keys.control("z"))
        try job.wait(forText: "Stopped")
        try job.waitForProgress(0.3)
        job.run.type("jobs | wc -l; fg; echo \"ended $?\"\n")
        try job.waitForPicture()
        try job.waitForPictures(2)
        job.run.type("q")
        try job.wait(forText: "ended 0")
        job.run.type("exit\n")
        try expect(job.run.waitForExit(), is: .code(0))
    }
}
