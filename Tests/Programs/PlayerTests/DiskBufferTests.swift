import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// The server disappears while a cache holds what was read.
@Suite("Playback from the disk", .timeLimit(.minutes(10)))
struct DiskBufferTests {
    private static let environment: [String: String?] = ["no_proxy": "127.0.0.1"]

    private static func server(_ list: String = "") throws -> FaultServer {
        try FaultServer { request in
            if request.path == "/long.m3u8" { return .file(Array(list.utf8), for: request) }
            guard let data = FileManager.default.contents(atPath: Fixtures.path("streams" + request.path)) else {
                return FaultReply(404)
            }
            return .file(Array(data), for: request)
        }
    }

    private func cacheFolder() -> (options: [String], url: URL) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tvplay-cache-\(UUID().uuidString)")
        return (["--no-resume", "--cache", "--cache-dir=" + folder.path], folder)
    }

    @Test("ADV-57: a stream that was played to its end plays again without its server")
    func offline() throws {
        let (options, folder) = cacheFolder()
        defer { BuiltProgram.remove(folder) }
        let address: String
        do {
            let server = try Self.server()
            address = server.text("/ts/master.m3u8?token=s3cr3t")
            let run = try PlayerRun(options + ["--keep-open", address], environment: Self.environment)
            try run.waitForPictures(2)
            run.type("]]]]]]]]")
            try run.wait(for: "the end") { $0.counter == 249 }
            try run.quit()
        }
        let run = try PlayerRun(options + ["--keep-open", address], environment: Self.environment)
        try run.waitForPictures(2)
        run.type("]]]]]]]]")
        try run.wait(for: "the end") { $0.counter == 249 }
        try run.quit()
        expect(run.errors, is: "")
        let strict = try PlayerRun(
            options + ["--cache-strict-auth", "--network-timeout=0.2", "--network-retries=1", address],
            environment: Self.environment, script: "\"$0\" \"$@\" </dev/null | cat")
        try expect(strict.waitForExit(), is: .code(0))
        #expect(strict.errors.contains("connection refused"), "\(strict.errors)")
        #expect(!strict.errors.contains("s3cr3t"), "\(strict.errors)")
    }

    /// A minute of uncompressed silence.
    private static let silence: [UInt8] = {
        let length = 48_000 * 4 * 60
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let format =
            number(1, 2) + number(2, 2) + number(48_000, 4) + number(48_000 * 4, 4) + number(4, 2) + number(16, 2)
        return Array("RIFF".utf8) + number(length + 36, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
            + Array("data".utf8) + number(length, 4) + [UInt8](repeating: 0, count: length)
    }()

    @Test(
        "ADV-60, INFO-06: a file with several addresses is loaded to the disk from one of them, and plays without any server"
    )
    func mirrors() throws {
        let sound = Self.silence
        let (options, folder) = cacheFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { BuiltProgram.remove(folder) }
        var servers = try (0..<2).map { _ in try FaultServer { .file(sound, for: $0) } }
        let locations = servers.map { "<location>\($0.text("/long.wav"))</location>" }.joined()
        let list = folder.path + "/list.xspf"
        try Data(
            "<playlist version=\"1\"><trackList><track>\(locations)</track></trackList></playlist>".utf8
        ).write(to: URL(fileURLWithPath: list))
        let run = try PlayerRun(
            options + [
                "--cache-buffer-to-disk", "--buffer-max=60", "--buffer-method=none", "--pause", "--keep-open",
                "--control-bar=always", list,
            ], environment: Self.environment)
        // The pieces are one MiB long, which the reader never requests, up to the last one.
        let last = sound.count / (1 << 20) * (1 << 20)
        let isHeld = servers[0].wait { server in
            server.requests.contains { $0["range"] == "bytes=\(last)-\(sound.count - 1)" }
        }
        #expect(isHeld, "\(servers[0].requests.compactMap { $0["range"] })")
        #expect(servers[1].requests.isEmpty)
        try run.wait(for: "the length") { $0.text.contains("00:00 / 01:00") }
        servers = []
        run.type("g50\r")
        try run.wait(for: "its being there") { $0.text.contains("00:50 / 01:00") }
        run.type(" ")
        try run.wait(for: "its going on") { $0.text.contains("00:51 / 01:00") }
        try run.quit()
    }

    @Test(
        "ADV-60: with --cache-buffer-to-disk a minute is on the disk and only seconds in memory, and both play without the server"
    )
    func held() throws {
        let (options, folder) = cacheFolder()
        defer { BuiltProgram.remove(folder) }
        var list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"
        for round in 0..<8 {
            for number in 0..<5 {
                list += number == 0 ? "#EXT-X-DISCONTINUITY\n" : ""
                list += "#EXTINF:2.0,\n/ts/low\(number).ts?round=\(round)\n"
            }
        }
        var server: FaultServer? = try Self.server(list + "#EXT-X-ENDLIST\n")
        let run = try PlayerRun(
            options + [
                "--cache-buffer-to-disk", "--buffer-max=60", "--buffer-method=none", "--pause", "--start=1",
                "--control-bar=always",
                try #require(server).text("/long.m3u8"),
            ], environment: Self.environment)
        try run.waitForPicture()
        // 60 s are 30 segments. Memory holds five seconds of them, three or four segments, and one more is requested.
        expect(server?.wait { $0.requests.count { $0.path.hasSuffix(".ts") } >= 29 }, is: true)
        run.type("i")
        try run.wait(for: "the figures") { screen in
            screen.text.split(separator: "\n").contains { line in
                guard line.contains("Buffered"), let seconds = line.firstMatch(of: /([0-9.]+) s, ([0-9.]+) (k?)B/)
                else {
                    return false
                }
                // All of them would be half a megabyte.
                return (Double(seconds.1) ?? 0) > 55 && (Double(seconds.2) ?? 0) < 150
            }
        }
        run.type("i")
        server = nil
        run.type(" ")
        for seconds in [20, 40] {
            for _ in 0..<4 { run.type(Keys.right) }
            try run.wait(for: "what only the disk has") {
                $0.text.contains("0:\(seconds / 10)") && ($0.counter ?? 0) > 0
            }
        }
        try run.quit()
    }
}
