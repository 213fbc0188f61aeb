import Foundation
import TestSupport
import Testing

@Suite("Positions and history of classes", .serialized, .timeLimit(.minutes(10)))
struct ClassMemoryTests {
    private static func put(_ folder: URL, _ identity: String) throws {
        let author = "{\"id\":\"m\",\"name\":\"Mei\"}"
        let manifest =
            "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":{\"playbackID\":\"p\",\"title\":\"Algebra\","
            + "\"recordType\":3,\"media\":[{\"url\":\"clip.mp4\"}]\(identity)},\"signals\":{\"all\":\"signals.jsonl\"}}]}"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("room.json"))
        try Data(
            "{\"t\":0,\"kind\":\"message\",\"value\":{\"id\":\"1\",\"t\":0,\"author\":\(author),\"text\":\"good morning\"}}\n"
                .utf8
        ).write(to: folder.appendingPathComponent("signals.jsonl"))
        try FileManager.default.copyItem(
            atPath: Fixtures.path("counter.mp4"), toPath: folder.appendingPathComponent("clip.mp4").path)
    }

    /// Attends until the film is open: before that, a class has no position to remember.
    private func attend(_ arguments: [String], _ environment: [String: String]) throws -> PlayerRun {
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            ["--pause", "--resume-ignore-tail=1", "--input-ipc-server=" + name] + arguments, columns: 120, rows: 36,
            environment: environment)
        let client = try SocketClient(name)
        _ = try client.ask(#"["observe_property_string",1,"playback-status"]"#)
        try client.wait(for: "playback-status", "ready")
        return run
    }

    private func positions(_ environment: [String: String]) throws -> [String] {
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["positions"], environment: environment.merging(["LANG": "C.UTF-8"]) { $1 })
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test(
        "PLAY-16, INFO-01, ROOM-24: folder, package and manifest of one class share one record, and each resumes where another was left",
        arguments: ["", ",\"classID\":\"algebra\",\"sessionID\":\"7\""])
    func oneKey(identity: String) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let room = folder.appendingPathComponent("lesson")
        try Self.put(room, identity)
        let environment = ["TVPLAY_HOME": folder.appendingPathComponent("home").path]
        func leave(_ arguments: [String], at wanted: String) throws {
            let run = try attend(arguments, environment)
            try run.wait(for: "the film at \(wanted)") { $0.text.contains(wanted) }
            try run.quit()
        }
        try leave(["class", "--start=4", room.path], at: "00:04 / 00:10")
        try leave(["class", room.path + "/room.json"], at: "00:04 / 00:10")
        try expect(positions(environment).count, is: 1)
        guard !identity.isEmpty else { return }
        // The same class in another folder, and in a manifest of videos.
        let other = folder.appendingPathComponent("copy")
        try Self.put(other, identity)
        try leave(["class", other.path], at: "00:04 / 00:10")
        let manifest = folder.appendingPathComponent("list.tvplay.json")
        let video =
            "{\"tvplay\":1,\"videos\":[{\"id\":\"a\",\"title\":\"Algebra\",\"class\":\"algebra\",\"session\":\"7\","
            + "\"definitions\":[{\"key\":\"720p\",\"addresses\":[\"lesson/clip.mp4\"]}]}]}"
        try Data(video.utf8).write(to: manifest)
        try leave([manifest.path], at: "00:04 / 00:10")
        try expect(positions(environment).count, is: 1)
    }

    @Test("PLAY-16: Enter in the history, and in the list of unfinished items, attends a class again")
    func reopening() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let room = folder.appendingPathComponent("lesson")
        try Self.put(room, "")
        let environment = ["TVPLAY_HOME": folder.appendingPathComponent("home").path]
        let first = try attend(["class", "--start=4", room.path], environment)
        try first.wait(for: "the class") { $0.text.contains("good morning") && $0.text.contains("00:04 / 00:10") }
        try first.quit()
        for list in ["gh", "gw"] {
            let run = try PlayerRun(
                [
                    "--pause", "--start=1", "--resume-ignore-tail=1", "--no-save-position-on-quit",
                    Fixtures.path("counter.mkv"),
                ],
                columns: 120, rows: 36, environment: environment)
            try run.waitForPicture()
            run.type(list)
            try run.wait(for: "the class in the list") { $0.text.contains("Algebra") }
            run.type("/Algebra\r\r")
            try run.wait(for: "the class where it was left") {
                $0.text(row: 0).contains("Algebra") && $0.text.contains("good morning")
                    && $0.text.contains("00:04 / 00:10")
            }
            try run.quit()
        }
        let history = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["history"], environment: environment.merging(["LANG": "C.UTF-8"]) { $1 })
        #expect(history.output.contains(room.path))
        #expect(!history.output.contains("clip.mp4"))
    }
}
