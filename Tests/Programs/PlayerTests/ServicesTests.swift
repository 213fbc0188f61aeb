import Foundation
import PlayCore
import TestSupport
import Testing

/// Tests of the built program with local services: which servers are asked, how often, and the results.
@Suite("Services", .timeLimit(.minutes(10)))
struct ServicesTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())
    private static let silent = Array(FileManager.default.contents(atPath: Fixtures.path("video-only.mp4")) ?? Data())
    private static let sound = Array(FileManager.default.contents(atPath: Fixtures.path("audio-only.m4a")) ?? Data())
    private static let environment: [String: String?] = ["no_proxy": "127.0.0.1"]

    /// Plays only the sound, without a terminal.
    private func play(
        _ arguments: [String], script: String
    ) throws -> (outcome: BuiltProgram.Outcome, events: String, asked: String) {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try Data("pcm.!default { type null }\n".utf8).write(to: folder.appendingPathComponent("alsa.conf"))
        let path = folder.appendingPathComponent("helper").path
        try BuiltProgram.writeScript(script, to: path)
        func text(_ name: String) -> String {
            let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"),
            ["--no-resume", "--log-events=" + folder.path + "/events", "--log-file=" + folder.path + "/log"]
                + arguments.map { $0.replacing("FOLDER", with: folder.path) },
            environment: [
                "HOME": folder.path, "LANG": "C.UTF-8", "ALSA_CONFIG_PATH": folder.path + "/alsa.conf",
                "no_proxy": "127.0.0.1", "ASKED": folder.path + "/asked",
            ])
        #expect(!text("log").contains("s3cr3t"))
        #expect(!outcome.errors.contains("s3cr3t"))
        return (outcome, text("events"), text("asked"))
    }

    @Test(
        "CFG-04, CFG-05, CFG-06: a token that expires during playback is renewed with a notice, and the film resumes without a secret on the screen"
    )
    func renewal() throws {
        let server = try FaultServer { request in
            guard request.path == "/film.mp4" else {
                return .manifest(
                    #"{"id": "v", "title": "Waves", "definitions": [{"key": "720p", "addresses": ["film.mp4?t={token}"]}]}"#
                )
            }
            if request.query == "t=s3cr3t-2" { return .file(Self.film, for: request) }
            // The first token is valid for the index and for the first half.
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
        expect(run.errors, is: "")
        let renewed = server.requests.drop { $0.query != "t=s3cr3t-2" }
        #expect(!renewed.isEmpty)
        #expect(renewed.allSatisfy { $0.query == "t=s3cr3t-2" })
        expect(server.requests.filter { $0.path == "/all.tvplay.json" }.count, is: 2)
    }

    /// Returns the path of a program that prints a token.
    private static func tokenScript(_ token: String) throws -> String {
        let folder = try BuiltProgram.temporaryFolder()
        let script = folder.appendingPathComponent("token.sh")
        try Data("echo \(token)\n".utf8).write(to: script)
        return script.path
    }

    @Test(
        "ARCH-43, INFO-03, INFO-06: yt-dlp finds the video of a page, its picture and sound files play as one, and their header fields are sent"
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
        expect(run.outcome.status, is: 0, "\(run.outcome.errors)")
        #expect(run.events.contains("Ready"), "\(run.outcome.errors)")
        expect(run.asked, is: "-J --no-warnings --no-progress --flat-playlist -- \(server.text("/page"))\n")
        expect(Set(server.requests.map(\.path)), is: ["/page", "/v.mp4", "/a.m4a"])
        let media = server.requests.filter { $0.path != "/page" }
        #expect(media.allSatisfy { $0["referer"] == "http://page.example/" })
        let without = try play(["--no-ytdl", server.text("/page")], script: script)
        expect(without.outcome.status, is: 2)
        expect(without.asked, is: "")
    }

    /// Returns a stand-in for yt-dlp that answers each page by the last part of its address, and counts its runs.
    private static func lists(_ server: FaultServer) -> String {
        func film(_ id: String, _ page: String) -> String {
            #"{"_type": "video", "id": "\#(id)", "title": "Film \#(id)", "webpage_url": "\#(server.text("/" + page))", "#
                + #""duration": 12, "formats": [{"url": "\#(server.text("/file/" + id + ".mp4"))", "protocol": "http"}]}"#
        }
        func page(_ name: String) -> String { #"{"_type": "url", "url": "\#(server.text("/" + name))"}"# }
        return #"""
            echo "$@" >> "$ASKED"
            case "$*" in
            *two) echo '{"_type": "playlist", "title": "Two", "entries": [\#(film("q1", "two")), \#(film("q2", "two"))]}' ;;
            *multi) echo '{"_type": "multi_video", "title": "All", "entries": [\#(film("p1", "multi")), \#(film("p2", "multi"))]}' ;;
            *loop) echo '{"_type": "playlist", "entries": [\#(page("loop")), \#(page("loop"))]}' ;;
            *there) echo '{"_type": "playlist", "entries": [\#(page("back"))]}' ;;
            *back) echo '{"_type": "playlist", "entries": [\#(page("there"))]}' ;;
            *) n=$(wc -l < "$ASKED")
               echo '{"_type": "playlist", "entries": [{"_type": "url", "url": "\#(server.text("/deep"))'"$n"'"}]}' ;;
            esac
            """#
    }

    @Test("a list of videos plays from its own data after one run of yt-dlp, and circular lists end with an error")
    func describedEntries() throws {
        let server = try FaultServer { request in
            if request.path.hasPrefix("/file/") { return .file(Self.film, for: request) }
            var reply = FaultReply(200, Array("<html>".utf8))
            reply.headers = [("Content-Type", "text/html")]
            return reply
        }
        func asked(
            _ page: String, _ options: [String] = ["--end=0.2"]
        ) throws -> (runs: Int, status: Int32, errors: String) {
            let run = try play(
                options + ["--ytdl-path=FOLDER/helper", server.text("/" + page)], script: Self.lists(server))
            return (run.asked.split(separator: "\n").count, run.outcome.status, run.outcome.errors)
        }
        let two = try asked("two")
        #expect(two.runs == 1 && two.status == 0, "\(two)")
        expect(Set(server.requests.map(\.path)), is: ["/two", "/file/q1.mp4", "/file/q2.mp4"])
        // The position is after the end of the first part.
        let multi = try asked("multi", ["--start=15", "--end=15.2"])
        #expect(multi.runs == 1 && multi.status == 0, "\(multi)")
        #expect(server.requests.contains { $0.path == "/file/p2.mp4" })
        let loop = try asked("loop")
        #expect(loop.runs == 1 && loop.errors.contains("found no video on this page"), "\(loop)")
        let circle = try asked("there")
        #expect(circle.runs == 2 && circle.errors.contains("leads only to itself"), "\(circle)")
        let deep = try asked("deep")
        #expect(deep.runs < 12 && deep.errors.contains("nested too deeply"), "\(deep)")
    }

    @Test("yt-dlp opens a page that refuses programs, sends cookies, and is not asked for a refused video")
    func refusedPage() throws {
        let server = try FaultServer { request in
            if request.path == "/v.mp4", request["cookie"] == "pass=7" { return .file(Self.film, for: request) }
            var reply = FaultReply(403, Array("<html>".utf8))
            reply.headers = [("Content-Type", "text/html")]
            return reply
        }
        let script = #"""
            echo "$@" >> "$ASKED"
            echo '{"_type": "video", "title": "A", "formats": [{"url": "\#(server.text("/v.mp4"))", "protocol": "http",
              "cookies": "pass=7; Domain=127.0.0.1; Path=/"}]}'
            """#
        let run = try play(["--end=0.2", "--ytdl-path=FOLDER/helper", server.text("/page")], script: script)
        #expect(run.outcome.status == 0 && run.events.contains("Ready"), "\(run.outcome.errors)")
        let film = try play(["--end=0.2", "--ytdl-path=FOLDER/helper", server.text("/other.mp4")], script: script)
        #expect(film.outcome.status == 2 && film.asked == "")
        let none = try play(["--end=0.2", "--ytdl-path=FOLDER/none", server.text("/page")], script: script)
        #expect(none.outcome.errors.contains("access denied (403)"), "\(none.outcome.errors)")
    }

    @Test(
        "header fields of a list's entry are sent with all of its requests, and with no other entry's"
    )
    func entryFields() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/c.m3u8":
                FaultReply(200, Array("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nc.mp4\n#EXT-X-ENDLIST\n".utf8))
            case "/s.vtt": FaultReply(200, Array("WEBVTT\n\n00:00.000 --> 00:09.000\nHello\n".utf8))
            default: .file(Self.film, for: request)
            }
        }
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let list = """
            #EXTM3U
            #EXTVLCOPT:http-user-agent=AgentFour
            #EXTVLCOPT:http-referrer=http://ref.example/
            #EXTVLCOPT:sub-file=\(server.text("/s.vtt"))
            \(server.text("/a.mp4"))
            \(server.text("/b.mp4"))|User-Agent=AgentFour&Referer=http://ref.example/
            #EXTINF:-1 http-user-agent="AgentFour" http-referrer="http://ref.example/",C
            \(server.text("/c.m3u8"))
            \(server.text("/plain.mp4"))
            """
        try Data(list.utf8).write(to: folder.appendingPathComponent("l.m3u"))
        let run = try play(["--end=0.2", folder.path + "/l.m3u"], script: "")
        expect(run.outcome.status, is: 0, "\(run.outcome.errors)")
        let (plain, own) = (
            server.requests.filter { $0.path == "/plain.mp4" }, server.requests.filter { $0.path != "/plain.mp4" }
        )
        #expect(Set(own.map(\.path)).isSuperset(of: ["/a.mp4", "/b.mp4", "/c.m3u8", "/c.mp4"]))
        #expect(own.allSatisfy { $0["user-agent"] == "AgentFour" && $0["referer"] == "http://ref.example/" })
        #expect(!plain.isEmpty && plain.allSatisfy { $0["user-agent"] != "AgentFour" && $0["referer"] == nil })
    }

    @Test("ARCH-15, ARCH-16: probe lists the sources and marks the one that would be played, and --source changes it")
    func probe() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/film.mp4": .file(Self.film, for: request)
            default:
                .manifest(
                    #"""
                    {"id": "v", "title": "Waves", "definitions": [
                     {"key": "720p", "width": 1280, "height": 720, "addresses": ["film.m3u8?t=s3cr3t"]},
                     {"key": "low", "addresses": ["film.mp4?t=s3cr3t"]}],
                     "subtitles": [{"url": "s.vtt", "language": "en", "name": "English"}]}
                    """#)
            }
        }
        func lines(_ arguments: [String]) throws -> [String] {
            let outcome = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), ["probe"] + arguments + [server.text("/a.tvplay.json")],
                environment: ["no_proxy": "127.0.0.1", "LANG": "C.UTF-8"])
            expect(outcome.status, is: 0, "\(outcome.errors)")
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

    @Test(
        "ARCH-41, CTRL-06, INFO-09: a report contains the terminal's size, another source can be selected during playback, and the service's text runs"
    )
    func screen() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/report": FaultReply(204)
            case "/a.tvplay.json":
                .manifest(
                    #"""
                    {"id": "v", "title": "Waves", "marquee": {"text": "Student 4711", "speed": 40}, "definitions": [
                     {"key": "720p", "addresses": ["film.mp4?d=720"]}, {"key": "low", "addresses": ["film.mp4?d=low"]}]}
                    """#)
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
        expect(run.errors, is: "")
        let report = server.requests.last { $0.method == "POST" }.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
        #expect(report.contains(#""columns":80"#), "\(report)")
        #expect(report.contains(#""rows":24"#), "\(report)")
    }

    @Test("CFG-07: after a refusal a token can be entered by hand, and it is never shown")
    func tokenByHand() throws {
        let server = try FaultServer { request in
            if request.path == "/film.mp4" { return .file(Self.film, for: request) }
            guard request["authorization"] == "Bearer s3cr3t" else { return FaultReply(401) }
            return .manifest(#"{"id": "v", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#)
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
}
