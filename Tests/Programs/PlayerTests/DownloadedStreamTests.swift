import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

/// Tests of downloaded streams, pairs of files and halves of files, in the real programs.
@Suite(
    .serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"), .timeLimit(.minutes(10)))
struct DownloadedStreamTests {
    private static func fixture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(name))))
    }

    private func server(_ stream: String) throws -> NginxServer {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: Fixtures.path("streams/" + stream)) {
            files["film/" + name] = try Self.fixture("streams/\(stream)/\(name)")
        }
        return try NginxServer(files: files, locations: "location / { root ROOT; }")
    }

    private func play(_ path: String, _ daemon: DaemonRun, _ more: [String] = []) throws -> PlayerRun {
        try PlayerRun(["--no-resume"] + more + [path], environment: daemon.environment)
    }

    @Test(
        "ADV-73, DL-15, ADV-81: segments of an encrypted stream are unreadable without the key, and play with it without the server, with seeking",
        arguments: ["aes/index.m3u8", "ts/master.m3u8", "mp4/manifest.mpd"])
    func secure(_ stream: String) throws {
        let daemon = try DaemonRun()
        let parts = stream.split(separator: "/").map(String.init)
        try expect(daemon.run("downloads", "key").status, is: 0)
        do {
            let nginx = try server(parts[0])
            let address = "http://127.0.0.1:\(nginx.port)/film/\(parts[1])"
            let done = try daemon.run("get", "--secure", "--wait", "--title=Film", address)
            expect(done.status, is: 0, "\(done.errors)")
        }
        let folder = daemon.downloads + "/Film"
        var count = 0
        for case let name as String in try #require(FileManager.default.enumerator(atPath: folder)) {
            guard !name.hasSuffix(".m3u8"), let data = FileManager.default.contents(atPath: folder + "/" + name) else {
                continue
            }
            #expect(data.starts(with: Array("TVSEAL01".utf8)), "\(name)")
            count += 1
        }
        #expect(count >= 5)
        let run = try play(folder + "/index.m3u8", daemon, ["--pause", "--start=1"])
        try run.waitForPicture()
        run.type("g8\r")
        try run.wait(for: "the picture at 8 s") { ($0.counter ?? 0) >= 195 }
        run.type("g1\r")
        try run.wait(for: "the picture at 1 s") { (20...30).contains($0.counter ?? 0) }
        try run.quit()
        let whole = try play(folder + "/index.m3u8", daemon, ["--speed=4"])
        try expect(whole.waitForExit(), is: .code(0), "\(whole.errors)")
        // The key is removed.
        let key = daemon.home.path + "/state/tvplay/downloads/secure.key"
        try FileManager.default.removeItem(atPath: key)
        let without = try BuiltProgram.run(
            DaemonRun.tvplay, ["--no-resume", "--end=0.1", folder + "/index.m3u8"], environment: daemon.environment)
        expect(without.status, is: 2, "\(without.errors)")
        #expect(without.errors.contains("--secure-key-file"), "\(without.errors)")
        let other = daemon.home.path + "/other.key"
        try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: other))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other)
        let wrong = try BuiltProgram.run(
            DaemonRun.tvplay, ["--no-resume", "--end=0.1", "--secure-key-file=" + other, folder + "/index.m3u8"],
            environment: daemon.environment)
        expect(wrong.status, is: 2, "\(wrong.errors)")
        #expect(wrong.errors.contains("wrongKey"), "\(wrong.errors)")
    }

    // MARK: Services

    private func script(_ text: String, in folder: URL) throws -> String {
        let path = folder.appendingPathComponent("helper").path
        try BuiltProgram.writeScript(text, to: path)
        return path
    }

    /// Downloads a page with a yt-dlp that returns `answer`. `$N` in it is the number of its calls.
    private func get(
        _ page: String, by answer: String, counting asked: String, _ daemon: DaemonRun, isSecure: Bool
    ) throws {
        let helper = try script(
            "echo x >> \(asked); N=$(wc -l < \(asked)); N=$((N)); cat <<EOF\n\(answer)\nEOF\n", in: daemon.home)
        // The first command decides how the daemon is started.
        if isSecure { try expect(daemon.run("downloads", "key", "--ytdl-path=" + helper).status, is: 0) }
        let words = ["get", "--ytdl-path=" + helper, "--definition=36p", "--wait"] + (isSecure ? ["--secure"] : [])
        let done = try BuiltProgram.run(
            DaemonRun.tvplay, words + [page],
            environment: daemon.environment.merging(["no_proxy": "127.0.0.1"]) { own, _ in own })
        expect(done.status, is: 0, "\(done.errors)")
    }

    @Test(
        "ARCH-43, DL-12, DL-18, ADV-79: a yt-dlp item of a picture and a sound file is downloaded with subtitles and cover, after expired addresses were renewed, and plays without the server",
        arguments: [false, true])
    func pair(_ isSecure: Bool) throws {
        let daemon = try DaemonRun()
        let (picture, sound) = (try Self.fixture("video-only.mp4"), try Self.fixture("audio-only.m4a"))
        let asked = daemon.home.path + "/asked"
        do {
            let server = try FaultServer { request in
                switch request.path {
                // The first addresses are valid for the picture's beginning only.
                case "/v.mp4" where request.query == "t=1":
                    request.number == 0
                        ? .file(picture, for: request, faults: [.close(after: 3000)]) : FaultReply(403)
                case "/a.m4a" where request.query == "t=1": FaultReply(403)
                case "/v.mp4": .file(picture, for: request)
                case "/a.m4a": .file(sound, for: request)
                case "/en.vtt": .file(Array("WEBVTT\n\n00:00.000 --> 00:10.000\nhello there\n".utf8), for: request)
                case "/cover.jpg": .file([1, 2, 3], for: request)
                case "/page":
                    {
                        var reply = FaultReply(200, Array("<html>".utf8))
                        reply.headers = [("Content-Type", "text/html; charset=utf-8")]
                        return reply
                    }()
                default: FaultReply(404)
                }
            }
            let answer = """
                {"_type": "video", "id": "x", "title": "A talk", "webpage_url": "\(server.text("/page"))",
                 "thumbnail": "\(server.text("/cover.jpg"))",
                 "subtitles": {"en": [{"url": "\(server.text("/en.vtt"))", "ext": "vtt"}]}, "formats": [
                 {"format_id": "a", "url": "\(server.text("/a.m4a"))?t=$N", "protocol": "http", "vcodec": "none",
                  "acodec": "aac"},
                 {"format_id": "low", "url": "\(server.text("/low.mp4"))?t=$N", "protocol": "http", "height": 18},
                 {"format_id": "v", "url": "\(server.text("/v.mp4"))?t=$N", "protocol": "http", "acodec": "none",
                  "height": 36}]}
                """
            try get(server.text("/page"), by: answer, counting: asked, daemon, isSecure: isSecure)
            // One request for each beginning, one refused request, and the rest.
            #expect(server.requests(for: "/v.mp4").contains { $0.query != "t=1" })
            #expect(!server.requests.contains { $0.path == "/low.mp4" })
        }
        let ending = isSecure ? ".sealed" : ""
        let names = ["A talk.mp4", "A talk.sound.m4a", "A talk.en.vtt", "A talk.cover.jpg"].map { $0 + ending }
        let folder = daemon.downloads
        try expect(Set(FileManager.default.contentsOfDirectory(atPath: folder)), is: Set(names))
        if !isSecure {
            #expect(daemon.has("A talk.mp4", picture) as Bool)
            #expect(daemon.has("A talk.sound.m4a", sound) as Bool)
        }
        let row = try #require(try daemon.json("downloads").first)
        #expect(row["definition"] as? String == "36p")
        #expect(row["title"] as? String == "A talk")
        let roles = (row["files"] as? [[String: Any]])?.compactMap { $0["role"] as? String }
        expect(roles, is: ["video", "sound", "subtitles", "cover"])
        let run = try play(folder + "/" + names[0], daemon, ["--pause", "--start=1"])
        try run.wait(for: "the length and a subtitle") {
            $0.text.contains("/ 00:10") && $0.text.contains("hello there")
        }
        run.type("ga")
        // The file of the picture has no sound.
        try run.wait(for: "the track of sound") { $0.text.contains("aac") }
        run.type(Keys.escape)
        try run.wait(for: "the list is closed") { !$0.text.contains("aac") }
        try run.quit()
    }

    @Test(
        "ARCH-43, DL-12, DL-18, ADV-79: yt-dlp's two HLS streams become one file, or one encrypted folder, after expired addresses were renewed, and play without the server",
        arguments: [false, true])
    func streamPair(_ isSecure: Bool) throws {
        let daemon = try DaemonRun()
        let asked = daemon.home.path + "/asked"
        do {
            let server = try FaultServer { request in
                if request.path == "/page" {
                    var reply = FaultReply(200, Array("<html>".utf8))
                    reply.headers = [("Content-Type", "text/html; charset=utf-8")]
                    return reply
                }
                // The first addresses have expired.
                if request.path == "/media_3.m3u8", request.query == "t=1" { return FaultReply(403) }
                guard let bytes = try? Self.fixture("streams/mp4" + request.path) else { return FaultReply(404) }
                return .file(bytes, for: request)
            }
            let answer = """
                {"_type": "video", "id": "x", "title": "A talk", "webpage_url": "\(server.text("/page"))", "formats": [
                 {"format_id": "a", "url": "\(server.text("/media_3.m3u8"))?t=$N", "protocol": "m3u8_native",
                  "vcodec": "none", "acodec": "aac"},
                 {"format_id": "v", "url": "\(server.text("/media_0.m3u8"))?t=$N", "protocol": "m3u8_native",
                  "acodec": "none", "height": 36}]}
                """
            try get(server.text("/page"), by: answer, counting: asked, daemon, isSecure: isSecure)
        }
        let row = try #require(try daemon.json("downloads").first)
        #expect(row["definition"] as? String == "36p")
        #expect(row["title"] as? String == "A talk")
        let film: String
        if isSecure {
            let folder = daemon.downloads + "/A talk"
            try expect(
                Set(FileManager.default.contentsOfDirectory(atPath: folder)),
                is: [
                    "index.m3u8", "main", "main.m3u8", "audio-sound", "audio-sound.m3u8",
                ])
            film = folder + "/index.m3u8"
        } else {
            try expect(FileManager.default.contentsOfDirectory(atPath: daemon.downloads), is: ["A talk.mp4"])
            film = daemon.downloads + "/A talk.mp4"
        }
        let run = try play(film, daemon, ["--pause", "--start=1"])
        try run.waitForPicture()
        run.type("ga")
        // The stream of the picture has no sound.
        try run.wait(for: "the track of sound") { $0.text.contains("aac") }
        run.type(Keys.escape)
        try run.wait(for: "the list is closed") { !$0.text.contains("aac") }
        run.type("g8\r")
        try run.wait(for: "the picture at 8 s") { ($0.counter ?? 0) >= 195 }
        try run.quit()
        let whole = try play(film, daemon, ["--speed=4"])
        try expect(whole.waitForExit(), is: .code(0), "\(whole.errors)")
    }

    @Test(
        "ARCH-42, DL-12, DL-18: a video of a PeerTube server is downloaded in the chosen definition, with its subtitles and its picture",
        .enabled(if: PeerTubeStub.isPresent, "\(PeerTubeStub.absentReason)"))
    func peerTube() throws {
        let (stub, daemon) = (try PeerTubeStub(), try DaemonRun())
        let film = try Self.fixture("counter.mp4")
        let id = "9c9de5e8-0a1e-484a-b099-e80766180a6d"
        do {
            let nginx = try NginxServer(
                files: [
                    "static/360.mp4": film, "static/720.mp4": film + film, "lazy/p.jpg": [1, 2, 3],
                    "lazy/fr.vtt": Array("WEBVTT\n".utf8),
                ],
                locations: """
                    location /api/ { proxy_pass http://127.0.0.1:\(stub.port); proxy_set_header Host $http_host; }
                    location / { root ROOT; }
                    """)
            let address = "http://127.0.0.1:\(nginx.port)/videos/watch/\(id)"
            let none = try daemon.run("get", "--wait", "--definition=4k", address)
            #expect(none.status != 0)
            let gid = try #require(try daemon.json("downloads").first?["gid"] as? String)
            #expect(try daemon.row(gid)?["errorCode"] as? String == "noSuchDefinition")
            try expect(daemon.run("downloads", "remove", "--yes", gid).status, is: 0)
            let done = try daemon.run("get", "--wait", "--definition=360p", address)
            expect(done.status, is: 0, "\(done.errors)")
        }
        #expect(stub.violations().isEmpty)
        #expect(daemon.has("A talk.mp4", film) as Bool)
        #expect(daemon.has("A talk.fr.vtt", Array("WEBVTT\n".utf8)))
        #expect(daemon.has("A talk.cover.jpg", [1, 2, 3]) as Bool)
        let run = try play(daemon.downloads + "/A talk.mp4", daemon, ["--pause", "--start=1"])
        try run.waitForPicture()
        try run.quit()
    }

    // MARK: Halves

    /// Returns the counter as a transport stream of some four million bytes. Null packets are between its packets,
    /// except at the end, from which its length is determined.
    private static func padded() throws -> [UInt8] {
        let bytes = try fixture("counter.ts")
        let nothing: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
        let filling = Array(repeatElement(nothing, count: 110).joined())
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count - 187, by: 188) {
            result += bytes[start..<start + 188]
            if start < bytes.count * 2 / 3 { result += filling }
        }
        return result
    }

    /// Returns the counter as a film whose end has no meaning: all that plays lies in the first MiB.
    private static func trailed() throws -> [UInt8] {
        let filling = 4 << 20
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: filling >> (8 * $0)) }
        return try fixture("counter.mp4") + size + Array("free".utf8) + [UInt8](repeating: 0, count: filling - 8)
    }

    @Test(
        "DL-27, DL-24: the part of a download on the disk plays without its server, also of a failed download",
        arguments: [false, true])
    func halfWithoutServer(_ isSecure: Bool) throws {
        let film = try Self.trailed()
        let daemon = try DaemonRun()
        let single = ["--download-connections=1", "--network-timeout=0.5", "--network-retries=1"]
        let id: String
        do {
            // The available part is the beginning; no more is ever sent.
            let server = try FaultServer { request in
                guard (request.range(of: film.count)?.lowerBound ?? 0) == 0, request.method == "GET" else {
                    return FaultReply(404)
                }
                return .file(film, for: request, faults: [.close(after: (2 << 20) + 5000)])
            }
            if isSecure {
                try expect(
                    BuiltProgram.run(
                        DaemonRun.tvplay, ["downloads", "key"] + single, environment: daemon.environment
                    ).status, is: 0)
            }
            let words = ["get"] + single + (isSecure ? ["--secure"] : []) + [server.text("/film.mp4")]
            let outcome = try BuiltProgram.run(DaemonRun.tvplay, words, environment: daemon.environment)
            id = try #require(outcome.output.split(separator: "\t").first.map(String.init), "\(outcome.errors)")
            try daemon.wait(id) { $0["label"] as? String == "failed" }
            #expect(try daemon.row(id)?["completedLength"] as? Int ?? 0 >= 1 << 20)
        }
        let run = try PlayerRun(
            ["downloads", "--keep-open"], columns: 120, rows: 36,
            environment: daemon.environment.merging(["no_proxy": "127.0.0.1"]) { own, _ in own })
        try run.wait(for: "the list") { $0.text.contains("film.mp4") }
        run.type("\r")
        try run.waitForPicture()
        run.type(" g8\r")
        try run.wait(for: "the picture at 8 s") { (195...210).contains($0.counter ?? 0) }
        run.type("g1\r")
        try run.wait(for: "the picture at 1 s") { (20...30).contains($0.counter ?? 0) }
        #expect(try daemon.row(id)?["label"] as? String == "failed")
        run.type("q")
        try run.wait(for: "the list again") { $0.text.contains("film.mp4") }
        try run.quit()
    }

    @Test(
        "DL-27, ADV-78, PLAY-06: Enter plays a running download at once from the disk, and missing parts come from the server",
        arguments: [false, true])
    func half(_ isSecure: Bool) throws {
        let film = try Self.padded()
        let daemon = try DaemonRun()
        // Once it holds, a request for the beginning gets only the bytes that identify the format.
        let holds = Monitor(false)
        let there = 1 << 20
        let server = try FaultServer { request in
            let start = request.range(of: film.count)?.lowerBound ?? 0
            let isHeld = start < there && holds.withLock { $0 }
            return .file(film, for: request, faults: isHeld ? [.stall(after: 20_000)] : [])
        }
        // With one connection, the available part is the beginning.
        let single = "--download-connections=1"
        if isSecure { try expect(daemon.run("downloads", "key", single).status, is: 0) }
        let words = [single, "--limit=600K"] + (isSecure ? ["--secure"] : []) + [server.text("/film.ts")]
        let outcome = try BuiltProgram.run(DaemonRun.tvplay, ["get"] + words, environment: daemon.environment)
        let id = try #require(outcome.output.split(separator: "\t").first.map(String.init), "\(outcome.errors)")
        try daemon.wait(id) { ($0["completedLength"] as? Int ?? 0) >= there }
        try expect(daemon.run("downloads", "limit", "1", id).status, is: 0)
        holds.update { $0 = true }
        let run = try PlayerRun(
            ["downloads"], columns: 120, rows: 36,
            environment: daemon.environment.merging(["no_proxy": "127.0.0.1"]) { own, _ in own })
        // An encrypted file is listed by the name of its content, and its path says where it lies.
        try run.wait(for: "the list") { $0.text.contains("film.ts") && !$0.text.contains("sealed") }
        #expect(try daemon.run("downloads").output.hasSuffix("\tfilm.ts\n"))
        let ending = isSecure ? "film.ts.sealed.tvpart\n" : "film.ts.tvpart\n"
        #expect(try daemon.run("downloads", "path", id).output.hasSuffix(ending))
        run.type("\r")
        try run.waitForPicture()
        run.type(" g3\r")
        try run.wait(for: "the picture at 3 s") { (70...80).contains($0.counter ?? 0) }
        #expect(server.requests.contains { ($0.range(of: film.count)?.lowerBound ?? 0) > there })
        run.type("g0\r")
        try run.wait(for: "its being at the beginning") { $0.text.contains("00:00 / 00:04") }
        run.type(" ")
        try run.wait(for: "the beginning, from the disk") { (1...60).contains($0.counter ?? 0) }
        // The download still runs.
        #expect(try daemon.row(id)?["label"] as? String == "downloading")
        run.type(Keys.escape)
        // Its title is in the bar, too.
        try run.wait(for: "the list again") { $0.text.contains("Downloads · 1 running") }
        try run.quit()
    }
}
