import Foundation
import PlayCore
import TestSupport
import Testing

@Suite("Adverts that containers mark, in the program", .serialized, .timeLimit(.minutes(15)))
struct ContainerAdvertRunTests {
    private static let environment = ["no_proxy": "127.0.0.1"]

    private static func file(_ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: Fixtures.path("streams" + name)) ?? Data())
    }

    /// Adds a break from two seconds on for five, announced half a second after the start and twice again.
    private static func marked(_ stream: [UInt8]) throws -> [UInt8] {
        let start = try #require(SpliceStream.firstTime(file("/ts/low0.ts")))
        let section = SpliceMessages.insert(5, ticks: start + 180_000, duration: 450_000)
        return SpliceStream.adding([45_000, 90_000, 400_000].map { (start + $0, section) }, to: stream)
    }

    /// Returns fragmented MP4 in one piece, with a break from two seconds on for five, announced before the first
    /// fragment.
    private static func fragmented() -> [UInt8] {
        let insert = SpliceMessages.insert(5, ticks: nil, duration: 450_000)
        let message = SpliceMessages.box(insert, version: 1, time: 2000, scale: 1000)
        return file("/mp4/init0.m4s") + message + (1...5).flatMap { file("/mp4/s0-\($0).m4s") }
    }

    /// Returns a server with HLS of transport streams or fragmented MP4, DASH, and a file of fragmented MP4.
    private func publisher() throws -> FaultServer {
        let insert = SpliceMessages.insert(5, ticks: nil, duration: 450_000)
        return try FaultServer { request in
            var bytes = request.path == "/film.mp4" ? Self.fragmented() : Self.file(request.path)
            guard !bytes.isEmpty else { return FaultReply(404) }
            if request.path == "/ts/low0.ts" { bytes = (try? Self.marked(bytes)) ?? [] }
            if request.path.hasPrefix("/mp4/s"), !request.path.hasPrefix("/mp4/s3") {
                bytes = SpliceMessages.box(insert, version: 1, time: 2000, scale: 1000) + bytes
            }
            return .file(bytes, for: request)
        }
    }

    /// Plays one of them; the "file" variants are local files.
    private func run(_ way: String, _ options: [String], _ server: FaultServer, _ folder: URL) throws -> PlayerRun {
        let place: String
        switch way {
        case "file":
            place = folder.path + "/film.ts"
            let whole = (0..<5).flatMap { Self.file("/ts/low\($0).ts") }
            try Data(try Self.marked(whole)).write(to: URL(fileURLWithPath: place))
        case "fragmented file":
            place = folder.path + "/film.mp4"
            try Data(Self.fragmented()).write(to: URL(fileURLWithPath: place))
        case "fragmented address": place = server.text("/film.mp4")
        case "hls": place = server.text("/ts/low.m3u8")
        case "hls of fragments": place = server.text("/mp4/media_0.m3u8")
        default: place = server.text("/mp4/manifest.mpd")
        }
        let always = ["--no-resume", "--control-bar=always"]
        return try PlayerRun(always + options + [place], environment: Self.environment)
    }

    @Test(
        "a break marked in a transport stream, a segment or a fragmented file is on the slider, and --skip skips it",
        arguments: ["file", "fragmented file", "fragmented address", "hls", "hls of fragments", "dash"])
    func marks(way: String) throws {
        let server = try publisher()
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let shown = try run(way, [], server, folder)
        try shown.wait(for: "the part on the slider") { $0.text.filter { $0 == "▒" }.count > 5 }
        try shown.wait(for: "the part itself") { (60..<150).contains($0.counter ?? 0) }
        shown.type("X")
        try shown.wait(for: "what comes behind it") { (174..<250).contains($0.counter ?? 0) }
        try shown.quit()
        let skipped = try run(way, ["--skip=advert:skip"], server, folder)
        try skipped.wait(for: "the word of it") { $0.text.contains("Skipped: ad break (00:05)") }
        try skipped.wait(for: "what comes behind it") { (174..<250).contains($0.counter ?? 0) }
        try skipped.quit()
    }

    @Test("a break cancelled before it starts disappears from the slider, and nothing is skipped")
    func cancelled() throws {
        let start = try #require(SpliceStream.firstTime(Self.file("/ts/low0.ts")))
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let place = folder.path + "/film.ts"
        let section = SpliceMessages.insert(5, ticks: start + 540_000, duration: 180_000)
        let film = SpliceStream.adding(
            [(start + 45_000, section), (start + 360_000, SpliceMessages.cancelled(5))],
            to: (0..<5).flatMap { Self.file("/ts/low\($0).ts") })
        try Data(film).write(to: URL(fileURLWithPath: place))
        let run = try PlayerRun(
            ["--no-resume", "--control-bar=always", "--skip=advert:skip", "--speed=0.5", place],
            environment: Self.environment)
        try run.wait(for: "what the break would be") { (155..<190).contains($0.counter ?? 0) }
        #expect(!run.screen.text.contains("Skipped"))
        #expect(run.screen.text.filter { $0 == "▒" }.count <= 1, "\(run.screen.text)")
        try run.quit()
    }

    @Test("--skip=advert:ask asks about a break, and --skip=advert:ignore leaves the slider plain")
    func wishes() throws {
        let server = try publisher()
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let asked = try run("file", ["--skip=advert:ask"], server, folder)
        try asked.wait(for: "the question") { $0.text.contains("ad break: X skips to 00:07") }
        try asked.quit()
        let ignored = try run("file", ["--skip=advert:ignore"], server, folder)
        try ignored.wait(for: "the part itself") { (60..<150).contains($0.counter ?? 0) }
        #expect(ignored.screen.text.filter { $0 == "▒" }.count <= 1)
        try ignored.quit()
    }
}
