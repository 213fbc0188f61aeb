import Foundation
import PlayCore
import TestSupport
import Testing

/// The list of downloads in the real program: the real player in a pty, the real daemon, a real server.
@Suite(.serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
struct DownloadListTests {
    private func server() throws -> NginxServer {
        let film = try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("counter.mp4")))
        return try NginxServer(files: ["counter.mp4": Array(film)], locations: "location / { root ROOT; }")
    }

    private func run(_ daemon: DaemonRun, _ arguments: String...) throws -> PlayerRun {
        try PlayerRun(arguments, columns: 120, rows: 36, environment: daemon.environment)
    }

    @Test(
        "DL-16, DL-20, DL-26, DL-27: an address that is pasted into the list is downloaded and played beside it; removing asks"
    )
    func browse() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let run = try run(daemon, "downloads")
        try run.wait(for: "the empty list") { $0.text.contains("There are no downloads") }
        run.type("ahttp://127.0.0.1:\(nginx.port)/counter.mp4\r")
        try run.wait(for: "the download") { $0.text.contains("counter.mp4") && $0.text.contains("100%") }
        run.type("\r")
        try run.wait(for: "the picture beside the list") { $0.counter == nil && $0.text.contains("┌─") }
        #expect(run.screen.text.contains("counter.mp4"))
        run.type("x")
        try run.wait(for: "its files") { $0.text.contains("└ video") }
        run.type("i")
        try run.wait(for: "everything about it") { $0.text.contains("plain: any player plays it") }
        run.type("id")
        try run.wait(for: "the question") { $0.text.contains("It plays. Remove") }
        run.type("y")
        try run.wait(for: "the empty list") { $0.text.contains("There are no downloads") }
        #expect(daemon.contents("counter.mp4") == nil)
        try run.quit()
    }

    @Test("DL-12, PLAY-06: what plays is downloaded by D; g-D shows it beside the picture")
    func overFilm() throws {
        let (nginx, daemon) = (try server(), try DaemonRun())
        let run = try run(daemon, "--pause", "http://127.0.0.1:\(nginx.port)/counter.mp4")
        try run.waitForPicture()
        run.type("D")
        try run.wait(for: "the definitions") { $0.text.contains("┌ Download") && $0.text.contains("Audio only") }
        run.type("\r")
        try run.wait(for: "its being added") { $0.text.contains("Added to the downloads") }
        run.type("gD")
        try run.wait(for: "the list") { $0.text.contains("Downloads ·") && $0.text.contains("100%") }
        run.type("q")
        try run.waitForPicture()
        try run.quit()
    }
}
