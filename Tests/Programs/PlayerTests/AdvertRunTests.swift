import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@Suite("Adverts", .serialized, .timeLimit(.minutes(15)))
struct AdvertRunTests {
    /// A clip of one second, half of it red, a colour that the film lacks.
    private static let clip = bytes("rotated.mp4")
    private static let film = Fixtures.path("counter.mp4")

    private static func bytes(_ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: Fixtures.path(name)) ?? Data())
    }

    /// A server of documents, films and trackers.
    private final class Publisher: Sendable {
        let server: FaultServer

        /// - Parameter documents: documents by path; `BASE` in them is replaced by the server's address.
        init(_ documents: [String: String], faults: @escaping @Sendable (String) -> FaultReply? = { _ in nil }) throws {
            let port = Monitor(0)
            server = try FaultServer { request in
                if let reply = faults(request.path) { return reply }
                if request.path.hasPrefix("/t/") { return FaultReply(204) }
                if request.path.hasSuffix(".mp4") { return .file(AdvertRunTests.clip, for: request) }
                guard let text = documents[request.path] else { return FaultReply(404) }
                let base = "http://127.0.0.1:\(port.withLock { $0 })"
                return FaultReply(200, Array(text.replacing("BASE", with: base).utf8))
            }
            port.withLock { [server] in $0 = server.port }
        }

        /// The requests to trackers, in order.
        var told: [String] {
            server.requests.filter { $0.path.hasPrefix("/t/") }
                .map { String($0.path.dropFirst(3)) + ($0.query.map { "?" + $0 } ?? "") }
        }
    }

    private static func linear(_ name: String, skip: String = "", film: String = "BASE/ad.mp4") -> String {
        """
        <InLine><AdTitle>\(name)</AdTitle><Error>BASE/t/\(name)-error?[ERRORCODE]</Error>
        <Impression>BASE/t/\(name)-impression</Impression><Creatives><Creative><Linear \(skip)>
        <Duration>00:00:01</Duration><TrackingEvents>
        \(["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "skip"].map {
            "<Tracking event='\($0)'>BASE/t/\(name)-\($0)</Tracking>"
        }.joined())
        </TrackingEvents><VideoClicks><ClickThrough>https://shop.example/page</ClickThrough>
        <ClickTracking>BASE/t/\(name)-click</ClickTracking></VideoClicks>
        <MediaFiles><MediaFile type="video/mp4" delivery="progressive" width="64" height="64">\(film)</MediaFile>
        </MediaFiles></Linear></Creative></Creatives></InLine>
        """
    }

    private static func vast(_ ads: String...) -> String {
        "<VAST version='3.0'>" + ads.map { "<Ad>\($0)</Ad>" }.joined() + "</VAST>"
    }

    private static func vmap(_ breaks: [(time: String, address: String)]) -> String {
        "<vmap:VMAP xmlns:vmap='http://www.iab.net/videosuite/vmap' version='1.0'>"
            + breaks.map {
                "<vmap:AdBreak timeOffset='\($0.time)' breakType='linear'><vmap:AdSource><vmap:AdTagURI>"
                    + "\($0.address)</vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>"
            }.joined() + "</vmap:VMAP>"
    }

    private static func tracked(_ name: String) -> [String] {
        [
            "\(name)-impression", "\(name)-start", "\(name)-firstQuartile", "\(name)-midpoint", "\(name)-thirdQuartile",
            "\(name)-complete",
        ]
    }

    private static let environment = ["no_proxy": "127.0.0.1"]

    @Test(
        "UI-20, PLAY-23, ARCH-09, ARCH-10: adverts of a VMAP play before and within the film, appear in the bar and reach their trackers in order, and the film resumes at its place"
    )
    func breaks() throws {
        let publisher = try Publisher([
            "/vmap": Self.vmap([("start", "BASE/pre"), ("00:00:04.000", "BASE/mid")]),
            "/pre": Self.vast(Self.linear("pre")), "/mid": Self.vast(Self.linear("mid")),
        ])
        let run = try PlayerRun(
            ["--no-resume", "--start=1", "--ads=" + publisher.server.text("/vmap"), Self.film],
            environment: Self.environment)
        try run.wait(for: "the advert before the film") { $0.text.contains("Ad 00:0") }
        run.type(Keys.right)
        try run.wait(for: "why it cannot be sought in") { $0.text.contains("Seeking is not available during an ad") }
        try run.wait(for: "the film") { (25..<100).contains($0.counter ?? 0) }
        try run.wait(for: "the advert within the film") { $0.text.contains("Ad 00:0") }
        // The film resumes at 4 s.
        try run.wait(for: "the film again") { screen in
            !screen.text.contains("Ad 00:0") && (1..<250).contains(screen.counter ?? 0)
        }
        #expect((98...125).contains(run.screen.counter ?? 0), "\(run.screen.counter ?? 0)")
        try run.waitForPictures(10)
        try run.quit()
        expect(publisher.told, is: Self.tracked("pre") + Self.tracked("mid"))
    }

    @Test("ARCH-10: --log-events names each step of a break")
    func events() throws {
        let publisher = try Publisher(["/vast": Self.vast(Self.linear("pre"))])
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let log = folder.appendingPathComponent("events").path
        let run = try PlayerRun(
            ["--no-resume", "--log-events=" + log, "--ads=" + publisher.server.text("/vast"), "--length=1", Self.film],
            environment: Self.environment)
        try expect(run.waitForExit(), is: .code(0))
        let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
        let names = text.split(separator: "\n").compactMap {
            $0.split(separator: " ").dropFirst().first.map(String.init)
        }
        expect(
            names.filter { $0.hasPrefix("Ad") },
            is: [
                "AdSequenceEnter", "AdEnter", "AdProgress", "AdProgress", "AdProgress", "AdProgress", "AdExit",
                "AdSequenceExit",
            ])
        // The film has each event once, after the advert.
        expect(names.filter { $0 == "Ready" || $0 == "End" }, is: ["Ready", "End"], "\(names)")
        #expect(names.firstIndex(of: "Ready") ?? 0 > names.firstIndex(of: "AdSequenceExit") ?? 0)
    }

    @Test(
        "a failed advert leads to the film, and its tracker gets the error code",
        arguments: [
            ("/missing", nil), ("/empty", nil), ("/html", nil), ("/slow", nil), ("/film404", "x-error?401"),
            ("/wrongfilm", "x-error?405"), ("/vpaid", "x-error?403"), ("/loop", nil), ("/slowfilm", "x-error?402"),
        ])
    func failures(path: String, told: String?) throws {
        let vpaid = Self.linear("x").replacing("type=\"video/mp4\"", with: "type='application/javascript'")
        let publisher = try Publisher(
            [
                "/empty": "<VAST version='3.0'/>", "/html": "<html><body>no</body></html>",
                "/film404": Self.vast(Self.linear("x", film: "BASE/none")),
                "/wrongfilm": Self.vast(Self.linear("x", film: "BASE/html")), "/vpaid": Self.vast(vpaid),
                "/slowfilm": Self.vast(Self.linear("x", film: "BASE/slow.mp4")),
                "/loop": Self.vast("<Wrapper><VASTAdTagURI>BASE/loop</VASTAdTagURI></Wrapper>"),
            ]
        ) { path in path.hasPrefix("/slow") && path != "/slowfilm" ? FaultReply(200, [], faults: [.hold]) : nil }
        let run = try PlayerRun(
            ["--no-resume", "--ads=" + publisher.server.text(path), Self.film], environment: Self.environment)
        #expect(try run.waitForPicture() < 120)
        try run.quit()
        if let told {
            #expect(publisher.server.wait { _ in publisher.told == [told] }, "\(publisher.told)")
        } else {
            expect(publisher.told, is: [])
        }
        #expect(publisher.server.requests(for: "/loop").count <= 1)
    }

    private static let hanging = [
        "/hang", "/drip", "/slowhead", "/hang.mp4", "/drip.mp4", "/slowhead.mp4", "/half.mp4",
    ]

    @Test(
        "the film resumes after a break with no playable advert",
        arguments: [
            "/missing", "/empty", "/html", "/loop", "/chain0", "/vpaid", "/reset", "/refused", "/film404", "/filmhtml",
            "/filmreset", "/pod",
        ] + hanging)
    func law(path: String) throws {
        var documents = [
            "/empty": "<VAST version='3.0'/>", "/html": "<html><body>no</body></html>",
            "/loop": Self.vast("<Wrapper><VASTAdTagURI>BASE/loop</VASTAdTagURI></Wrapper>"),
            "/vpaid": Self.vast(
                Self.linear("x").replacing("type=\"video/mp4\"", with: "type='application/javascript'")),
            "/film404": Self.vast(Self.linear("x", film: "BASE/none")),
            "/filmhtml": Self.vast(Self.linear("x", film: "BASE/html")),
            "/filmreset": Self.vast(Self.linear("x", film: "BASE/reset")),
            "/pod": "<VAST version='3.0'>"
                + (1...3).map { "<Ad sequence='\($0)'>\(Self.linear("x", film: "BASE/hang.mp4"))</Ad>" }.joined()
                + "</VAST>",
        ]
        for depth in 0..<8 {
            documents["/chain\(depth)"] = Self.vast(
                "<Wrapper><VASTAdTagURI>BASE/chain\(depth + 1)</VASTAdTagURI></Wrapper>")
        }
        for film in Self.hanging where film.hasSuffix(".mp4") {
            documents[film + ".xml"] = Self.vast(Self.linear("x", film: "BASE" + film))
        }
        let closed = try PortLease.next()
        let tag =
            path == "/refused" ? "http://127.0.0.1:\(closed)/" : "BASE" + path + (path.hasSuffix(".mp4") ? ".xml" : "")
        documents["/vmap"] = Self.vmap([("00:00:04.000", tag)])
        let publisher = try Publisher(documents) { path in
            let body = path.hasSuffix(".mp4") ? Self.clip : Array(Self.vast(Self.linear("x")).utf8)
            switch path.split(separator: ".").first {
            case "/hang": return FaultReply(200, body, faults: [.hold])
            case "/drip": return FaultReply(200, body, faults: [.throttle(bytesPerSecond: 1)])
            case "/slowhead": return FaultReply(200, body, faults: [.slowHead(.seconds(1))])
            case "/half" where path == "/half.mp4": return FaultReply(200, body, faults: [.stall(after: 1500)])
            case "/reset": return FaultReply(200, [], faults: [.resetAtOnce])
            default: return nil
            }
        }
        let run = try PlayerRun(
            ["--no-resume", "--start=3", "--ads=" + publisher.server.text("/vmap"), Self.film],
            environment: Self.environment)
        // AdvertPatienceTests check the time with a clock that no machine disturbs.
        try run.wait(for: "the film beyond the break") { (106..<250).contains($0.counter ?? 0) }
        try run.quit()
    }

    @Test("a definition chosen during an advert applies to the film after it, and the message says so")
    func definition() throws {
        let publisher = try Publisher([
            "/vmap": Self.vmap([("00:00:02.000", "BASE/mid")]),
            "/mid": Self.vast(Self.linear("x", skip: "skipoffset='00:00:00'", film: "BASE/film.mp4")),
        ]) { path in path == "/film.mp4" ? FaultReply(200, AdvertRunTests.bytes("video-only.mp4")) : nil }
        let films = try FaultServer { .file(Self.bytes("counter.mp4"), for: $0) }
        let catalogue = try FaultServer { _ in
            .manifest(
                #"""
                {"id": "a", "definitions": [{"key": "low", "addresses": ["\#(films.text("/low"))"]},
                 {"key": "high", "addresses": ["\#(films.text("/high"))"]}]}
                """#)
        }
        let run = try PlayerRun(
            [
                "--no-resume", "--definition=low", "--start=1", "--catalogue=" + catalogue.text("/c.tvplay.json"),
                "--ads=" + publisher.server.text("/vmap"), "catalogue://video/a",
            ], environment: Self.environment)
        try run.wait(for: "the advert") { $0.text.contains("Ad 00:0") }
        #expect(films.requests(for: "/high").isEmpty)
        run.type("d")
        try run.wait(for: "the list") { $0.text.contains("HD") || $0.text.contains("High") }
        run.type("j")
        run.type("\r")
        try run.wait(for: "what it says") { $0.text.contains("Definition after the ad:") }
        run.type("X")
        try run.wait(for: "the film") { screen in
            !screen.text.contains("Ad 00:0") && (50..<120).contains(screen.counter ?? 0)
        }
        #expect(!films.requests(for: "/high").isEmpty)
        let before = films.bytesSent(for: "/low")
        try run.waitForPictures(30)
        expect(films.bytesSent(for: "/low"), is: before)
        try run.quit()
    }

    @Test(
        "UI-06, UI-20: X skips a skippable advert, g-X shows the address of its page over SSH, and its trackers are notified"
    )
    func skipping() throws {
        let publisher = try Publisher([
            "/vast": Self.vast(Self.linear("x", skip: "skipoffset='00:00:00'", film: "BASE/film.mp4"))
        ]) { path in path == "/film.mp4" ? FaultReply(200, AdvertRunTests.bytes("video-only.mp4")) : nil }
        let run = try PlayerRun(
            ["--no-resume", "--start=5", "--ads=" + publisher.server.text("/vast"), Self.film], columns: 100,
            environment: Self.environment.merging(["SSH_CONNECTION": "x"]) { $1 })
        try run.wait(for: "what can be done") { screen in
            screen.text.contains("X skips it") && screen.text.contains("g-X to learn more")
        }
        run.type("g")
        run.type("X")
        try run.wait(for: "the address") {
            $0.text.contains("https://shop.example/page") && $0.text.contains("Page of the ad")
        }
        run.type(Keys.escape)
        try run.wait(for: "the page to close") { !$0.text.contains("Page of the ad") }
        run.type("X")
        try run.wait(for: "the film") { ($0.counter ?? 0) >= 125 }
        try run.quit()
        #expect(publisher.told.contains("x-click") && publisher.told.contains("x-skip"))
        #expect(!publisher.told.contains("x-complete"))
    }

    @Test("if --link-command fails to open an advert's page, its address is shown")
    func unopenedPage() throws {
        let publisher = try Publisher(["/vast": Self.vast(Self.linear("x"))])
        let run = try PlayerRun(
            [
                "--no-resume", "--speed=0.25", "--link-command=false", "--ads=" + publisher.server.text("/vast"),
                Self.film,
            ],
            columns: 100, environment: Self.environment)
        try run.wait(for: "the advert") { $0.text.contains("Ad 00:0") }
        run.type("gX")
        try run.wait(for: "the address") {
            $0.text.contains("https://shop.example/page") && $0.text.contains("false could not open the link")
        }
        try run.quit()
    }

    @Test("ARCH-39: while the picture goes to a program, no adverts play and a message says so")
    func streamed() throws {
        let publisher = try Publisher(["/vast": Self.vast(Self.linear("x"))])
        let run = try PlayerRun(
            [
                "--no-resume", "--control-bar=always", "--stream-to=cat", "--ads=" + publisher.server.text("/vast"),
                Self.film,
            ], columns: 100,
            environment: Self.environment)
        try run.wait(for: "the word") { $0.text.contains("The picture goes to cat: no ads are played") }
        try run.wait(for: "the film") { $0.text.contains("00:02 / 00:") }
        try run.quit()
        #expect(publisher.server.requests.isEmpty)
    }

    @Test(
        "an unreadable document of adverts is reported with the reason, and the film plays",
        arguments: [("/none/ads.xml", "no such file"), ("/etc/passwd/ads.xml", "Not a directory")])
    func missing(_ path: String, _ reason: String) throws {
        let run = try PlayerRun(["--no-resume", "--ads=" + path, Self.film], columns: 100)
        try run.wait(for: "the reason") { $0.text.contains("Cannot read \(path): \(reason)") }
        try run.waitForPictures(5)
        try run.quit()
    }

    @Test("an advert without a skip offset cannot be skipped, and X says so")
    func unskippable() throws {
        let publisher = try Publisher(["/vast": Self.vast(Self.linear("x"))])
        let run = try PlayerRun(
            ["--no-resume", "--speed=0.25", "--ads=" + publisher.server.text("/vast"), Self.film],
            environment: Self.environment)
        try run.wait(for: "the advert") { $0.text.contains("Ad 00:0") }
        run.type("X")
        try run.wait(for: "why not") { $0.text.contains("This ad cannot be skipped") }
        try run.quit()
    }

    @Test(
        "ARCH-40: an advert has neither subtitles nor position of the film, which keeps its own, and the log names the chain"
    )
    func remembered() throws {
        let publisher = try Publisher([
            "/vmap": Self.vmap([("00:00:04.000", "BASE/mid")]),
            "/mid": Self.vast(Self.linear("mid", film: "BASE/film.mp4")),
        ]) { path in path == "/film.mp4" ? FaultReply(200, AdvertRunTests.bytes("video-only.mp4")) : nil }
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let environment = Self.environment.merging(["HOME": folder.path]) { $1 }
        let subtitles = folder.appendingPathComponent("a.srt").path
        try Data("1\n00:00:00,000 --> 00:00:09,000\nThe line\n".utf8).write(to: URL(fileURLWithPath: subtitles))
        let words = ["--sub-file=" + subtitles, "--log-file=" + folder.path + "/log", Self.film]
        let first = try PlayerRun(
            ["--start=3", "--ads=" + publisher.server.text("/vmap")] + words, environment: environment)
        try first.wait(for: "the line") { $0.text.contains("The line") }
        try first.wait(for: "the advert without it") { $0.text.contains("Ad 00:0") && !$0.text.contains("The line") }
        try first.quit()
        let second = try PlayerRun(["--pause"] + words, environment: environment)
        try second.wait(for: "the place") { (95...105).contains($0.counter ?? 0) && $0.text.contains("The line") }
        try second.quit()
        let log = String(decoding: FileManager.default.contents(atPath: folder.path + "/log") ?? Data(), as: UTF8.self)
        #expect(log.contains("providers: position ← adverts ← subtitles ← protection ← source"))
    }

    @Test("adverts at the end play after the film, then the player ends, and the bar numbers those of a pod")
    func ending() throws {
        let pod =
            "<VAST version='3.0'><Ad sequence='1'>\(Self.linear("a"))</Ad>"
            + "<Ad sequence='2'>\(Self.linear("b"))</Ad></VAST>"
        let publisher = try Publisher(["/vmap": Self.vmap([("end", "BASE/pod")]), "/pod": pod])
        let run = try PlayerRun(
            ["--no-resume", "--start=9", "--ads=" + publisher.server.text("/vmap"), Self.film],
            environment: Self.environment)
        try run.wait(for: "the first") { $0.text.contains("Ad 1/2 00:0") }
        try run.wait(for: "the second") { $0.text.contains("Ad 2/2 00:0") }
        try expect(run.waitForExit(), is: .code(0))
        expect(publisher.told, is: Self.tracked("a") + Self.tracked("b"))
        expect(run.errors, is: "")
    }

    @Test("PLAY-23: adverts of a manifest play only with --allow-ads, and --ads-player-id selects one of its players")
    func allowed() throws {
        let publisher = try Publisher([
            "/one": Self.vast(Self.linear("one")), "/two": Self.vast(Self.linear("two")),
        ])
        let films = try FaultServer(file: Self.bytes("counter.mp4"))
        let base = publisher.server.text("")
        let catalogue = try FaultServer { _ in
            .manifest(
                #"""
                {"id": "a", "definitions": [{"key": "low", "addresses": ["\#(films.text())"]}],
                 "adverts": {"": "\#(base)/one", "p2": "\#(base)/two"}}
                """#)
        }
        func told(_ options: [String]) throws -> [String] {
            let before = publisher.told.count
            let run = try PlayerRun(
                ["--no-resume", "--length=1", "--catalogue=" + catalogue.text("/c.tvplay.json")] + options
                    + ["catalogue://video/a"], environment: Self.environment)
            try expect(run.waitForExit(), is: .code(0), "\(run.errors)")
            return Array(publisher.told.dropFirst(before))
        }
        try expect(told([]), is: [])
        try expect(told(["--allow-ads"]), is: Self.tracked("one"))
        try expect(told(["--allow-ads", "--ads-player-id=p2"]), is: Self.tracked("two"))
        try expect(told(["--allow-ads", "--ads-player-id=other"]), is: [])
    }
}
