import Cells
import Foundation
import Glibc
import Processes
import TestSupport
import Testing

/// Tests of `tvplay cache load` with the real front, the real daemon, the program that it starts, and a real server.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CacheLoadTests {
    /// Returns a server of the fixtures, with faults for one path.
    private static func server(_ fault: (path: String, faults: [FaultReply.Fault])? = nil) throws -> FaultServer {
        try FaultServer { request in
            let path = request.path.hasPrefix("/ts/") ? "streams" + request.path : String(request.path.dropFirst())
            guard let data = FileManager.default.contents(atPath: Fixtures.path(path)) else { return FaultReply(404) }
            return .file(Array(data), for: request, faults: fault?.path == request.path ? fault?.faults ?? [] : [])
        }
    }

    private func load(_ daemon: DaemonRun, _ arguments: String..., tools: String? = nil) throws -> String {
        let environment = daemon.environment.merging(tools.map { ["PATH": $0 + ":/usr/bin:/bin"] } ?? [:]) { $1 }
        let outcome = try BuiltProgram.run(
            DaemonRun.tvplay, ["cache", "load"] + arguments, environment: environment)
        expect(outcome.status, is: 0, "\(outcome.errors)")
        return try #require(outcome.output.split(separator: "\t").first.map(String.init), "\(outcome.errors)")
    }

    private func segments(_ server: FaultServer) -> Int { server.requests.count { $0.path.hasSuffix(".ts") } }

    @Test(
        "ADV-62: cache load makes the daemon load films and streams ahead, reports success and failure, and queue lists the items"
    )
    func load() throws {
        let (server, daemon) = (try Self.server(), try DaemonRun())
        let stream = server.text("/ts/master.m3u8?token=s3cr3t")
        let outcome = try daemon.run(
            "cache", "load", "--wait", "--length=3s", stream, server.text("/counter.mp4"), server.text("/gone.mp4"))
        expect(outcome.status, is: 3)
        #expect(outcome.errors.contains("the server responded with 404"), "\(outcome.errors)")
        expect(segments(server), is: 2, "of five")
        let rows = try daemon.json("cache", "queue")
        expect(rows.map { $0["label"] as? String }, is: ["done", "done", "failed"])
        expect(rows.map { $0["ahead"] as? Double }, is: [3, 3, 3])
        #expect(rows.allSatisfy { ($0["files"] as? [Any])?.isEmpty == true })
        let shown = try daemon.run("cache").output
        #expect(shown.contains("\tdone\t100%\t3 s\t" + server.text("/ts/master.m3u8")), "\(shown)")
        #expect(shown.contains("\tfailed\t0%\t3 s\t" + server.text("/gone.mp4")), "\(shown)")
        #expect(!shown.contains("s3cr3t"))
        #expect(try daemon.json("cache").first?["loading"] as? [Any] != nil)
        #expect(try daemon.json("cache", "list").count >= 3)
        #expect(!FileManager.default.fileExists(atPath: daemon.downloads))
        // Again: a completed item is loaded again, without another request for its segments.
        try expect(daemon.run("cache", "load", "--wait", "--length=0:03", stream).status, is: 0)
        expect(segments(server), is: 2)
        try expect(daemon.json("cache", "queue").count, is: 3)
        // A longer part needs one more segment.
        try expect(daemon.run("cache", "load", "--wait", "--length=5", stream).status, is: 0)
        expect(segments(server), is: 3)
        let wrong = try daemon.run("cache", "load", "--length=3", "film.mp4")
        expect(wrong.status, is: 2)
        #expect(wrong.errors.contains("not an address"), "\(wrong.errors)")
    }

    @Test("ADV-61: the start of a stream that was loaded ahead comes from the cache during playback")
    func playing() throws {
        let (server, daemon) = (try Self.server(), try DaemonRun())
        let stream = server.text("/ts/master.m3u8?token=s3cr3t")
        try expect(daemon.run("cache", "load", "--wait", "--length=3s", stream).status, is: 0)
        expect(segments(server), is: 2)
        let player = try PlayerRun(["--no-resume", "--cache", stream], environment: daemon.environment)
        try player.waitForPictures(2)
        try player.quit()
        let paths = server.requests.filter { $0.path.hasSuffix(".ts") }.map(\.path)
        expect(Set(paths).count, is: paths.count, "none of them again: \(paths)")
    }

    @Test("ADV-62: a command or Delete in the list cancels loading, and a waiting command reports it")
    func cancel() throws {
        let server = try Self.server(("/ts/low1.ts", [.hold]))
        let daemon = try DaemonRun()
        let address = server.text("/ts/low.m3u8")
        let waiting = try PlayerRun(
            ["cache", "load", "--wait", "--length=4s", address], environment: daemon.environment)
        #expect(server.wait { !$0.requests(for: "/ts/low1.ts").isEmpty })
        let id = try #require(try daemon.json("cache", "queue").first?["gid"] as? String)
        try daemon.wait(id) { (0.3...0.6).contains($0["fraction"] as? Double ?? 0) }
        #expect(try daemon.run("cache").output.contains("\tloading\t"))
        try expect(daemon.run("cache", "cancel", "zz").status, is: 2)
        try expect(daemon.run("cache", "cancel", address).status, is: 0)
        try expect(waiting.waitForExit(), is: .code(2))
        #expect(waiting.errors.contains(id + ": was cancelled"), "\(waiting.errors)")
        #expect(try daemon.row(id)?["label"] as? String == "cancelled")
        #expect(try daemon.row(id)?["status"] as? String == "removed")
        try expect(daemon.run("cache", "cancel", id).status, is: 2)
        // All failed items are retried, but not the cancelled one.
        try expect(daemon.run("downloads", "retry", "--all").status, is: 0)
        #expect(try daemon.row(id)?["label"] as? String == "cancelled")

        let other = try load(daemon, "--length=4s", address)
        #expect(other != id)
        #expect(try daemon.row(id) == nil)
        let run = try PlayerRun(["downloads"], columns: 120, rows: 24, environment: daemon.environment)
        try run.wait(for: "its row") { $0.text.contains("low.m3u8") && $0.text.contains("loading") }
        #expect(run.screen.text.contains("Cache 1"))
        #expect(run.screen.text.contains("4 s"))
        run.type("\u{1B}[3~")
        try run.wait(for: "its end") { $0.text.contains("cancelled") && !$0.text.contains("loading") }
        #expect(try daemon.row(other)?["label"] as? String == "cancelled")
        run.type("d")
        try run.wait(for: "an empty list") { !$0.text.contains("low.m3u8") }
        try run.quit()
    }

    @Test("ADV-62: loading continues without a terminal and after the daemon was killed")
    func survival() throws {
        let server = try Self.server(("/ts/low1.ts", [.hold]))
        let daemon = try DaemonRun()
        let id = try load(daemon, "--length=4s", server.text("/ts/low.m3u8"))
        #expect(server.wait { !$0.requests(for: "/ts/low1.ts").isEmpty })
        let process = try #require(daemon.processID)
        kill(process, SIGKILL)
        daemon.waitForEnd(of: process)
        #expect(server.wait { $0.openConnectionCount == 0 }, "what it had started ends with it")
        let first = server.requests(for: "/ts/low0.ts").count
        server.release()
        _ = try daemon.json("cache", "queue")
        try daemon.wait(id) { $0["label"] as? String == "done" }
        expect(server.requests(for: "/ts/low0.ts").count, is: first, "the first segment was in the cache")
    }

    @Test(
        "ADV-62, ARCH-13: on a metered line nothing is loaded ahead without --metered, but downloads run"
    )
    func metered() throws {
        let (server, daemon) = (try Self.server(), try DaemonRun())
        let tools = daemon.home.path + "/tools"
        try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
        try BuiltProgram.writeScript("echo u 1\n", to: tools + "/busctl")
        let id = try load(daemon, "--length=3", server.text("/counter.mp4"), tools: tools)
        try daemon.wait(id) { $0["waiting"] as? String == "metered" }
        let shown = try daemon.run("cache").output
        #expect(shown.contains("\tqueued\t") && shown.contains("waiting for an unmetered connection"), "\(shown)")
        try expect(daemon.run("get", "--wait", server.text("/ts/low0.ts")).status, is: 0)
        let allowed = try daemon.run("cache", "load", "--wait", "--metered", "--length=1", server.text("/ts/low.m3u8"))
        expect(allowed.status, is: 0, "\(allowed.errors)")
        #expect(server.requests(for: "/counter.mp4").isEmpty)
        #expect(try daemon.row(id)?["waiting"] as? String == "metered")
    }
}
