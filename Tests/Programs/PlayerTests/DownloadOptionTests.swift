import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

/// Tests of request options of `tvplay get`, with the real front and the real daemon.
@Suite(.serialized)
struct DownloadOptionTests {
    private static let film = [UInt8](repeating: 7, count: 300_000)
    private static let playlist = Array(
        """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:0
        #EXTINF:4,
        a.ts
        #EXTINF:4,
        ELSEWHERE
        #EXT-X-ENDLIST

        """.utf8)

    /// Answers requests with the key, and returns 403 to all others.
    private static func reply(_ request: ReceivedRequest, _ key: String, elsewhere: String) -> FaultReply {
        guard request["x-key"] == key, request["user-agent"] == "own" else { return FaultReply(403) }
        guard request.path.hasSuffix(".m3u8") else { return .file(film, for: request) }
        let text = String(decoding: playlist, as: UTF8.self).replacing("ELSEWHERE", with: elsewhere)
        return .file(Array(text.utf8), for: request)
    }

    /// Returns the modes of all files below the folder of the downloads' state that contain a text.
    private static func modes(of secret: String, in daemon: DaemonRun) throws -> [Int] {
        let root = daemon.home.path + "/state"
        let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return try names.compactMap { name in
            guard let bytes = FileManager.default.contents(atPath: root + "/" + name),
                String(decoding: bytes, as: UTF8.self).contains(secret)
            else { return nil }
            return try FileManager.default.attributesOfItem(atPath: root + "/" + name)[.posixPermissions] as? Int
        }
    }

    @Test("options of one get apply to its own requests, also after a restart, and to no other download")
    func own() throws {
        let server = try FaultServer { Self.reply($0, "s3cret", elsewhere: "b.ts") }
        let daemon = try DaemonRun()
        let other = try daemon.get("--paused", server.text("/other.mp4"))
        let first = try daemon.get(
            "--paused", "--header=X-Key: s3cret", "--user-agent=own", "--http-proxy=no", server.text("/film.mp4"))
        let second = try daemon.get("--paused", server.text("/second.mp4") + "|User-Agent=own&X-Key=s3cret")
        let stream = try daemon.get(
            "--paused", "--keep-segments", "--header=X-Key: s3cret", "--user-agent=own", server.text("/list.m3u8"))
        #expect(try daemon.row(second)?["reference"] as? String == server.text("/second.mp4"))
        let process = try #require(daemon.processID)
        let words = try #require(FileManager.default.contents(atPath: "/proc/\(process)/cmdline"))
        #expect(!String(decoding: words, as: UTF8.self).contains("s3cret"))
        kill(process, SIGKILL)
        daemon.waitForEnd(of: process)
        try expect(daemon.run("downloads", "resume", "--all").status, is: 0)
        for id in [first, second, stream] { try daemon.wait(id) { $0["label"] as? String == "done" } }
        try daemon.wait(other) { $0["label"] as? String == "failed" }
        #expect(daemon.has("film.mp4", Self.film) && daemon.has("second.mp4", Self.film))
        let modes = try Self.modes(of: "s3cret", in: daemon)
        #expect(!modes.isEmpty && modes.allSatisfy { $0 & 0o077 == 0 })
        #expect(server.requests(for: "/other.mp4").allSatisfy { $0["x-key"] == nil && $0["user-agent"] != "own" })
        #expect(!String(describing: try daemon.json("downloads")).contains("s3cret"))
    }

    @Test("options typed with the get that starts the daemon do not apply to the next get")
    func starting() throws {
        let server = try FaultServer { .file(Self.film, for: $0) }
        let daemon = try DaemonRun()
        #expect(
            try daemon.run("get", "--wait", "--user-agent=own", "--referrer=http://r.test/", server.text("/a.mp4"))
                .status == 0)
        try expect(daemon.run("get", "--wait", server.text("/b.mp4")).status, is: 0)
        #expect(
            server.requests(for: "/a.mp4").allSatisfy {
                $0["user-agent"] == "own" && $0["referer"] == "http://r.test/"
            })
        #expect(server.requests(for: "/b.mp4").allSatisfy { $0["user-agent"] != "own" && $0["referer"] == nil })
    }

    @Test("a key of one get is not sent to another server in its playlist, but the user agent is")
    func elsewhere() throws {
        let other = try FaultServer { .file(Self.film, for: $0) }
        let target = other.text("/b.ts")
        let server = try FaultServer { Self.reply($0, "s3cret", elsewhere: target) }
        let daemon = try DaemonRun()
        let outcome = try daemon.run(
            "get", "--wait", "--keep-segments", "--header=X-Key: s3cret", "--user-agent=own", server.text("/list.m3u8"))
        expect(outcome.status, is: 0, "\(outcome.errors)")
        #expect(!other.requests.isEmpty)
        #expect(other.requests.allSatisfy { $0["x-key"] == nil && $0["user-agent"] == "own" })
    }

    @Test("the configuration is read again for each command")
    func configuration() throws {
        let server = try FaultServer { .file(Self.film, for: $0) }
        let daemon = try DaemonRun()
        try expect(daemon.run("get", "--wait", server.text("/a.mp4")).status, is: 0)
        let folder = daemon.home.path + "/config/tvplay"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("user-agent=lasting\n".utf8).write(to: URL(fileURLWithPath: folder + "/tvplay.conf"))
        try expect(daemon.run("get", "--wait", server.text("/b.mp4")).status, is: 0)
        #expect(server.requests(for: "/a.mp4").allSatisfy { $0["user-agent"] != "lasting" })
        #expect(server.requests(for: "/b.mp4").allSatisfy { $0["user-agent"] == "lasting" })
    }

    @Test("get --wait --json ends with the outcome of each download, and exits with the code of the failure")
    func outcomes() throws {
        let server = try FaultServer { $0.path == "/a.mp4" ? .file(Self.film, for: $0) : FaultReply(404) }
        let daemon = try DaemonRun()
        let outcome = try daemon.run("get", "--wait", "--json", server.text("/a.mp4"), server.text("/none.mp4"))
        expect(outcome.status, is: 3)
        let lines = try outcome.output.split(separator: "\n").suffix(2).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        expect(lines.map { $0["status"] as? String }, is: ["complete", "error"])
        expect(lines.map { $0["code"] as? Int }, is: [0, 3])
        #expect(lines.first?["path"] as? String == daemon.downloads + "/a.mp4")
        let words = try #require(lines.last?["errorMessage"] as? String)
        expect(words, is: "the server responded with 404")
        #expect(try daemon.run("downloads").output.contains(words))
        #expect(try daemon.json("downloads").contains { $0["errorMessage"] as? String == words })
    }
}
