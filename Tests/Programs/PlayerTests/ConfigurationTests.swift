import Foundation
import Processes
import TestSupport
import Testing

@Suite("Configuration and remote control", .serialized)
struct ConfigurationTests {
    /// Makes a folder for `--config-dir` with these files.
    private func withFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try body(folder)
    }

    @Test("tvplay.conf and input.conf of the home apply, and a custom key controls the real player")
    func files() throws {
        try withFolder(["tvplay.conf": "pause\nstart=2\n", "input.conf": "x no-osd seek 1 absolute+exact\n"]) {
            folder in
            let run = try PlayerRun([Fixtures.path("counter.mp4")], environment: ["TVPLAY_HOME": folder.path])
            let first = try run.waitForPicture()
            run.type("x")
            try run.wait(for: "the place of the bound key") { ($0.counter ?? first) < first }
            try run.quit()
        }
    }

    @Test("a mistake in tvplay.conf is reported with its line before playback, but commands that do not need it run")
    func mistake() throws {
        try withFolder(["tvplay.conf": "mute\nvolum=3\n"]) { folder in
            let outcome = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), ["--config-dir=" + folder.path, Fixtures.path("counter.mp4")])
            expect(outcome.status, is: 1)
            let words = "/tvplay.conf:2: Unknown option volum."
            #expect(outcome.errors.contains(words + " Did you mean volume?"))
            for command in [["positions"], ["history"], ["probe", Fixtures.path("counter.mp4")]] {
                let unneeded = try BuiltProgram.run(
                    BuiltProgram.path("tvplay"), command, environment: ["TVPLAY_HOME": folder.path, "LANG": "C.UTF-8"])
                expect(unneeded.status, is: 0)
                expect(unneeded.errors.ranges(of: words).count, is: 1)
                expect(unneeded.output.contains("Counter"), is: (command.count > 1))
            }
        }
    }

    @Test("mistakes in input.conf are reported on standard error and on the screen, and other lines apply")
    func keyMistakes() throws {
        try withFolder(["input.conf": "BOGUS quit\nx quit 5\n"]) { folder in
            let run = try PlayerRun(["--config-dir=" + folder.path, Fixtures.path("counter.mp4")])
            try run.wait(for: "the mistake on the screen") { $0.text.contains("Unknown key: BOGUS") }
            run.type("x")
            try expect(run.waitForExit(), is: .code(5))
            #expect(run.errors.contains("/input.conf:1: Unknown key: BOGUS"))
        }
    }

    @Test("--list-keys and --profile=help print the contents of the files")
    func lists() throws {
        try withFolder(["tvplay.conf": "[night]\nprofile-desc=quiet\nvolume=20\n", "input.conf": "x quit\n"]) {
            folder in
            let keys = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), ["--list-keys", "--config-dir=" + folder.path])
            expect(keys.status, is: 0)
            #expect(keys.output.firstMatch(of: /^Your own keys \(input.conf\):\n  x +quit\n/) != nil)
            let profiles = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), ["--profile=help", "--config-dir=" + folder.path])
            expect(profiles.status, is: 0)
            #expect(profiles.output.contains("night"))
            #expect(profiles.output.contains("quiet"))
        }
    }

    private static let hasMPV = Tool.isThere("mpv") && Tool.isThere("python3")
    private static let isKnownMPV =
        !hasMPV || (try? BuiltProgram.run("/usr/bin/env", ["mpv", "--version"]))?.output.hasPrefix("mpv 0.35.") == true

    @Test(
        "the socket answers as mpv's, and docs/guide/mpv-socket.md names every difference",
        .enabled(if: hasMPV, "needs mpv and python3 (Scripts/install-deps test)"),
        .enabled(if: isKnownMPV, "mpv here is not 0.35: other versions have other names and values"))
    func protocolOfMPV() throws {
        let script = Checkout.folder.appendingPathComponent("Tests/Control/IPC/compare.py")
        let outcome = try BuiltProgram.run(
            "/usr/bin/env", ["python3", script.path, BuiltProgram.path("tvplay"), Fixtures.path("counter.mp4")])
        expect(outcome.status, is: 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(
        "with --background-audio --hangup=continue the sound continues after the terminal is closed, until quit",
        .enabled(if: Tool.isThere("python3"), "needs python3 (Scripts/install-deps test)"))
    func hangUp() throws {
        try withFolder([:]) { folder in
            let socket = folder.path + "/s"
            let run = try PlayerRun([
                "--background-audio", "--hangup=continue", "--loop", "--input-ipc-server=" + socket,
                Fixtures.path("counter.mp4"),
            ])
            try run.waitForPicture()
            run.terminal.hangUp()
            let script = """
                import json, socket, sys
                s = socket.socket(socket.AF_UNIX); s.settimeout(20); s.connect(sys.argv[1])
                lines = s.makefile()
                def ask(*words):
                    s.sendall(json.dumps({"command": words, "request_id": 7}).encode() + b"\\n")
                    for line in lines:
                        if json.loads(line).get("request_id") == 7: return json.loads(line)
                def position(): return ask("get_property", "time-pos")["data"]
                first = position()
                while not first + 0.5 < position() < first + 5: first = min(first, position())
                print(ask("get_property", "pause")["data"])
                ask("quit", 6)
                """
            let outcome = try BuiltProgram.run("/usr/bin/env", ["python3", "-c", script, socket])
            expect(outcome.output, is: "False\n", "\(outcome.errors)")
            try expect(run.waitForExit(), is: .code(6))
        }
    }

    private static let hasBus = Tool.isThere("dbus-run-session") && Tool.isThere("playerctl")

    /// Returns a script that runs the program in a session bus of its own, and `body` beside it, with `playerctl` bound
    /// to it.
    private func busScript(_ body: String) -> String {
        """
        exec dbus-run-session -- bash -c '
            control() { playerctl --player=tvplay "$@"; }
            until_is() { for i in $(seq 200); do [ "$(control "${@:2}" 2>/dev/null)" = "$1" ] && return; sleep 0.1; done; echo "never $*" >&2; }
            ( exec >"$OUT" 2>&1 </dev/null
        \(body)
            ) &
            "$0" "$@"; status=$?; wait; exit $status' "$0" "$@"
        """
    }

    @Test(
        "PLAY-21, PLAY-22: commands of media keys reach the player, and its state reaches the desktop",
        .enabled(if: hasBus, "needs dbus-run-session and playerctl (Scripts/install-deps test)"))
    func mpris() throws {
        try withFolder([:]) { folder in
            let out = folder.appendingPathComponent("out")
            let script = busScript(
                """
                        until_is Playing status
                        control pause; until_is Paused status; control status
                        control metadata mpris:artUrl; control metadata xesam:url; control metadata mpris:length
                        control volume 0.5; until_is 0.500000 volume; control volume
                        control loop Track; until_is Track loop; control loop
                        control position 2; until_is 2.000000 position; control position
                        control position 1-; until_is 1.000000 position; control position
                        control play; until_is Playing status; control status
                        playerctl --list-all
                """)
            let run = try PlayerRun(
                [
                    "--background-audio", "--remote-control", "--remote-control-image=/tmp/a b.png", "--loop",
                    Fixtures.path("counter.mp4"),
                ], environment: ["OUT": out.path], script: script)
            try run.wait(for: "the script's last word") { _ in
                // It is a line of its own, because the path of the clip may contain the word, too.
                (try? String(contentsOf: out, encoding: .utf8))?.split(separator: "\n").contains {
                    $0.hasPrefix("tvplay")
                } == true
            }
            let text = try String(contentsOf: out, encoding: .utf8)
            let lines = text.split(separator: "\n").map(String.init)
            expect(lines.first, is: "Paused", "\(text)")
            #expect(lines.dropFirst().first == "file:///tmp/a%20b.png")
            #expect(lines.contains { $0.hasPrefix("file:///") && $0.hasSuffix("/counter.mp4") })
            #expect(lines.contains("0.500000"))
            #expect(lines.contains("Track"))
            #expect(lines.contains("2.000000"))
            #expect(lines.contains("1.000000"))
            #expect(lines.contains("Playing"))
            #expect(!text.contains("never"))
            run.type("q")
            try expect(run.waitForExit(), is: .code(0))
        }
    }

    @Test(
        "PLAY-22: the desktop gets the item's own cover as a file in the user's cache, and none for an item without a cover",
        .enabled(if: hasBus, "needs dbus-run-session and playerctl (Scripts/install-deps test)"))
    func cover() throws {
        try withFolder([:]) { folder in
            let out = folder.appendingPathComponent("out")
            let script = busScript(
                """
                        until_is Playing status
                        until [ -n "$(control metadata mpris:artUrl 2>/dev/null)" ]; do sleep 0.1; done
                        control metadata mpris:artUrl
                        control next; until_is Counter metadata xesam:title
                        echo "[$(control metadata mpris:artUrl 2>/dev/null)]"; echo end
                """)
            let run = try PlayerRun(
                [
                    "--background-audio", "--remote-control", "--loop", Fixtures.path("cover.mp3"),
                    Fixtures.path("counter.mp4"),
                ], environment: ["OUT": out.path], script: script)
            try run.wait(for: "the script's last word") { _ in
                (try? String(contentsOf: out, encoding: .utf8))?.contains("end") == true
            }
            let lines = try String(contentsOf: out, encoding: .utf8).split(separator: "\n").map(String.init)
            let place = "file://" + run.folder.path + "/.cache/tvplay/covers/"
            let art = try #require(lines.first)
            #expect(art.hasPrefix(place), "\(lines)")
            #expect(art.hasSuffix(".jpg"), "\(lines)")
            expect(lines.dropFirst().first, is: "[]", "\(lines)")
            let file = FileManager.default.contents(atPath: String(art.dropFirst("file://".count)))
            expect(file?.prefix(2), is: Data([0xFF, 0xD8]))
            try run.quit()
        }
    }

    @Test(
        "PLAY-21: without both options no player is on the bus",
        .enabled(if: hasBus, "needs dbus-run-session and playerctl (Scripts/install-deps test)"))
    func noMPRIS() throws {
        try withFolder([:]) { folder in
            let out = folder.appendingPathComponent("out")
            let script = busScript(
                """
                        until [ -S "$SOCKET" ]; do sleep 0.1; done
                        playerctl --list-all; echo end
                """)
            let run = try PlayerRun(
                ["--remote-control", "--input-ipc-server=" + folder.path + "/s", Fixtures.path("counter.mp4")],
                environment: ["OUT": out.path, "SOCKET": folder.path + "/s"], script: script)
            try run.waitForPicture()
            try run.wait(for: "the list of players") { _ in
                (try? String(contentsOf: out, encoding: .utf8))?.contains("end") == true
            }
            #expect(try !String(contentsOf: out, encoding: .utf8).contains("tvplay"))
            run.type("q")
            try expect(run.waitForExit(), is: .code(0))
        }
    }

    @Test("PLAY-21: without a bus everything else works, without a message")
    func noBus() throws {
        let run = try PlayerRun(
            ["--background-audio", "--remote-control", Fixtures.path("counter.mp4")],
            environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        try run.waitForPicture()
        try run.quit()
        #expect(run.errors.isEmpty)
    }
}

/// Programs that a test needs and a machine may lack.
enum Tool {
    static func isThere(_ name: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: $0 + "/" + name)
        }
    }
}
