import Foundation
import TestSupport
import Testing

@Suite("Programs and files around classes", .serialized, .timeLimit(.minutes(10)))
struct ClassProgramTests {
    private static let author = "{\"id\":\"m\",\"name\":\"Mei\"}"

    private func inClass(_ signals: [String], _ body: (URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let manifest =
            "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":{\"playbackID\":\"p\",\"title\":\"Algebra\"},"
            + "\"signals\":{\"all\":\"signals.jsonl\"}}]}"
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("room.json"))
        try Data((signals.joined(separator: "\n") + "\n").utf8).write(
            to: folder.appendingPathComponent("signals.jsonl"))
        try body(folder)
    }

    /// Returns a program that writes its arguments and its input to a file, one a line, and then creates a marker file.
    private func program(in folder: URL) throws -> String {
        let path = folder.appendingPathComponent("take").path
        try BuiltProgram.writeScript("{ printf '%s\\n' \"$@\"; cat; } >>\"$0.out\"\necho >\"$0.done\"\n", to: path)
        return path
    }

    private func message(_ id: Int, _ text: String, at seconds: Int = 0) -> String {
        "{\"t\":\(seconds * 1_000_000_000),\"kind\":\"message\",\"value\":{\"id\":\"\(id)\",\"t\":\(seconds * 1_000_000_000),"
            + "\"author\":\(Self.author),\"text\":\"\(text)\"}}"
    }

    /// Waits for a file while reading the screen; otherwise the program would block on the terminal.
    private func wait(for file: String, _ run: PlayerRun) throws {
        try run.wait(for: file) { _ in FileManager.default.fileExists(atPath: file) }
    }

    @Test("ROOM-44, ROOM-67: --link-command opens a link as one argument, without a shell")
    func links() throws {
        try inClass([message(1, "see https://a.example/$(touch%20x);y&z=1 there")]) { folder in
            let program = try program(in: folder)
            let run = try PlayerRun(
                ["class", "--pause", "--link-command=/bin/sh " + program + " --new", folder.path], columns: 120,
                rows: 36
            )
            // The class starts an item, which closes lists.
            try run.wait(for: "the chat and the clock") {
                $0.text.contains("https://a.example") && $0.text.contains(" / 00:")
            }
            run.type("3o")
            try run.wait(for: "the list of links") { $0.text.contains("Links") && $0.text.contains("Enter open") }
            #expect(!FileManager.default.fileExists(atPath: program + ".out"))
            run.type("\r")
            try wait(for: program + ".done", run)
            let taken = try String(contentsOfFile: program + ".out", encoding: .utf8)
            #expect(taken == "--new\nhttps://a.example/$(touch%20x);y&z=1\n")
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("x").path))
            try run.quit()
        }
    }

    @Test("ROOM-48: each broadcast at its time is passed to --broadcast-command as JSON, without a shell")
    func broadcasts() throws {
        func broadcast(_ seconds: Int, _ key: String) -> String {
            "{\"t\":\(seconds * 1_000_000_000),\"kind\":\"broadcast\",\"value\":{\"key\":\"\(key)\",\"value\":{\"page\":3},"
                + "\"isCache\":false}}"
        }
        try inClass([message(1, "hello"), broadcast(1, "$(touch x)"), broadcast(600, "later")]) { folder in
            let program = try program(in: folder)
            let run = try PlayerRun(
                ["class", "--broadcast-command=/bin/sh " + program + " --told", folder.path], columns: 120, rows: 36)
            try wait(for: program + ".done", run)
            let taken = try String(contentsOfFile: program + ".out", encoding: .utf8).split(separator: "\n")
            expect(taken.count, is: 2)
            expect(taken.first, is: "--told")
            let event = try #require(
                try JSONSerialization.jsonObject(with: Data((taken.last ?? "").utf8)) as? [String: Any])
            let value = try #require(event["value"] as? [String: Any])
            #expect(event["kind"] as? String == "broadcast")
            #expect(value["key"] as? String == "$(touch x)")
            expect((value["value"] as? [String: Int]), is: ["page": 3])
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("x").path))
            try run.quit()
        }
    }

    @Test("ROOM-67: y copies the selected line to the terminal's clipboard")
    func copying() throws {
        try inClass([message(1, "the sign is wrong")]) { folder in
            let run = try PlayerRun(["class", "--pause", folder.path], columns: 120, rows: 36)
            try run.wait(for: "the chat") { $0.text.contains("the sign is wrong") }
            run.type("3y")
            try run.wait(for: "the clipboard") { $0.clipboard == ["the sign is wrong"] }
            try run.quit()
        }
    }

    @Test("ROOM-44: cells of links have their address on a terminal that supports links")
    func hyperlinks() throws {
        try inClass([message(1, "see https://a.example/x there")]) { folder in
            let run = try PlayerRun(
                ["class", "--pause", folder.path], columns: 120, rows: 36,
                environment: ["TERM": "xterm", "VTE_VERSION": "7006"])
            try run.wait(for: "the link") { screen in
                (0..<screen.rows * screen.columns).contains {
                    screen.link(column: $0 % screen.columns, row: $0 / screen.columns) == "https://a.example/x"
                }
            }
            try run.quit()
        }
    }

    @Test("ROOM-25, ROOM-30: videos of class and participants outside the package are not played")
    func videosOutside() throws {
        try inClass([message(1, "hi")]) { folder in
            let manifest = folder.appendingPathComponent("room.json")
            let user = "{\"user\":\(Self.author),\"url\":\"mei.mp4\"}"
            let text = String(decoding: try Data(contentsOf: manifest), as: UTF8.self).replacingOccurrences(
                of: "\"title\"", with: "\"media\":[{\"url\":\"clip.mp4\"}],\"userVideoList\":[\(user)],\"title\"")
            try Data(text.utf8).write(to: manifest)
            for name in ["clip.mp4", "mei.mp4"] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.appendingPathComponent(name).path, withDestinationPath: Fixtures.path("counter.mp4"))
            }
            let run = try PlayerRun(["class", "--pause", folder.path], columns: 120, rows: 36)
            try run.wait(for: "that it is missing") { $0.text.contains("The folder of this class contains no video") }
            try run.wait(for: "the class") { $0.text.contains("hi") && $0.text.contains("00:00 / 00:06") }
            #expect(!run.screen.text.contains("W Cameras"))
            try run.quit()
            // A link within the package is followed.
            try FileManager.default.removeItem(atPath: folder.appendingPathComponent("mei.mp4").path)
            try FileManager.default.copyItem(
                atPath: Fixtures.path("counter.mp4"), toPath: folder.appendingPathComponent("real.mp4").path)
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("mei.mp4").path, withDestinationPath: "real.mp4")
            let second = try PlayerRun(["class", "--pause", folder.path], columns: 120, rows: 36)
            try second.wait(for: "the camera") { $0.text.contains("W Cameras 1") }
            try second.quit()
        }
    }

    @Test("ROOM-59: signals added to an ongoing class appear on the screen without reloading it")
    func ongoing() throws {
        try inClass([message(1, "first")]) { folder in
            let manifest = folder.appendingPathComponent("room.json")
            let text = String(decoding: try Data(contentsOf: manifest), as: UTF8.self).replacingOccurrences(
                of: "\"title\"", with: "\"isOngoing\":true,\"title\"")
            try Data(text.utf8).write(to: manifest)
            let run = try PlayerRun(["class", "--pause", folder.path], columns: 120, rows: 36)
            try run.wait(for: "the class") { $0.text.contains("first") && $0.text.contains("/ 24:00:0") }
            let file = try FileHandle(forWritingTo: folder.appendingPathComponent("signals.jsonl"))
            try file.seekToEnd()
            let line = message(2, "second")
            try file.write(
                contentsOf: Data((line + "\n" + line.prefix(40).replacingOccurrences(of: "2", with: "3")).utf8))
            try run.wait(for: "what is new") { $0.text.contains("second") }
            try file.write(contentsOf: Data((message(3, "third").dropFirst(40) + "\n").utf8))
            try run.wait(for: "a line that was not whole before") { $0.text.contains("third") }
            try file.close()
            try run.quit()
        }
    }
}
