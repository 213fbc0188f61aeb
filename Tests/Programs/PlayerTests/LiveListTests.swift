import Foundation
import TestSupport
import Testing

/// Tests of a list that changes while the real program plays it.
@Suite(.serialized, .enabled(if: Tool.isThere("python3"), "needs python3 (Scripts/install-deps test)"))
struct LiveListTests {
    private let counter = Fixtures.path("counter.mp4")
    private let other = Fixtures.path("counter.mkv")

    /// Sends commands over the socket, one after the other, and returns their answers.
    ///
    /// - Parameter commands: lines of JSON after `|`. A text before it repeats the command until the answer equals the
    ///   text.
    private func ask(_ socket: String, _ commands: String) throws -> [String] {
        let script = """
            import json, socket, sys
            s = socket.socket(socket.AF_UNIX); s.settimeout(20); s.connect(sys.argv[1])
            lines = s.makefile()
            def ask(words):
                s.sendall(json.dumps({"command": words, "request_id": 7}).encode() + b"\\n")
                for line in lines:
                    answer = json.loads(line)
                    if answer.get("request_id") == 7:
                        return answer.get("data") if answer["error"] == "success" else answer["error"]
            for line in sys.argv[2].splitlines():
                wanted, _, words = line.partition("|")
                words = json.loads(words)
                while True:
                    answer = json.dumps(ask(words), ensure_ascii=False)
                    if not wanted or answer == wanted: break
                print(answer)
            """
        let outcome = try BuiltProgram.run("/usr/bin/env", ["python3", "-c", script, socket, commands])
        expect(outcome.errors, is: "")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test(
        "ARCH-06, PLAY-33: an idle player gets files over its socket, the open list shows changes, and d removes items, also the playing one"
    )
    func panel() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let socket = folder.path + "/socket"
        let run = try PlayerRun(["--idle", "--input-ipc-server=" + socket])
        try run.wait(for: "an empty player") { $0.text.contains("Nothing is playing") }
        try expect(
            ask(socket, "|[\"loadfile\", \"\(counter)\", \"append-play\", \"pause=yes,start=1\"]"),
            is: [
                #"{"playlist_entry_id": 1}"#
            ])
        try run.waitForPicture()
        try expect(
            ask(socket, "|[\"loadfile\", \"\(Fixtures.path("still.png"))\", \"append\"]"),
            is: [#"{"playlist_entry_id": 2}"#])
        run.type("gp")
        try run.wait(for: "the list") { $0.text.contains("still.png") && $0.text.contains("Playlist") }
        try expect(ask(socket, "|[\"loadfile\", \"\(other)\", \"append\"]"), is: [#"{"playlist_entry_id": 3}"#])
        try run.wait(for: "the new item") { $0.text.contains("counter.mkv") }
        run.type("jd")
        try run.wait(for: "a list without it") { !$0.text.contains("still.png") || $0.text.contains("Removed") }
        try run.wait(for: "two items") { !rows($0).contains { $0.contains("│") && $0.contains("still.png") } }
        run.type("\u{1B}[1;5A")
        try expect(ask(socket, #"1|["get_property", "playlist-pos"]"#), is: ["1"])
        // The playing item: the previous one takes its place, because none follows.
        run.type("Gd")
        try expect(ask(socket, #"1|["get_property", "playlist-count"]"#), is: ["1"])
        try expect(
            ask(socket, "\"\(other)\"|[\"get_property\", \"path\"]").count, is: 1)
        run.type("d")
        try run.wait(for: "a refusal") { $0.text.contains("This is the only item") }
        run.type(Keys.escape)
        try run.wait(for: "no list") { !$0.text.contains("Playlist") }
        try run.quit()
    }

    private func rows(_ screen: VTScreen) -> [String] { (0..<screen.rows).map { screen.text(row: $0) } }
}
