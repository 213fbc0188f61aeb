import Foundation
import TestSupport
import Testing

/// Tests of options in the real program, as seen by its socket, its screen and servers.
struct OptionRunTests {
    private let counter = Fixtures.path("counter.mp4")
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())

    private func player(_ words: [String]) throws -> (run: PlayerRun, client: SocketClient) {
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            ["--no-resume", "--input-ipc-server=" + name] + words, environment: ["no_proxy": "127.0.0.1"])
        return (run, try SocketClient(name))
    }

    @Test(
        "CFG-02, CFG-09, CFG-10, PLAY-05, PLAY-09, INFO-02, ADV-30, ADV-31, ADV-51: the service's information is requested with the values of all options before its answer is opened"
    )
    func service() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/acme/all.tvplay.json":
                FaultReply(
                    200,
                    Array(
                        #"{"tvplay": 1, "videos": [{"id": "v", "title": "Own", "credential": "auth", "vod": {"address": "/info", "params": {"a": "x y"}}}]}"#
                            .utf8))
            case "/info":
                FaultReply(
                    200, Array(#"{"id": "v", "definitions": [{"key": "low", "addresses": ["/film.mp4"]}]}"#.utf8))
            default: .file(Self.film, for: request)
            }
        }
        let (run, _) = try player([
            "--pause", "--start=1", "--domain-prefix=acme", "--token=t0ken", "--access-key=k3y",
            "--play-domain=p.example",
            "--version-of-recording=3", "--encrypted", "--preview=20", "--vod-params=b=3", "--user-name=Ada & Co",
            "--user-number=7",
            "--user-group=3", server.text("/{prefix}/all.tvplay.json"),
        ])
        try run.waitForPicture()
        try run.quit()
        let asked = try #require(server.requests.first { $0.path == "/info" })
        let query = Set((asked.query ?? "").split(separator: "&").map(String.init))
        let wanted: Set = [
            "id=v", "a=x%20y", "b=3", "play_domain=p.example", "version=3", "encrypted=1", "user_name=Ada%20%26%20Co",
            "user_number=7", "user_group=3", "preview=20",
        ]
        #expect(query.isSuperset(of: wanted), "\(wanted.subtracting(query))")
        expect(asked["authorization"], is: "Bearer t0ken")
        expect(asked["x-access-key"], is: "k3y")
    }

    @Test(
        "too few open files allowed end tvplay with a message, and a low soft limit is raised")
    func descriptors() throws {
        func start(_ limits: String) throws -> BuiltProgram.Outcome {
            let line = limits + "; exec \"$0\" --version"
            let words = ["-c", line, BuiltProgram.path("tvplay")]
            return try BuiltProgram.run("/bin/sh", words, environment: ["LANG": "C"])
        }
        let refused = try start("ulimit -n 30")
        #expect(refused.status != 0)
        let sentence = "tvplay: Only 30 files may be open at once, and tvplay needs 64: raise the limit (ulimit -Hn)\n"
        expect(refused.errors, is: sentence)
        try expect(start("ulimit -S -n 30").status, is: 0)
    }

    @Test("ADV-33, ADV-34, ADV-40: referrer, user agent and header fields are sent with each request for the film")
    func fields() throws {
        let server = try FaultServer(file: Self.film)
        let (run, _) = try player([
            "--pause", "--start=1", "--referrer=http://page.example/", "--user-agent=Tester/1",
            "--http-header-fields=X-One: 1,X-Two: 2", server.text("/film.mp4"),
        ])
        try run.waitForPicture()
        try run.quit()
        #expect(!server.requests.isEmpty)
        for request in server.requests {
            #expect(request["referer"] == "http://page.example/")
            expect(request["user-agent"], is: "Tester/1")
            #expect(request["x-one"] == "1" && request["x-two"] == "2")
        }
    }

    @Test("PLAY-08, ADV-53: --pause shows the first picture and starts no playback until play")
    func opening() throws {
        let (run, client) = try player(["--pause", "--start=2", counter])
        _ = try client.ask(#"["observe_property_string",1,"playback-status"]"#)
        try client.wait(for: "playback-status", "ready")
        try expect(run.waitForPicture(), is: 50)
        #expect(try client.get("time-pos") as? Double == 2)
        run.type(" ")
        try run.waitForPictures(3)
        #expect(try client.get("playback-status") as? String == "playing")
        try run.quit()
    }

    @Test("PLAY-11: a speed outside 0.25 to 4 becomes the nearest limit, by option, key and socket")
    func speed() throws {
        let (run, client) = try player(["--pause", "--start=1", "--speed=8", counter])
        try run.waitForPicture()
        #expect(try client.get("speed") as? Double == 4)
        run.type("}")
        #expect(try client.get("speed") as? Double == 4)
        _ = try client.ask(#"["set_property","speed",0.1]"#)
        _ = try client.ask(#"["observe_property",1,"speed"]"#)
        try client.wait(for: "speed", "0.25")
        try run.quit()
    }

    @Test("PLAY-07: the next item starts without position, loop or chapters of the previous one")
    func opensAnew() throws {
        let (run, client) = try player(["--pause", "--start=1", counter, Fixtures.path("timed-text.mp4")])
        try run.waitForPicture()
        _ = try client.ask(#"["set_property","ab-loop-a",1]"#)
        _ = try client.ask(#"["seek",5,"absolute+exact"]"#)
        try run.wait(for: "the picture of 5 s") { $0.counter == 125 }
        #expect(try client.get("chapter-list/0/title") as? String == "First")
        run.type(">")
        try client.wait(for: "the next item") { $0["event"] as? String == "start-file" }
        try client.wait(for: "it is open") { $0["event"] as? String == "playback-restart" }
        #expect(try client.get("ab-loop-a") as? String == "no")
        #expect((try client.get("time-pos") as? Double ?? 9) < 5)
        #expect(try client.get("chapter-list/0/title") as? String != "First")
        try run.quit()
    }

    @Test("PLAY-25: while an intro plays, position and duration are the content's and do not change")
    func intro() throws {
        let (run, client) = try player(["--intro=" + Fixtures.path("timed-text.mp4"), counter])
        try run.waitForPicture()
        #expect(try client.get("time-pos") as? Double == 0)
        _ = try client.ask(#"["seek",3]"#)
        #expect(try client.get("time-pos") as? Double == 0)
        run.type(">")
        _ = try client.ask(#"["observe_property",1,"duration"]"#)
        try client.wait(for: "the content's duration") { ($0["data"] as? Double ?? 0) > 9.5 }
        try run.waitForPictures(2)
        try run.quit()
    }

    @Test("ADV-49: --audio-channel starts with one channel, and C selects the next")
    func channels() throws {
        let (run, client) = try player(["--pause", "--start=1", "--audio-channel=left", counter])
        try run.waitForPicture()
        #expect(try client.get("audio-channel") as? String == "left")
        _ = try client.ask(#"["observe_property",1,"audio-channel"]"#)
        run.type("C")
        try client.wait(for: "audio-channel", "right")
        try run.quit()
    }

    @Test("CTRL-10, CTRL-11: S in a stream writes the current frame in the stream's full resolution")
    func streamScreenshot() throws {
        let server = try FaultServer { request in
            .file(
                Array(FileManager.default.contents(atPath: Fixtures.path("streams" + request.path)) ?? Data()),
                for: request)
        }
        let (run, client) = try player(["--pause", "--start=1", server.text("/ts/high.m3u8")])
        try run.waitForPicture()
        run.type("S")
        try run.wait(for: "the message") { $0.text.contains("Saved as ~/") }
        let names = try FileManager.default.contentsOfDirectory(atPath: run.folder.path).filter { $0.hasSuffix(".png") }
        let file = [UInt8](
            try Data(contentsOf: run.folder.appendingPathComponent(try #require(names.first))).prefix(24))
        func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        try expect(number(16), is: (try client.get("width") as? Int))
        try expect(number(20), is: (try client.get("height") as? Int))
        try run.quit()
    }

    @Test("UI-03: b jumps back by --jump-back; UI-27: f shows the picture only, and Esc shows the bar again")
    func screenKeys() throws {
        let (run, client) = try player(["--pause", "--start=8", "--jump-back=3", "--control-bar=always", counter])
        try run.wait(for: "the bar") { $0.text(row: 23).contains("00:08") }
        _ = try client.ask(#"["observe_property",1,"time-pos"]"#)
        run.type("b")
        try client.wait(for: "a jump") { ($0["data"] as? Double).map { (3.9...5.1).contains($0) } ?? false }
        run.type("f")
        try run.wait(for: "the picture alone") { !$0.text(row: 23).contains("00:") }
        run.type(Keys.escape)
        try run.wait(for: "the bar again") { $0.text(row: 23).contains("00:0") }
        try run.quit()
    }

    @Test("UI-09, UI-10, UI-11, UI-15: a custom layout has its controls and texts, and g-L selects the next layout")
    func layouts() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("layouts.conf")
        try Data("[mine]\nstandard = playback \"my own bar\" progress:8:1\n".utf8).write(to: file)
        let (run, _) = try player(["--pause", "--control-bar=always", "--layout=" + file.path, counter])
        try run.wait(for: "the text") { $0.text(row: 23).contains("my own bar") }
        run.type("gL")
        try run.wait(for: "another layout") { !$0.text(row: 23).contains("my own bar") }
        try run.quit()
    }

    @Test("UI-33: --ascii draws bar, pages and picture with ASCII only")
    func ascii() throws {
        let (run, _) = try player(["--pause", "--ascii", "--control-bar=always", counter])
        try run.wait(for: "the bar") { $0.text(row: 23).contains("00:00") }
        #expect(run.screen.text.unicodeScalars.allSatisfy { $0.isASCII })
        run.type("?")
        try run.wait(for: "the keys") { $0.text.contains("play or pause") }
        #expect(run.screen.text.unicodeScalars.allSatisfy { $0.isASCII })
        run.type("?")
        try run.quit()
    }

    @Test("ADV-04, ARCH-03, ARCH-08: --log-events contains the events of the content in order")
    func events() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let log = folder.appendingPathComponent("events")
        let (run, client) = try player(["--keep-open", "--pause", "--start=1", "--log-events=" + log.path, counter])
        try run.waitForPicture()
        _ = try client.ask(#"["observe_property",1,"playback-status"]"#)
        _ = try client.ask(#"["seek",5,"absolute+exact"]"#)
        try run.wait(for: "the end of the seek") { _ in
            (try? String(contentsOf: log, encoding: .utf8))?.contains("SeekEnd") == true
        }
        _ = try client.ask(#"["seek",9.5,"absolute+exact"]"#)
        _ = try client.ask(#"["set_property","pause",false]"#)
        try client.wait(for: "playback-status", "reachEnd")
        try run.quit()
        let names = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap {
            $0.split(separator: " ").dropFirst().first.map(String.init)
        }
        var rest = names[...]
        for name in ["FirstRenderedStart", "Ready", "SeekEnd", "Play", "End", "Terminate"] {
            let place = try #require(rest.firstIndex(of: name), "\(name) in \(names)")
            rest = rest[(place + 1)...]
        }
    }
}
