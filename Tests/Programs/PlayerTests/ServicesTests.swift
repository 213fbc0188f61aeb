import Foundation
import PlayCore
import TestSupport
import Testing

/// The built program and services on this machine: who is asked, how often, and what becomes of the answers.
@Suite("Services", .timeLimit(.minutes(10)))
struct ServicesTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())
    private static let silent = Array(FileManager.default.contents(atPath: Fixtures.path("video-only.mp4")) ?? Data())
    private static let sound = Array(FileManager.default.contents(atPath: Fixtures.path("audio-only.m4a")) ?? Data())
    /// Its header is at its start.
    private static let streamable = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mkv")) ?? Data())
    private static let environment: [String: String?] = ["no_proxy": "127.0.0.1"]

    private static func json(_ text: String) -> FaultReply {
        var reply = FaultReply(200, Array(text.utf8))
        reply.headers = [("Content-Type", "application/json")]
        return reply
    }

    private static func manifest(_ videos: String, _ albums: String = "") -> String {
        #"{"tvplay": 1, "title": "Physics", "videos": [\#(videos)], "albums": [\#(albums)]}"#
    }

    /// Plays the sound alone, without a terminal.
    private func play(
        _ arguments: [String], environment: [String: String] = [:], script: String? = nil
    ) throws -> (outcome: BuiltProgram.Outcome, events: String, asked: String) {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try Data("pcm.!default { type null }\n".utf8).write(to: folder.appendingPathComponent("alsa.conf"))
        if let script {
            let path = folder.appendingPathComponent("helper").path
            try Data(("#!/bin/sh\n" + script).utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        func text(_ name: String) -> String {
            let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"),
            ["--no-resume", "--log-events=" + folder.path + "/events", "--log-file=" + folder.path + "/log"]
                + arguments.map { $0.replacing("FOLDER", with: folder.path) },
            environment: environment.merging([
                "HOME": folder.path, "LANG": "C.UTF-8", "ALSA_CONFIG_PATH": folder.path + "/alsa.conf",
                "no_proxy": "127.0.0.1", "ASKED": folder.path + "/asked",
            ]) { own, _ in own })
        #expect(!text("log").contains("s3cr3t"))
        #expect(!outcome.errors.contains("s3cr3t"))
        return (outcome, text("events"), text("asked"))
    }

    @Test(
        "CFG-04, CFG-05, CFG-06: a token that ends in mid-play is renewed; playing goes on from there, with a notice and without a secret on the screen"
    )
    func renewal() throws {
        let server = try FaultServer { request in
            guard request.path == "/film.mp4" else {
                return Self.json(
                    Self.manifest(
                        #"{"id": "v", "title": "Waves", "definitions": [{"key": "720p", "addresses": ["film.mp4?t={token}"]}]}"#
                    ))
            }
            if request.query == "t=s3cr3t-2" { return .file(Self.film, for: request) }
            // Good for the index and for the first half.
            let start = request.range(of: Self.film.count)?.lowerBound ?? 0
            if start >= 25_000, start < 45_000 { return FaultReply(403) }
            return .file(Self.film, for: request, faults: start == 0 ? [.close(after: 25_000)] : [])
        }
        let run = try PlayerRun(
            [
                "--no-resume", "--token=s3cr3t-1", "--token-command=/bin/sh \(try Self.tokenScript("s3cr3t-2"))",
                server.text("/all.tvplay.json"),
            ], environment: Self.environment)
        try run.wait(for: "the notice") { $0.text.contains("Token renewed") }
        #expect(!run.screen.text.contains("s3cr3t"))
        try run.wait(for: "the rest") { ($0.counter ?? 0) > 200 }
        try run.quit()
        #expect(run.errors == "")
        let renewed = server.requests.drop { $0.query != "t=s3cr3t-2" }
        #expect(!renewed.isEmpty)
        #expect(renewed.allSatisfy { $0.query == "t=s3cr3t-2" })
        #expect(server.requests.filter { $0.path == "/all.tvplay.json" }.count == 2)
    }

    /// A program that prints a token.
    private static func tokenScript(_ token: String) throws -> String {
        let folder = try BuiltProgram.temporaryFolder()
        let script = folder.appendingPathComponent("token.sh")
        try Data("echo \(token)\n".utf8).write(to: script)
        return script.path
    }

    @Test(
        "CAT-08, CAT-09, CAT-10, PLAY-04: an album becomes the list; each item asks for its own token when it is played"
    )
    func album() throws {
        let server = try FaultServer { request in
            request.path == "/film.mp4"
                ? .file(Self.film, for: request)
                : Self.json(
                    Self.manifest(
                        #"""
                        {"id": "one", "definitions": [{"key": "low", "addresses": ["film.mp4?t={token}"]}]},
                        {"id": "two", "definitions": [{"key": "low", "addresses": ["film.mp4?t={token}"]}]}
                        """#, #"{"id": "term", "videos": ["two", "one"]}"#))
        }
        let place = server.text("/c.tvplay.json")
        let run = try play(
            ["--end=0.1", "--token-command=FOLDER/helper", place + "#term"],
            script: "echo \"$@\" >> \"$ASKED\"; echo token-of-$3\n")
        #expect(run.asked == "album term two\nalbum term one\n")
        #expect(server.requests.filter { $0.path == "/film.mp4" }.map(\.query) == ["t=token-of-two", "t=token-of-one"])
        #expect(run.events.matches(of: /\bReady\b/).count == 2)
        #expect(run.outcome.status == 0)
    }

    @Test(
        "ARCH-43, INFO-03, INFO-06: yt-dlp finds the video in a page; picture and sound of two files play as one; headers go along"
    )
    func page() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/v.mp4": return .file(Self.silent, for: request)
            case "/a.m4a": return .file(Self.sound, for: request)
            default:
                var reply = FaultReply(200, Array("<html>".utf8))
                reply.headers = [("Content-Type", "text/html; charset=utf-8")]
                return reply
            }
        }
        let answer = #"""
            {"_type": "video", "id": "x", "title": "A talk", "webpage_url": "\#(server.text("/page"))", "formats": [
             {"format_id": "a", "url": "\#(server.text("/a.m4a"))", "protocol": "http", "vcodec": "none", "acodec": "aac"},
             {"format_id": "v", "url": "\#(server.text("/v.mp4"))", "protocol": "http", "acodec": "none", "height": 36,
              "http_headers": {"Referer": "http://page.example/"}}]}
            """#
        let script = "echo \"$@\" >> \"$ASKED\"; cat <<'EOF'\n\(answer)\nEOF\n"
        let run = try play(["--end=0.2", "--ytdl-path=FOLDER/helper", server.text("/page")], script: script)
        #expect(run.outcome.status == 0, "\(run.outcome.errors)")
        #expect(run.events.contains("Ready"), "\(run.outcome.errors)")
        #expect(run.asked == "-J --no-warnings --no-progress --flat-playlist -- \(server.text("/page"))\n")
        #expect(Set(server.requests.map(\.path)) == ["/page", "/v.mp4", "/a.m4a"])
        let media = server.requests.filter { $0.path != "/page" }
        #expect(media.allSatisfy { $0["referer"] == "http://page.example/" })
        let without = try play(["--no-ytdl", server.text("/page")], script: script)
        #expect(without.outcome.status == 2)
        #expect(without.asked == "")
    }

    @Test("PLAY-04, CAT-08: what looks like PeerTube's is played by its server's word, and as it is without one")
    func peerTube() throws {
        let id = "kkGMgK9ZtnKfYAgnEtQxbv"
        func server(isPeerTube: Bool) throws -> FaultServer {
            try FaultServer { request in
                switch request.path {
                case "/api/v1/config" where isPeerTube: Self.json(#"{"serverVersion": "6.0.0", "instance": {}}"#)
                case "/api/v1/videos/" + id:
                    Self.json(
                        #"{"uuid": "u", "name": "A talk", "files": [{"resolution": {"id": 720}, "fileUrl": "/film.mp4"}]}"#
                    )
                case "/film.mp4": .file(Self.film, for: request)
                case "/w/" + id where !isPeerTube: .file(Self.film, for: request)
                default: FaultReply(404)
                }
            }
        }
        let own = try server(isPeerTube: true)
        #expect(try play(["--end=0.2", own.text("/w/" + id)]).outcome.status == 0)
        #expect(own.requests.contains { $0.path == "/film.mp4" })
        #expect(!own.requests.contains { $0.path == "/w/" + id })
        let other = try server(isPeerTube: false)
        #expect(try play(["--end=0.2", other.text("/w/" + id)]).outcome.status == 0)
        #expect(other.requests.map(\.path) == ["/api/v1/config", "/w/" + id])
    }

    @Test("ARCH-15, ARCH-16: probe lists the sources and marks the one that would be played; --source changes it")
    func probe() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/film.mp4": .file(Self.film, for: request)
            default:
                Self.json(
                    Self.manifest(
                        #"""
                        {"id": "v", "title": "Waves", "definitions": [
                         {"key": "720p", "width": 1280, "height": 720, "addresses": ["film.m3u8?t=s3cr3t"]},
                         {"key": "low", "addresses": ["film.mp4?t=s3cr3t"]}],
                         "subtitles": [{"url": "s.vtt", "language": "en", "name": "English"}]}
                        """#))
            }
        }
        func lines(_ arguments: [String]) throws -> [String] {
            let outcome = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), ["probe"] + arguments + [server.text("/a.tvplay.json")],
                environment: ["no_proxy": "127.0.0.1", "LANG": "C.UTF-8"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(!outcome.output.contains("s3cr3t"), "\(outcome.errors)")
            return outcome.output.split(separator: "\n").map(String.init)
        }
        let first = try lines([])
        #expect(first.contains("  * source: 720p hls 1280x720 \(server.text("/film.m3u8"))"), "\(first)")
        #expect(first.contains("  source: low progressive \(server.text("/film.mp4"))"))
        #expect(first.contains("  subtitles: en English"))
        #expect(try lines(["--source=mp4"]).contains("  * source: low progressive \(server.text("/film.mp4"))"))
        #expect(try lines(["--definition=low"]).contains("  * source: low progressive \(server.text("/film.mp4"))"))
    }

    @Test("PLAY-20, ARCH-41: reports go to the address that was named, with the text; without one nothing is sent")
    func reports() throws {
        let server = try FaultServer { request in
            request.method == "POST" ? FaultReply(204) : .file(Self.film, for: request)
        }
        let quiet = try play(["--end=0.3", "--report-text=class 7", server.text("/film.mp4?t=s3cr3t")])
        #expect(quiet.outcome.status == 0)
        #expect(!server.requests.contains { $0.method == "POST" })
        let told = try play([
            "--end=0.3", "--report-text=class 7", "--report-address=" + server.text("/report"),
            server.text("/film.mp4?t=s3cr3t"),
        ])
        let reports = server.requests.filter { $0.method == "POST" }
        #expect(told.outcome.status == 0)
        #expect(!reports.isEmpty)
        #expect(reports.allSatisfy { $0.path == "/report" })
        let text = reports.last.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
        #expect(text.contains(#""custom":"class 7""#) && text.contains(#""video":"\#(server.text("/film.mp4"))""#))
        #expect(!text.contains("s3cr3t"))
        #expect(!text.contains("screen"))
    }

    @Test(
        "ARCH-41, CTRL-06, INFO-09: on a terminal a report tells its size; another source is chosen where it plays; the service's text runs"
    )
    func screen() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/report": FaultReply(204)
            case "/a.tvplay.json":
                Self.json(
                    Self.manifest(
                        #"""
                        {"id": "v", "title": "Waves", "marquee": {"text": "Student 4711", "speed": 40}, "definitions": [
                         {"key": "720p", "addresses": ["film.mp4?d=720"]}, {"key": "low", "addresses": ["film.mp4?d=low"]}]}
                        """#))
            default: .file(Self.film, for: request)
            }
        }
        let run = try PlayerRun(
            [
                "--no-resume", "--keep-open", "--report-address=" + server.text("/report"),
                server.text("/a.tvplay.json"),
            ],
            environment: Self.environment)
        try run.wait(for: "the marquee") { $0.text.contains("Student 4711") }
        run.type("d")
        try run.wait(for: "the definitions") { $0.text.contains("720p") && $0.text.contains("Standard") }
        run.type("j\r")
        #expect(server.wait { $0.requests.contains { $0.query == "d=low" } })
        run.type("i")
        try run.wait(for: "the figures") { $0.text.contains("Definition") && $0.text.contains("Standard") }
        try run.quit()
        #expect(run.errors == "")
        let report = server.requests.last { $0.method == "POST" }.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
        #expect(report.contains(#""columns":80"#), "\(report)")
        #expect(report.contains(#""rows":24"#), "\(report)")
    }

    @Test("CFG-07: a token that was refused is entered by hand, and plays; it is never on the screen")
    func tokenByHand() throws {
        let server = try FaultServer { request in
            if request.path == "/film.mp4" { return .file(Self.film, for: request) }
            guard request["authorization"] == "Bearer s3cr3t" else { return FaultReply(401) }
            return Self.json(
                Self.manifest(#"{"id": "v", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#))
        }
        let run = try PlayerRun(
            ["--no-resume", "--token=old", server.text("/a.tvplay.json")], environment: Self.environment)
        try run.wait(for: "the offer") {
            $0.text.contains("Invalid or expired token") && $0.text.contains("enter a token")
        }
        run.type("ts3cr3t")
        try run.wait(for: "the line") { $0.text.contains("Token: ******") }
        #expect(!run.screen.text.contains("s3cr3t"))
        run.type("\r")
        try run.waitForPictures(3)
        try run.quit()
    }

    @Test("PLAY-03: an encrypted item plays by the same path as a plain one")
    func encryptedItem() throws {
        let server = try FaultServer { request in
            request.path == "/a.tvplay.json"
                ? Self.json(
                    Self.manifest(
                        #"{"id": "v", "encrypted": true, "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#))
                : .file(Self.film, for: request)
        }
        let run = try PlayerRun(
            ["--no-resume", server.text("/a.tvplay.json")], environment: Self.environment)
        try run.waitForPictures(2)
        try run.quit()
    }

    @Test(
        "an item found by a service is looped as it was asked to be, also where its server has no ranges",
        arguments: [true, false])
    func loops(hasRanges: Bool) throws {
        let server = try FaultServer { request in
            request.path.hasSuffix(".tvplay.json")
                ? Self.json(Self.manifest(#"{"id": "v", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#))
                : hasRanges ? .file(Self.streamable, for: request) : FaultReply(200, Self.streamable)
        }
        let run = try PlayerRun(
            ["--no-resume", "--loop-file=inf", server.text("/a.tvplay.json"), server.text("/b.tvplay.json")],
            environment: Self.environment)
        try run.waitForPictures(2)
        run.type("]]]]]]]]")
        try run.wait(for: "the end") { ($0.counter ?? 0) > 200 }
        try run.wait(for: "the start") { ($0.counter ?? 249) < 50 }
        try run.quit()
        #expect(server.requests(for: "/b.tvplay.json").isEmpty)
    }

    @Test("PLAY-01: what the service calls FLV plays like everything else")
    func flv() throws {
        let server = try FaultServer { request in
            request.path == "/a.tvplay.json"
                ? Self.json(
                    Self.manifest(
                        #"{"id": "v", "format": "flv", "definitions": [{"key": "low", "addresses": ["film.bin"]}]}"#))
                : .file(Self.film, for: request)
        }
        #expect(try play(["--end=0.1", server.text("/a.tvplay.json")]).outcome.status == 0)
    }

    @Test(
        "CFG-04, ARCH-07: while a service is asked everything can be ended and moved on from; its answer counts when it is back"
    )
    func waiting() throws {
        let server = try FaultServer { request in
            guard request.path == "/a.tvplay.json" else { return .file(Self.film, for: request) }
            var reply = Self.json(
                Self.manifest(
                    #"{"id": "v", "title": "Waves", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#))
            if request.number < 2 { reply.faults = [.hold] }
            return reply
        }
        let waiting = try PlayerRun([server.text("/a.tvplay.json")], environment: Self.environment)
        #expect(server.wait { $0.requests.count == 1 })
        try waiting.quit()
        let run = try PlayerRun(
            ["--no-resume", server.text("/a.tvplay.json"), server.text("/other.mp4")], environment: Self.environment)
        #expect(server.wait { $0.requests.count == 2 })
        run.type(">")
        try run.waitForPictures(2)
        run.type("<")
        #expect(server.wait { $0.requests.contains { $0.path == "/film.mp4" } })
        try run.quit()
        #expect(run.errors == "")
    }

    @Test("INFO-11: no screenshots of what a service does not allow them of")
    func prevented() throws {
        let server = try FaultServer { request in
            request.path == "/a.tvplay.json"
                ? Self.json(
                    Self.manifest(
                        #"{"id": "v", "prevent_screen_capture": true, "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#
                    ))
                : .file(Self.film, for: request)
        }
        let run = try PlayerRun(
            ["--no-resume", "--screenshot-dir=.", server.text("/a.tvplay.json")], environment: Self.environment)
        try run.waitForPictures(2)
        run.type("S")
        try run.wait(for: "the refusal") { $0.text.contains("does not allow screenshots") }
        try run.quit()
    }

    @Test("CFG-02: an address with a place for the prefix wants one; a token has its place in addresses, too")
    func places() throws {
        let server = try FaultServer(file: Self.film)
        let address = server.text("/{prefix}/film.mp4?t={token}")
        let without = try play([address])
        #expect(without.outcome.status == 2)
        #expect(without.outcome.errors.contains("--domain-prefix"))
        let with = try play(
            ["--end=0.1", "--domain-prefix=demo123", address], environment: ["TVPLAY_TOKEN": "s3cr3t"])
        #expect(with.outcome.status == 0)
        #expect(server.requests.map(\.path) == ["/demo123/film.mp4"])
        #expect(server.requests.first?.query == "t=s3cr3t")
    }

    @Test("ADV-30: at the end of a preview the viewer is told that it was one")
    func preview() throws {
        let server = try FaultServer { request in
            request.path == "/a.tvplay.json"
                ? Self.json(
                    Self.manifest(
                        #"{"id": "v", "credential": "auth", "preview": 11, "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#
                    ))
                : .file(Self.film, for: request)
        }
        let run = try play(["--start=9.5", server.text("/a.tvplay.json")])
        #expect(run.outcome.status == 0, "\(run.outcome.errors)")
        #expect(run.outcome.errors.contains("The preview has ended"), "\(run.outcome.errors)")
    }
}
