import Cells
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// Servers that restrict access, and that disappear.
@Suite("Classes on servers", .serialized, .timeLimit(.minutes(10)))
struct ClassServerTests {
    private static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
    }

    private static func package(
        _ name: String, in folder: String = "/class/", video: String = "clip.mp4", info: String = "",
        signals: [String] = []
    ) throws -> [String: [UInt8]] {
        let line =
            "{\"t\":0,\"kind\":\"message\",\"value\":{\"id\":\"1\",\"t\":0,\"author\":{\"id\":\"m\",\"name\":\"Mei\"},"
            + "\"text\":\"said in \(name)\"}}"
        let manifest =
            "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":{\"playbackID\":\"\(name)\","
            + "\"title\":\"Title \(name)\",\"media\":[{\"url\":\"\(video)\"}]\(info)},"
            + "\"signals\":{\"all\":\"signals.jsonl\"}}]}"
        return [
            folder + "room.json": Array(manifest.utf8),
            folder + "signals.jsonl": Array(([line] + signals).joined(separator: "\n").utf8),
            folder + video: try fixture("counter.mp4"),
        ]
    }

    private static func answer(_ request: ReceivedRequest, _ files: [String: [UInt8]]) -> FaultReply {
        files[request.path].map { .file($0, for: request) } ?? FaultReply(404)
    }

    private func run(_ arguments: String...) throws -> PlayerRun {
        try PlayerRun(["class", "--pause", "--no-resume"] + arguments, columns: 120, rows: 36)
    }

    @Test(
        "ROOM-03, PLAY-32: the access key is sent with every request, also for the video, and a missing or wrong key is refused"
    )
    func accessKey() throws {
        let files = try Self.package("one")
        let server = try FaultServer { request in
            let isKnown = request["x-access-key"] == "sesame" && request["authorization"] == "Bearer t0"
            return isKnown ? Self.answer(request, files) : FaultReply(403)
        }
        let address = server.text("/class/")
        let wrong = try run("--access-key=other", address)
        try wrong.wait(for: "the refusal") { $0.text.contains("The service denied access") }
        #expect(!wrong.screen.text.contains("other"))
        try wrong.quit(expecting: nil)
        let none = try run(address)
        try none.wait(for: "the refusal") { $0.text.contains("Invalid or expired token") }
        try none.quit(expecting: nil)
        let right = try run("--access-key=sesame", "--token=t0", address)
        try right.wait(for: "the class with its video") {
            $0.text.contains("said in one") && $0.text.contains("00:00 / 00:10")
        }
        try right.quit()
        let dump = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["class", "--dump", "--access-key=sesame", "--token=t0", address])
        expect(dump.status, is: 0)
        #expect(dump.output.contains("said in one"))
    }

    @Test("PLAY-01: the video of a class plays from another container")
    func engine() throws {
        let files = try Self.package("one", video: "clip.flv")
        let server = try FaultServer { Self.answer($0, files) }
        let playing = try run(server.text("/class/"))
        try playing.wait(for: "the class with its video") { $0.text.contains("00:00 / 00:10") }
        try playing.quit()
    }

    @Test(
        "ROOM-19, ROOM-34: reloading a class whose viewing period has ended quits the program with the reason")
    func exits() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        func write(_ files: [String: [UInt8]]) throws {
            for (name, bytes) in files {
                try Data(bytes).write(to: folder.appendingPathComponent(String(name.dropFirst())))
            }
        }
        try write(try Self.package("one", in: "/"))
        let run = try run(folder.path)
        try run.wait(for: "the class") { $0.text.contains("said in one") && $0.text.contains("00:00 / 00:10") }
        try write(try Self.package("one", in: "/", info: ",\"invalidTime\":1000"))
        run.type("R")
        try expect(run.waitForExit(), is: .code(2))
        run.expectTerminalIsRestored()
        #expect(run.errors.contains("the viewing period has ended"))
    }

    @Test("ROOM-04, ROOM-22: a part of a merged room without its server is reported, and r retries it")
    func merged() throws {
        var files: [String: [UInt8]] = [:]
        for name in ["one", "two"] { files.merge(try Self.package(name, in: "/m/\(name)/")) { $1 } }
        let slices = ["one", "two"].map { "{\"room\":\"\($0)/room.json\",\"duration\":10000000000}" }
        files["/m/room.json"] = Array(
            "{\"format\":\"tvplay-room\",\"version\":1,\"slices\":[\(slices.joined(separator: ","))]}".utf8)
        let all = files
        let away = Monitor(true)
        let server = try FaultServer { request in
            let isAway = request.path.hasPrefix("/m/two") && away.withLock { $0 }
            return isAway ? FaultReply(200, [], faults: [.resetAtOnce]) : Self.answer(request, all)
        }
        let run = try run("--network-retries=0", server.text("/m/"))
        try run.wait(for: "the first part") { $0.text.contains("said in one") && $0.text.contains("/ 00:20") }
        run.type("g15\r")
        try run.wait(for: "why the second one is not there") {
            $0.text.contains("The network request failed") && $0.text.contains("r retry")
        }
        away.update { $0 = false }
        run.type("r")
        try run.wait(for: "the second part") {
            $0.text(row: 0).contains("Title two") && $0.text.contains("said in two") && $0.text.contains("/ 00:20")
        }
        try run.quit()
    }

    @Test("ROOM-39: a small screen requests the small picture of a page, and a large one the full picture")
    func sizes() throws {
        let page =
            "{\"picture\":\"large.png\",\"sizes\":[{\"picture\":\"middle.png\",\"longSide\":400},"
            + "{\"picture\":\"small.png\",\"longSide\":170}]}"
        var files = try Self.package(
            "one",
            signals: [
                "{\"t\":0,\"kind\":\"documentAdded\",\"value\":{\"id\":\"d\",\"kind\":\"slides\",\"pages\":[\(page)]}}",
                "{\"t\":0,\"kind\":\"pageShown\",\"value\":{\"key\":{\"document\":\"d\",\"page\":0}}}",
            ])
        for name in ["large", "middle"] { files["/class/\(name).png"] = try Self.fixture("still.png") }
        let all = files
        let server = try FaultServer { Self.answer($0, all) }
        func asked(_ columns: Int, _ rows: Int) throws -> [String] {
            let before = server.requests.count
            let run = try PlayerRun(
                ["class", "--pause", "--no-resume", server.text("/class/")], columns: columns, rows: rows)
            try run.wait(for: "the page") { $0.showsPicture(column: 10, row: 5) }
            try run.quit()
            return server.requests.dropFirst(before).map(\.path).filter { $0.hasSuffix(".png") }
        }
        try expect(Set(try asked(120, 36)), is: ["/class/middle.png"])
        // The small picture is missing, so the full one is requested.
        try expect(Set(try asked(80, 24)), is: ["/class/small.png", "/class/large.png"])
        try expect(Set(try asked(240, 60)), is: ["/class/large.png"])
    }
}
