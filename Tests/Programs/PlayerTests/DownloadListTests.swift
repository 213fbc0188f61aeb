import Cells
import Foundation
import PlayCore
import TestSupport
import Testing

/// Tests of the list of downloads with the real player in a pty, the real daemon and a real server.
@Suite(.serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
struct DownloadListTests {
    private func server() throws -> NginxServer {
        try NginxServer(files: ["counter.mp4": try Self.fixture("counter.mp4")], locations: "location / { root ROOT; }")
    }

    private func run(_ daemon: DaemonRun, _ arguments: String...) throws -> PlayerRun {
        try PlayerRun(arguments, columns: 120, rows: 36, environment: daemon.environment)
    }

    @Test(
        "DL-16, DL-20, DL-26, DL-27: a pasted address is downloaded and played, alone and beside the list, and removing it asks first"
    )
    func browse() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let run = try run(daemon, "downloads")
        try run.wait(for: "the empty list") { $0.text.contains("No downloads") }
        run.type("ahttp://127.0.0.1:\(nginx.port)/counter.mp4\r")
        try run.wait(for: "the download") { $0.text.contains("counter.mp4") && $0.text.contains("100%") }
        run.type("\r")
        try run.waitForPicture()
        run.type("gD")
        try run.wait(for: "the picture beside the list") { $0.counter == nil && $0.text.contains("┌─") }
        #expect(run.screen.text.contains("counter.mp4"))
        run.type("x")
        try run.wait(for: "its files") { $0.text.contains("└ video") }
        run.type("i")
        try run.wait(for: "everything about it") { $0.text.contains("not encrypted: any player can play it") }
        run.type("id")
        try run.wait(for: "the question") { $0.text.contains("Now playing. Remove") }
        run.type("y")
        try run.wait(for: "the empty list") { $0.text.contains("No downloads") }
        expect(daemon.contents("counter.mp4"), is: nil)
        try run.quit()
    }

    @Test("DL-12, PLAY-06: D downloads the playing item, and g-D shows the list of downloads")
    func overFilm() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let run = try run(daemon, "--pause", "--start=1", "http://127.0.0.1:\(nginx.port)/counter.mp4")
        try run.waitForPicture()
        run.type("D")
        try run.wait(for: "the definitions") { $0.text.contains("┌ Download") && $0.text.contains("Audio only") }
        run.type("\r")
        try run.wait(for: "its being added") { $0.text.contains("Added to downloads") }
        run.type("gD")
        try run.wait(for: "the list") { $0.text.contains("Downloads ·") && $0.text.contains("100%") }
        run.type("q")
        try run.waitForPicture()
        try run.quit()
    }

    @Test("DL-27, ADV-78: a paused half of a download shows its picture at once, even if the server no longer answers")
    func half() throws {
        let film = try Self.fixture("counter.mkv")
        let isGone = Monitor(false)
        let server = try FaultServer { request in
            let isLater = (request.range(of: film.count)?.lowerBound ?? 0) > 0
            if isLater || isGone.withLock({ $0 }) { return FaultReply(200, [], faults: [.hold]) }
            // Most of the file is sent, then nothing more.
            return .file(film, for: request, faults: [.stall(after: film.count * 4 / 5)])
        }
        let daemon = try DaemonRun()
        let id = try daemon.get(server.text("/counter.mkv"))
        try daemon.wait(id) { ($0["completedLength"] as? Int ?? 0) > film.count / 2 }
        try expect(daemon.run("downloads", "pause", id).status, is: 0)
        try daemon.wait(id) { $0["label"] as? String == "paused" }
        isGone.update { $0 = true }
        let run = try run(daemon, "downloads")
        try run.wait(for: "the list") { $0.text.contains("counter.mkv") && $0.text.contains("paused") }
        run.type("\r")
        // Stripes that are white in all pictures except the first.
        try run.wait(for: "the picture alone") { screen in
            !screen.text.contains("Downloads ·") && screen.cells.contains { Self.isWhite($0.background) }
        }
        run.type("q")
        try run.wait(for: "the list again") { $0.text.contains("Downloads") && $0.text.contains("counter.mkv") }
        try run.quit()
    }

    @Test("DL-11: a download that is watched is limited until the viewer leaves it, and its row says so")
    func watched() throws {
        // The bytes after the last cluster keep the download busy for minutes.
        let film = try Self.fixture("counter.mkv") + [UInt8](repeating: 0, count: 2_000_000)
        let isWatched = Monitor(false)
        let server = try FaultServer { request in
            .file(film, for: request, faults: isWatched.withLock { $0 } ? [] : [.throttle(bytesPerSecond: 2000)])
        }
        let daemon = try DaemonRun()
        let id = try daemon.get(server.text("/counter.mkv"))
        try daemon.wait(id) { ($0["completedLength"] as? Int ?? 0) > 0 }
        isWatched.update { $0 = true }
        let run = try run(daemon, "downloads")
        try run.wait(for: "the list") { $0.text.contains("counter.mkv") }
        #expect(!run.screen.text.contains("limited to"))
        run.type("\r")
        try run.wait(for: "the picture alone") { screen in
            !screen.text.contains("Downloads ·") && screen.cells.contains { Self.isWhite($0.background) }
        }
        run.type("gD")
        try run.wait(for: "the limit in the row") { $0.text.contains("limited to 262.1 kB/s") }
        run.type("q")
        try run.wait(for: "the picture alone") { !$0.text.contains("Downloads ·") }
        run.type("q")
        try run.wait(for: "the list without a limit") { screen in
            screen.text.contains("Downloads ·") && !screen.text.contains("limited to")
        }
        try daemon.wait(id) { $0["playingLimit"] == nil }
        try run.quit()
    }

    private static func isWhite(_ color: Color) -> Bool {
        color.rawValue >> 24 == 0 && color.red > 200 && color.green > 200 && color.blue > 200
    }

    private static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
    }
}
