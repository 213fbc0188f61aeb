import Cells
import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

/// Tests of downloaded classes in the real programs, played after the real server has ended.
@Suite(
    .serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"), .timeLimit(.minutes(10)))
struct DownloadedClassTests {
    /// Returns a class with the counter as its video, one slide, and a chat.
    private static func package(_ video: String, padding: Int = 0) throws -> [String: [UInt8]] {
        let author = "{\"id\":\"m\",\"name\":\"Mei\"}"
        let signals = [
            "{\"t\":0,\"kind\":\"users\",\"value\":{\"users\":[\(author)],\"total\":1}}",
            "{\"t\":0,\"kind\":\"documentAdded\",\"value\":{\"id\":\"d\",\"kind\":\"slides\",\"pages\":"
                + "[{\"picture\":\"pages/one.png\",\"text\":\"the words of the slide\"}]}}",
            "{\"t\":0,\"kind\":\"pageShown\",\"value\":{\"key\":{\"document\":\"d\",\"page\":0}}}",
            "{\"t\":0,\"kind\":\"message\",\"value\":{\"id\":\"1\",\"t\":0,\"author\":\(author),\"text\":\"early\"}}",
            "{\"t\":6000000000,\"kind\":\"message\",\"value\":{\"id\":\"2\",\"t\":6000000000,\"author\":\(author),"
                + "\"text\":\"late\"}}",
        ]
        let manifest =
            "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":{\"playbackID\":\"p\","
            + "\"title\":\"Algebra\",\"media\":[{\"url\":\"\(video)\"}],\"majorPlayType\":\"ppt\"},"
            + "\"signals\":{\"all\":\"signals.jsonl\"}}]}"
        func fixture(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
        }
        var files = [
            "class/room.json": Array(manifest.utf8),
            "class/signals.jsonl": Array((signals.joined(separator: "\n") + "\n").utf8),
            "class/pages/one.png": try fixture("still.png"),
        ]
        if video.hasSuffix(".m3u8") {
            for name in ["index.m3u8", "key", "s0.ts", "s1.ts", "s2.ts", "s3.ts", "s4.ts"] {
                files["class/live/" + name] = try fixture("streams/aes/" + name)
            }
        } else {
            // The boxes are followed by a box without meaning.
            let size = UInt32(padding + 8)
            let header = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array("free".utf8)
            files["class/" + video] =
                try fixture("counter.mp4") + (padding > 0 ? header + [UInt8](repeating: 7, count: padding) : [])
        }
        return files
    }

    private func server(_ video: String, padding: Int = 0) throws -> NginxServer {
        try NginxServer(files: try Self.package(video, padding: padding), locations: "location / { root ROOT; }")
    }

    private func expectClass(_ run: PlayerRun) throws {
        try run.wait(for: "the class") {
            $0.text(row: 0).contains("Algebra · Slide 1 of 1") && $0.text.contains("early")
        }
        try run.wait(for: "the slide's picture") { $0.showsPicture(column: 40, row: 15) }
        try run.wait(for: "the video") { $0.text.contains("/ 00:10") }
    }

    @Test(
        "DL-11, DL-28, ROOM-06: a downloaded class is entered without its server, from the list and by its folder",
        arguments: ["clip.mp4", "live/index.m3u8"])
    func offline(_ video: String) throws {
        let daemon = try DaemonRun()
        do {
            let nginx = try server(video)
            let done = try daemon.run("get", "--wait", "http://127.0.0.1:\(nginx.port)/class/")
            expect(done.status, is: 0, "\(done.errors)")
        }
        let row = try #require(try daemon.json("downloads").first)
        #expect(row["kind"] as? String == "room")
        #expect(row["title"] as? String == "Algebra")
        let path = daemon.downloads + "/Algebra"
        try expect(
            daemon.run("downloads", "path", try #require(row["gid"] as? String)).output, is: path + "/room.json\n")
        let alone = try PlayerRun(["class", "--pause", path], columns: 120, rows: 36, environment: daemon.environment)
        try expectClass(alone)
        alone.type("g7\r")
        try alone.wait(for: "the later message") { $0.text.contains("late") }
        try alone.quit()
        let list = try PlayerRun(["downloads", "--pause"], columns: 120, rows: 36, environment: daemon.environment)
        try list.wait(for: "the list") { $0.text.contains("Algebra") && $0.text.contains("100%") }
        list.type("x")
        try list.wait(for: "its files") { $0.text.contains("└ manifest") && $0.text.contains("└ slide") }
        list.type("x\r")
        try expectClass(list)
        list.type("q")
        try list.wait(for: "the list again") { $0.text.contains("Downloads") && $0.text.contains("100%") }
        try list.quit()
    }

    @Test("DL-11: D downloads an attended class as a class")
    func attended() throws {
        let (nginx, daemon) = (try server("clip.mp4"), try DaemonRun())
        let run = try PlayerRun(
            ["class", "--pause", "http://127.0.0.1:\(nginx.port)/class/"], columns: 120, rows: 36,
            environment: daemon.environment)
        try expectClass(run)
        run.type("D")
        try run.wait(for: "the definitions") { $0.text.contains("┌ Download") }
        run.type("\r")
        try run.wait(for: "its being added") { $0.text.contains("Added to downloads") }
        let id = try #require(try daemon.json("downloads").first?["gid"] as? String)
        try daemon.wait(id) { $0["label"] as? String == "done" }
        #expect(try daemon.row(id)?["kind"] as? String == "room")
        try run.quit()
    }
}
