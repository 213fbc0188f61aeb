import ClassPlayback
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

@Suite("The program for broadcasts", .timeLimit(.minutes(10))) struct BroadcastProgramTests {
    /// A program writes the file last.
    private func wait(for path: String) -> Bool { eventually { FileManager.default.fileExists(atPath: path) } }

    @Test(
        "ROOM-48: each broadcast is passed to the configured program, in order, as JSON on its standard input")
    func broadcasts() throws {
        let folder = try ClassFolder()
        try folder.put("take", "{ printf '%s\\n' \"$@\"; cat; } >>\"$0.out\"\necho >\"$0.done\"\n")
        let program = folder.path("take")
        let programs = BroadcastProgram(command: "/bin/sh " + program + " -k")
        defer { programs.close() }
        // Between the broadcasts the program's thread is idle.
        for number in [1, 3] as [Int64] {
            let line =
                "{\"t\":\(number)000000000,\"kind\":\"broadcast\",\"value\":{\"key\":\"$(x)\(number)\","
                + "\"value\":{\"a\":[1,\"b\"]},\"isCache\":true}}"
            try folder.put(
                "class/room.json",
                "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":{\"playbackID\":\"p\"},"
                    + "\"signals\":{\"all\":\"signals.jsonl\"}}]}")
            try folder.put("class/signals.jsonl", line)
            let contents = try ClassSource(folder.path("class"), access: FileAccess()).contents(
                0, cancel: CancelToken())
            programs.tell(try #require(contents.events.first))
            #expect(wait(for: program + ".done"))
            let lines = try String(contentsOfFile: program + ".out", encoding: .utf8).split(separator: "\n")
            for file in [".out", ".done"] { try FileManager.default.removeItem(atPath: program + file) }
            expect(lines.first, is: "-k")
            expect(lines.count, is: 2)
            let value = try #require(
                try JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8)) as? [String: Any])
            let told = try #require(value["value"] as? [String: Any])
            #expect(value["kind"] as? String == "broadcast")
            #expect(told["key"] as? String == "$(x)\(number)")
            #expect(told["isCache"] as? Bool == true)
        }
    }
}
