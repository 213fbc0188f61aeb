import CPlatform
import Foundation
import TestSupport
import Testing

/// Tests of programs that are started with the player, written for a minimal shell.
struct ScriptTests {
    /// Creates an executable file in a folder and returns its path.
    private func write(_ text: String, to folder: URL, _ name: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent(name).path
        try BuiltProgram.writeScript(text, to: path)
        return path
    }

    /// A script that records its arguments and all messages, sets the volume once the file is loaded, and ends with the
    /// socket.
    private static let follower = """
        trap '' TERM
        exec 4>"$HOME/told"; echo "$1 $$" >&4
        echo '{"command":["observe_property",1,"volume"]}' >&3
        while read -r line <&3; do
            echo "$line" >&4
            case "$line" in *file-loaded*) echo '{"command":["set_property","volume",37]}' >&3;; esac
        done
        echo end >&4
        """

    @Test(
        "ARCH-01: scripts from the configuration and --script get a private socket and end with the player, and one that fails is reported and not restarted"
    )
    func scripts() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let scripts = folder.appendingPathComponent("scripts")
        _ = try write(Self.follower, to: scripts, "follow.sh")
        try Data("not run".utf8).write(to: scripts.appendingPathComponent("notes.txt"))
        let dying = try write("echo once >> \"$HOME/starts\"; echo 'no key' >&2; exit 3\n", to: folder, "dies.sh")
        let run = try PlayerRun(
            ["--no-resume", "--pause", "--script=" + dying, Fixtures.path("counter.mp4")],
            environment: ["TVPLAY_HOME": folder.path])
        try run.wait(for: "the death") { $0.text.contains("Script dies.sh ended with status 3: no key") }
        try run.wait(for: "the volume that the script has set") { screen in
            _ = screen
            return run.text(of: "told").contains(#""data":37"#)
        }
        let told = run.text(of: "told").split(separator: "\n")
        let words = try #require(told.first).split(separator: " ")
        expect(words.first, is: "--mpv-ipc-fd=3")
        let process = try #require(words.last.flatMap { pid_t($0) })
        expect(kill(process, 0), is: 0)
        try run.quit()
        #expect(kill(process, 0) != 0, "it ended with the player")
        #expect(run.text(of: "told").contains(#"{"event":"shutdown"}"#))
        expect(run.text(of: "starts"), is: "once\n")
        expect(run.errors, is: "")
    }

    @Test("ARCH-01: a script that ignores signals is killed at the end, and --no-load-scripts loads no others")
    func stubborn() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        _ = try write("touch \"$HOME/loaded\"\n", to: folder.appendingPathComponent("scripts"), "loaded.sh")
        let deaf = try write(
            "trap '' TERM; echo $$ > \"$HOME/pid\"; while :; do sleep 1; done\n", to: folder, "deaf.sh")
        let run = try PlayerRun(
            [
                "--no-resume", "--pause", "--no-load-scripts", "--script=" + deaf, "--script=/none",
                Fixtures.path("counter.mp4"),
            ],
            environment: ["TVPLAY_HOME": folder.path])
        try run.wait(for: "the refusal") {
            $0.text.contains("Cannot start the script") && $0.text.contains("No such file")
        }
        try run.wait(for: "the script") { _ in run.text(of: "pid").hasSuffix("\n") }
        let process = try #require(pid_t(run.text(of: "pid").dropLast()))
        try run.quit()
        // The front ends before its player, which waits for the script.
        #expect(eventually { kill(process, 0) != 0 })
        #expect(run.text(of: "loaded") == "" && !FileManager.default.fileExists(atPath: run.folder.path + "/loaded"))
    }
}
