import Foundation
import TestSupport
import Testing

/// A list that changes while the real program plays it.
@Suite(.serialized, .enabled(if: Tool.isThere("python3"), "needs python3 (Scripts/install-deps test)"))
struct LiveListTests {
    private let counter = Fixtures.path("counter.mp4")
    private let other = Fixtures.path("counter.mkv")

    /// Sends commands over the socket, one after the other, and prints what each is answered with.
    ///
    /// - Parameter commands: lines of JSON; `until X` asks until the answer is X.
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
                    answer = json.dumps(ask(words))
                    if not wanted or answer == wanted: break
                print(answer)
            """
        let outcome = try BuiltProgram.run("/usr/bin/env", ["python3", "-c", script, socket, commands])
        #expect(outcome.errors == "")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("ARCH-06, PLAY-33: an idle player gets files, folders and lists by its socket, in the order of the commands")
    func commands() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let socket = folder.path + "/socket"
        let films = folder.appendingPathComponent("films")
        try FileManager.default.createDirectory(at: films, withIntermediateDirectories: false)
        for name in ["b.mp4", "a.mp4"] {
            try FileManager.default.copyItem(atPath: counter, toPath: films.path + "/" + name)
        }
        let list = folder.path + "/list.m3u"
        try Data("#EXTM3U\n#EXTINF:4,A title\n\(other)\n/dev/zero\n-\n".utf8).write(to: URL(fileURLWithPath: list))
        let run = try PlayerRun(["--idle", "--input-ipc-server=" + socket])
        try run.wait(for: "an empty player") { $0.text.contains("Nothing is playing") }
        let answers = try ask(
            socket,
            """
            |["loadfile", "\(films.path)", "append"]
            |["get_property", "playlist-pos"]
            |["loadfile", "\(counter)", "append-play", "start=1.5,pause=yes"]
            |["get_property", "playlist-pos"]
            |["loadlist", "\(list)", "insert-next"]
            |["loadlist", "\(counter)", "append"]
            |["get_property", "playlist/3/title"]
            1.5|["get_property", "time-pos"]
            |["get_property", "playlist/1/filename"]
            """)
        #expect(
            answers == [
                #"{"playlist_entry_id": 1}"#, "-1", #"{"playlist_entry_id": 3}"#, "2",
                #"{"num_entries": 1, "playlist_entry_id": 4}"#, #""error running command""#, #""A title""#, "1.5",
                "\"\(films.path)/b.mp4\"",
            ])
        try run.wait(for: "the last of the problems to be told") { $0.text.contains("Not a playlist") }
        _ = try ask(socket, "|[\"loadlist\", \"\(list)\", \"append\"]")
        try run.wait(for: "what the list may not name") { $0.text.contains("2 entries skipped, first") }
        #expect(try ask(socket, #"|["stop"]"#) == ["null"])
        try run.wait(for: "an empty player") { $0.text.contains("Nothing is playing") }
        #expect(try ask(socket, #"|["get_property", "playlist-count"]"#) == ["0"])
        try run.quit()
    }

    @Test("PLAY-33: the open list follows what changes it; d takes an item out, and what plays goes on to the next")
    func panel() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let socket = folder.path + "/socket"
        let run = try PlayerRun(["--pause", "--input-ipc-server=" + socket, counter, Fixtures.path("still.png")])
        try run.waitForPicture()
        run.type("gp")
        try run.wait(for: "the list") { $0.text.contains("still.png") && $0.text.contains("Playlist") }
        #expect(try ask(socket, "|[\"loadfile\", \"\(other)\", \"append\"]") == [#"{"playlist_entry_id": 3}"#])
        try run.wait(for: "the new item") { $0.text.contains("counter.mkv") }
        run.type("jd")
        try run.wait(for: "a list without it") { !$0.text.contains("still.png") || $0.text.contains("Removed") }
        try run.wait(for: "two items") { !rows($0).contains { $0.contains("│") && $0.contains("still.png") } }
        run.type("\u{1B}[1;5A")
        #expect(try ask(socket, #"1|["get_property", "playlist-pos"]"#) == ["1"])
        // The one that plays: its place is taken by the one before, since there is none behind it.
        run.type("Gd")
        #expect(try ask(socket, #"1|["get_property", "playlist-count"]"#) == ["1"])
        #expect(
            try ask(socket, "\"\(other)\"|[\"get_property\", \"path\"]").count == 1)
        run.type("d")
        try run.wait(for: "a refusal") { $0.text.contains("This is the only item") }
        run.type(Keys.escape)
        try run.wait(for: "no list") { !$0.text.contains("Playlist") }
        try run.quit()
    }

    private func rows(_ screen: VTScreen) -> [String] { (0..<screen.rows).map { screen.text(row: $0) } }
}
