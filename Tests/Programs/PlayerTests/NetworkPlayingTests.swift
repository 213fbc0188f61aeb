import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// The server is unreliable.
@Suite("Playback from addresses", .timeLimit(.minutes(10)))
struct NetworkPlayingTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())
    private static let environment: [String: String?] = ["no_proxy": "127.0.0.1"]

    private func run(_ arguments: [String], script: String? = nil) throws -> PlayerRun {
        try PlayerRun(arguments, environment: Self.environment, script: script)
    }

    @Test("CFG-11, ADV-69: a film at an address plays despite a disconnection, and its statistics show the download")
    func plays() throws {
        let server = try FaultServer(file: Self.film) { $0.number == 0 ? [.close(after: 30_000)] : [] }
        let run = try run(["--no-resume", server.text("/counter.mp4?token=s3cr3t")])
        try run.waitForPictures(10)
        run.type("i")
        try run.wait(for: "the figures") { $0.text.contains("Download") && $0.text.contains("Counter") }
        #expect(!run.screen.text.contains("s3cr3t"))
        #expect(server.wait { $0.requests.count >= 2 })
        try run.quit()
        // One request may be for the index at the end of the film.
        let ranges = server.requests.map { $0["range"] ?? "all" }
        expect(run.errors, is: "", "\(ranges)")
        #expect(ranges.count <= 3, "\(ranges)")
        #expect(ranges.contains("bytes=30000-"), "\(ranges)")
        #expect(server.requests.allSatisfy { $0["user-agent"]?.hasPrefix("tvplay/") == true })
    }

    @Test("the title is the server's file name, or the current title of a station with the station's name")
    func serverNames() throws {
        let stream = Array(FileManager.default.contents(atPath: Fixtures.path("counter.ts")) ?? Data())
        let untitled = Array(FileManager.default.contents(atPath: Fixtures.path("video-only.mp4")) ?? Data())
        let server = try FaultServer { request in
            guard request.path == "/radio" else {
                var reply = FaultReply.file(untitled, for: request)
                reply.headers.append(("Content-Disposition", "attachment; filename=\"Evening talk.mp4\""))
                return reply
            }
            let title = Array("StreamTitle='First Song\u{1B}[31m';".utf8)
            let text = [3] + title + [UInt8](repeating: 0, count: 48 - title.count)
            var reply = FaultReply(200, Array(stream[..<4000]) + text + Array(stream[4000...]))
            reply.framing = .untilClose
            reply.headers = [("icy-metaint", "4000"), ("icy-name", "Harbour Radio")]
            return reply
        }
        let socket = "@tvplay-test-" + UUID().uuidString
        let run = try run([
            "--no-resume", "--loop-file=inf", "--input-ipc-server=" + socket, server.text("/get?id=7"),
        ])
        let client = try SocketClient(socket)
        try run.wait(for: "the name") { _ in (try? client.get("media-title")) as? String == "Evening talk.mp4" }
        _ = try client.ask(#"["loadfile","\#(server.text("/radio"))"]"#)
        // Without a picture the screen shows the title.
        _ = try client.ask(#"["set_property","vid",false]"#)
        try run.wait(for: "what plays") { $0.text.contains("First Song[31m · Harbour Radio") }
        // Each round opens the short stream again, and has no metadata until then.
        for (key, start) in [("icy-name", "Harbour Radio"), ("icy-title", "First Song")] {
            try run.wait(for: key) { _ in
                (try? client.get("metadata/by-key/" + key) as? String)?.hasPrefix(start) == true
            }
        }
        try run.quit()
    }

    @Test(
        "ADV-54, ADV-58, ADV-59: with --cache a film is fetched once and its statistics show cache hits, and --no-cache for one file fetches it again"
    )
    func cached() throws {
        let server = try FaultServer(file: Self.film) { _ in [] }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tvplay-cache-\(UUID().uuidString)")
        defer {
            // A leftover of a failed test only takes space.
            try? FileManager.default.removeItem(at: folder)
        }
        let options = ["--no-resume", "--cache", "--cache-dir=" + folder.path]
        let first = try run(options + ["--keep-open", "--start=9", server.text("/counter.mp4")])
        try first.waitForPictures(2)
        // From the start on, so that all of it was read.
        first.type("\u{1B}[H")
        first.type("]]]]]]]]")
        try first.wait(for: "the end") { $0.counter == 249 }
        try first.quit()
        let requests = server.requests.count
        let second = try run(options + [server.text("/counter.mp4")])
        try second.waitForPictures(5)
        second.type("i")
        try second.wait(for: "the figures") { $0.text.contains("Cache hits") && $0.text.contains("100%") }
        try second.quit()
        expect(server.requests.count, is: requests)
        expect(second.errors, is: "")
        let third = try run(options + ["--{", "--no-cache", server.text("/counter.mp4"), "--}"])
        try third.waitForPictures(2)
        try third.quit()
        #expect(server.requests.count > requests)
    }

    /// Returns a server with the streams of the fixtures, and the film.
    private static func streams() throws -> FaultServer {
        try FaultServer { request in
            let path = request.path.hasPrefix("/ts/") ? "streams" + request.path : String(request.path.dropFirst())
            guard let data = FileManager.default.contents(atPath: Fixtures.path(path)) else { return FaultReply(404) }
            return .file(Array(data), for: request)
        }
    }

    /// Returns arguments for a new cache, and its folder, which the caller removes.
    private func cacheFolder() -> (options: [String], url: URL) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tvplay-cache-\(UUID().uuidString)")
        return (["--no-resume", "--cache-dir=" + folder.path], folder)
    }

    @Test("ADV-35, ADV-36: without a screen the retries are made, then the exit status reports the failure")
    func exhausted() throws {
        let server = try FaultServer { _ in FaultReply(500) }
        let run = try run(
            ["--network-timeout=0.2", "--network-retries=2", "--log-events=events", server.text()],
            script: "cd \"$HOME\"; \"$0\" \"$@\" </dev/null >out; echo status=$?")
        try expect(run.waitForExit(), is: .code(0))
        #expect(run.screen.text.contains("status=2"), "\(run.screen.text)")
        #expect(run.errors.contains(server.text()))
        #expect((1...3).contains(server.requests.count))
    }

    @Test("ADV-37: without retries the viewer is asked, and loading again plays the film")
    func question() throws {
        let server = try FaultServer { $0.number == 0 ? FaultReply(500) : .file(Self.film, for: $0) }
        let run = try run(["--network-retries=0", server.text("/film")])
        try run.wait(for: "the question") { $0.text.contains("The server does not respond") }
        run.type("\r")
        try run.waitForPictures(5)
        try run.quit()
    }

    @Test("ADV-37: stopping leads to the page of the failure")
    func stop() throws {
        let server = try FaultServer { _ in FaultReply(500) }
        let run = try run(["--network-retries=0", server.text("/film")])
        try run.wait(for: "the question") { $0.text.contains("The server does not respond") }
        run.type("j\r")
        try run.wait(for: "the failure") { $0.text.contains("The network request failed") }
        run.type("q")
        try expect(run.waitForExit(), is: .code(2))
    }

    @Test("probe describes the file at an address")
    func probe() throws {
        let server = try FaultServer(file: Self.film)
        let run = try run(["probe", server.text("/counter.mp4")])
        try expect(run.waitForExit(), is: .code(0))
        #expect(run.screen.text.contains("title: Counter"))
    }
}
