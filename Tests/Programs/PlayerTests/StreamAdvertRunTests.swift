import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@Suite("Adverts of streams", .serialized, .timeLimit(.minutes(15)))
struct StreamAdvertRunTests {
    private static let environment = ["no_proxy": "127.0.0.1"]
    /// The start of a break in SCTE 35, without a duration.
    private static let out = "/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo="

    private static func fixture(_ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: Fixtures.path(name)) ?? Data())
    }

    /// Returns a server with the counter as a stream of five segments with dates, adverts of a second and one of ten.
    private func publisher(_ documents: [String: String]) throws -> FaultServer {
        try FaultServer { request in
            switch request.path {
            case "/ad.mp4", "/ad2.mp4": return .file(Self.fixture("rotated.mp4"), for: request)
            case "/long.mp4": return .file(Self.fixture("video-only.mp4"), for: request)
            case let path:
                if let text = documents[path] { return FaultReply(200, Array(text.utf8)) }
                let data = FileManager.default.contents(atPath: Fixtures.path("streams" + path))
                return data.map { .file(Array($0), for: request) } ?? FaultReply(404)
            }
        }
    }

    private func playlist(_ tags: [String]) -> String {
        String(decoding: Self.fixture("streams/ts/low.m3u8"), as: UTF8.self).replacing(
            "#EXT-X-PLAYLIST-TYPE:VOD",
            with: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n" + tags.joined(separator: "\n"))
    }

    private func interstitial(_ second: Int, _ rest: String) -> String {
        "#EXT-X-DATERANGE:ID=\"i\(second)\",CLASS=\"com.apple.hls.interstitial\","
            + "START-DATE=\"2026-01-01T00:00:0\(second)Z\",\(rest)"
    }

    private func run(
        _ tags: [String], _ options: [String] = ["--allow-ads"], start: Double = 3, _ documents: [String: String] = [:]
    ) throws -> (run: PlayerRun, server: FaultServer) {
        let server = try publisher(documents.merging(["/ts/film.m3u8": playlist(tags)]) { $1 })
        let run = try PlayerRun(
            ["--no-resume", "--start=\(start)", "--control-bar=always"] + options + [server.text("/ts/film.m3u8")],
            environment: Self.environment)
        return (run, server)
    }

    private func isAdvert(_ screen: VTScreen) -> Bool { screen.text.contains("Ad 00:0") }

    @Test("UI-20, PLAY-23: an HLS interstitial plays at its place with --allow-ads, and the film resumes at its place")
    func asset() throws {
        let (run, server) = try run([interstitial(4, "X-ASSET-URI=\"/ad.mp4\",X-RESUME-OFFSET=0")])
        defer { withExtendedLifetime(server) {} }
        try run.wait(for: "the film") { (75..<100).contains($0.counter ?? 0) }
        try run.wait(for: "the advert") { isAdvert($0) && $0.text.contains("X skips it") }
        try run.wait(for: "the film again") { !isAdvert($0) && ($0.counter ?? 0) > 0 && ($0.counter ?? 0) < 250 }
        #expect((98...130).contains(run.screen.counter ?? 0), "\(run.screen.counter ?? 0)")
        // The advert plays only once.
        run.type("\u{1B}[D")
        try run.waitForPictures(60)
        try run.quit()
    }

    @Test("without --allow-ads no interstitial plays or is requested, and --ads alone does not allow it")
    func forbidden() throws {
        let tag = interstitial(4, "X-ASSET-URI=\"/ad.mp4\",X-RESUME-OFFSET=0")
        for options in [[], ["--ads=/nonexistent"]] {
            let (run, server) = try run([tag, interstitial(3, "CUE=PRE,X-ASSET-URI=\"/ad2.mp4\"")], options)
            try run.wait(for: "the film beyond it") { ($0.counter ?? 0) > 130 && ($0.counter ?? 0) < 250 }
            try run.quit()
            #expect(server.requests.allSatisfy { !$0.path.hasPrefix("/ad") })
        }
    }

    @Test("an interstitial with a list of assets plays all of them, and the bar numbers them")
    func list() throws {
        let (run, server) = try run(
            [interstitial(4, "X-ASSET-LIST=\"../ads/list.json\",X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP,JUMP\"")],
            ["--allow-ads"],
            [
                "/ads/list.json": #"{"ASSETS":[{"URI":"/ad.mp4","DURATION":1},{"URI":"../ad2.mp4","DURATION":1}]}"#
            ])
        defer { withExtendedLifetime(server) {} }
        try run.wait(for: "the first") { $0.text.contains("Ad 1/2 00:0") && !$0.text.contains("X skips it") }
        try run.wait(for: "the second") { $0.text.contains("Ad 2/2 00:0") }
        try run.wait(for: "the film") { (98...130).contains($0.counter ?? 0) }
        expect(server.requests.filter { $0.path.hasSuffix("list.json") }.count, is: 1)
        try run.quit()
    }

    @Test("the socket reports each step of a break, at the film's position")
    func told() throws {
        let name = "@tvplay-test-" + UUID().uuidString
        let (run, server) = try run(
            [interstitial(4, "X-ASSET-URI=\"/ad.mp4\",X-RESUME-OFFSET=0")],
            ["--allow-ads", "--input-ipc-server=" + name])
        defer { withExtendedLifetime(server) {} }
        let client = try SocketClient(name)
        try run.wait(for: "the advert") { isAdvert($0) }
        try run.wait(for: "the film") { !isAdvert($0) && (98..<250).contains($0.counter ?? 0) }
        _ = try client.get("pause")
        let steps = client.messages.filter { $0["event"] as? String == "ad" }
        expect(
            steps.compactMap { $0["kind"] as? String },
            is: [
                "AdSequenceEnter", "AdEnter", "AdProgress", "AdProgress", "AdProgress", "AdProgress", "AdExit",
                "AdSequenceExit",
            ])
        #expect(steps.allSatisfy { abs(($0["time"] as? Double ?? 0) - 4) < 0.2 })
        expect(steps.compactMap { $0["percent"] as? Int }, is: [25, 50, 75, 100])
        try run.quit()
    }

    @Test("a definition chosen during an advert is read after it")
    func definition() throws {
        let tag = interstitial(4, "X-ASSET-URI=\"/long.mp4\",X-RESUME-OFFSET=0")
        let lists = ["low", "mid", "high"].map { name in
            ("/ts/\(name).m3u8", playlist([tag]).replacing("low", with: name))
        }
        let server = try publisher(Dictionary(uniqueKeysWithValues: lists))
        let run = try PlayerRun(
            [
                "--no-resume", "--start=3", "--control-bar=always", "--allow-ads", "--definition=72p",
                server.text("/ts/master.m3u8"),
            ],
            environment: Self.environment)
        try run.wait(for: "the advert") { isAdvert($0) }
        run.type("d")
        try run.wait(for: "the list") { $0.text.contains("288p") }
        run.type("G")
        run.type("\r")
        try run.wait(for: "what it says") { $0.text.contains("Definition after the ad: 288p") }
        run.type("X")
        try run.wait(for: "the film") { !isAdvert($0) && (100..<160).contains($0.counter ?? 0) }
        try run.wait(for: "more of it") { (170..<250).contains($0.counter ?? 0) }
        // The break is in the third segment, from which the film is read again. The old definition may be read ahead
        // until the reading thread knows the choice.
        let all = server.requests.map(\.path)
        #expect(all.contains("/ts/high2.ts") && all.contains("/ts/high3.ts"), "\(all)")
        try run.quit()
    }

    @Test("the slider shows coming breaks as points or as the range they replace, unless they are hidden")
    func slider() throws {
        let tags = [
            interstitial(8, "X-ASSET-URI=\"/ad.mp4\",X-RESUME-OFFSET=0"),
            interstitial(5, "X-ASSET-URI=\"/ad.mp4\",X-RESUME-OFFSET=2,X-TIMELINE-OCCUPIES=RANGE"),
        ]
        func parts(_ tags: [String], _ options: [String]) throws -> (ranges: Int, points: Int) {
            let (run, server) = try run(tags, options + ["--pause"], start: 1)
            defer { withExtendedLifetime(server) {} }
            try run.wait(for: "the film") { (20..<40).contains($0.counter ?? 0) && $0.text.contains("00:10") }
            // The breaks are known before the first picture, so they are shown with the next one.
            let picture = run.screen.counter ?? 0
            run.type(".")
            try run.wait(for: "the next picture") { $0.counter == picture + 1 }
            let row = run.row(-1) + run.row(-2)
            let count = (row.filter { $0 == "▒" }.count, row.filter { $0 == "┃" || $0 == "│" }.count)
            try run.quit()
            return count
        }
        let plain = try parts([], ["--allow-ads"])
        let shown = try parts(tags, ["--allow-ads"])
        #expect(shown.ranges > plain.ranges + 3 && shown.points > plain.points, "\(shown), \(plain)")
        #expect(try parts(tags, []) == plain, "they do not play")
        let hidden = tags.map { $0 + ",X-TIMELINE-STYLE=PRIMARY" }
        #expect(try parts(hidden, ["--allow-ads"]) == plain)
    }

    @Test("servers of interstitials get one ID for each playback of the stream, and other servers get none")
    func primary() throws {
        let tags = [
            interstitial(4, "X-ASSET-URI=\"/ad.mp4?a=1#x\",X-RESUME-OFFSET=0"),
            interstitial(5, "X-ASSET-LIST=\"/list.json\",X-RESUME-OFFSET=0"),
        ]
        func numbers() throws -> Set<String> {
            let (run, server) = try run(
                tags, ["--allow-ads"], ["/list.json": #"{"ASSETS":[{"URI":"/ad2.mp4","DURATION":1}]}"#])
            try run.wait(for: "both") { _ in server.requests.contains { $0.path == "/ad2.mp4" } }
            try run.wait(for: "the film") { (130..<250).contains($0.counter ?? 0) }
            try run.quit()
            let asked = server.requests.filter { ["/ad.mp4", "/ad2.mp4", "/list.json"].contains($0.path) }
            #expect(
                asked.filter { $0.path == "/ad.mp4" }.allSatisfy { $0.query?.hasPrefix("a=1&_HLS_primary_id=") == true }
            )
            #expect(server.requests.filter { $0.path.hasPrefix("/ts") }.allSatisfy { $0.query == nil })
            return Set(asked.compactMap { $0.query?.split(separator: "=").last.map(String.init) })
        }
        let (first, second) = (try numbers(), try numbers())
        #expect(first.count == 1 && second.count == 1 && first != second)
        expect(first.first?.count, is: 32)
    }

    @Test(
        "X-RESUME-OFFSET sets where the film resumes, and without it the advert's duration is skipped",
        arguments: [("X-RESUME-OFFSET=3,", 173...200), ("", 123...150)])
    func resumption(attribute: String, pictures: ClosedRange<Int>) throws {
        let (run, server) = try run([interstitial(4, attribute + "X-ASSET-URI=\"/ad.mp4\"")])
        defer { withExtendedLifetime(server) {} }
        try run.wait(for: "the advert") { isAdvert($0) }
        // The advert's last picture, which is below 100 like the film's before the break, may outlast the bar's words.
        try run.wait(for: "the film again") { !isAdvert($0) && (101..<250).contains($0.counter ?? 0) }
        #expect(pictures.contains(run.screen.counter ?? 0), "\(run.screen.counter ?? 0)")
        try run.quit()
    }

    @Test("a seek over a break reaches its target after the advert")
    func seekOver() throws {
        let (run, server) = try run(
            [interstitial(4, "X-RESUME-OFFSET=0,X-ASSET-URI=\"/ad.mp4\"")], ["--allow-ads", "--start=1"])
        defer { withExtendedLifetime(server) {} }
        // Playback from before the break is required: otherwise the break would not play.
        try run.wait(for: "the film") { (40..<90).contains($0.counter ?? 0) }
        run.type("g7\r")
        try run.wait(for: "the advert") { isAdvert($0) }
        try run.wait(for: "the film again") { !isAdvert($0) && (50..<250).contains($0.counter ?? 0) }
        #expect((170..<200).contains(run.screen.counter ?? 0), "\(run.screen.counter ?? 0)")
        try run.quit()
    }

    @Test(
        "a failed asset or list leads back to the film's place, regardless of the resume offset",
        arguments: ["X-ASSET-URI=\"/missing.m3u8\"", "X-ASSET-LIST=\"/missing.json\"", "X-ASSET-LIST=\"/wrong.json\""])
    func failure(content: String) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let log = folder.appendingPathComponent("events").path
        let (run, server) = try run(
            [interstitial(4, "X-RESUME-OFFSET=5," + content)], ["--allow-ads", "--log-events=" + log],
            ["/wrong.json": "<html>"])
        defer { withExtendedLifetime(server) {} }
        try run.wait(for: "the film beyond it, and that the advert failed") { screen in
            let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
            return (102..<200).contains(screen.counter ?? 0) && text.contains("AdError")
        }
        try run.quit()
    }

    @Test("CUE=PRE plays before the film, CUE=POST after it, and X-PLAYOUT-LIMIT ends an advert")
    func cues() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let log = folder.appendingPathComponent("events").path
        let (run, server) = try run(
            [
                interstitial(4, "CUE=\"PRE,ONCE\",X-ASSET-URI=\"/long.mp4\",X-PLAYOUT-LIMIT=1.5"),
                interstitial(5, "CUE=POST,X-ASSET-URI=\"/ad2.mp4\""),
            ], ["--allow-ads", "--log-events=" + log], start: 8)
        defer { withExtendedLifetime(server) {} }
        try run.wait(for: "the advert before the film") { isAdvert($0) }
        try run.wait(for: "the film") { (200..<250).contains($0.counter ?? 0) }
        try expect(run.waitForExit(), is: .code(0))
        let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
        let names = text.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
        expect(names.filter { $0 == "AdEnter" }.count, is: 2, "\(text)")
        #expect(names.filter { $0 == "AdExit" }.count == 2 && !names.contains("AdError"), "\(text)")
        #expect(server.requests.contains { $0.path == "/ad2.mp4" })
    }

    @Test("the viewer's header fields are sent to the film's server, but not to an advert's other server")
    func secrets() throws {
        let elsewhere = try FaultServer { request in .file(Self.fixture("rotated.mp4"), for: request) }
        let tags = [
            interstitial(4, "X-ASSET-URI=\"\(elsewhere.text("/ad.mp4"))\",X-RESUME-OFFSET=0"),
            interstitial(5, "X-ASSET-URI=\"/ad2.mp4\",X-RESUME-OFFSET=0"),
        ]
        let (run, server) = try run(tags, ["--allow-ads", "--http-header-fields=X-Key: secret"])
        try run.wait(for: "both") { _ in server.requests.contains { $0.path == "/ad2.mp4" } }
        try run.wait(for: "the film") { (130..<250).contains($0.counter ?? 0) }
        try run.quit()
        #expect(!elsewhere.requests.isEmpty && elsewhere.requests.allSatisfy { $0["x-key"] == nil })
        #expect(server.requests.allSatisfy { $0["x-key"] == "secret" })
    }

    @Test("breaks at one time play one after the other, and the last one sets where the film resumes")
    func together() throws {
        let second = interstitial(4, "X-ASSET-URI=\"/ad2.mp4\",X-RESUME-OFFSET=3").replacing("i4", with: "j")
        let (run, server) = try run([interstitial(4, "X-ASSET-URI=\"/ad.mp4\",X-RESUME-OFFSET=0"), second])
        try run.wait(for: "both") { _ in
            server.requests.contains { $0.path == "/ad.mp4" } && server.requests.contains { $0.path == "/ad2.mp4" }
        }
        try run.wait(for: "the film") { !isAdvert($0) && (120..<250).contains($0.counter ?? 0) }
        #expect((173...200).contains(run.screen.counter ?? 0), "\(run.screen.counter ?? 0)")
        try run.quit()
    }

    @Test(
        "breaks that a live stream announces later play, and the advert's duration or nothing is skipped",
        arguments: [("", 198...230), ("X-RESUME-OFFSET=0,", 173...197)])
    func live(attribute: String, pictures: ClosedRange<Int>) throws {
        let began = Monitor<HostTime?>(nil)
        let server = try FaultServer { request in
            switch request.path {
            case "/ad.mp4": return .file(Self.fixture("rotated.mp4"), for: request)
            case "/ts/live.m3u8":
                let now = SystemClock().now
                let first = began.withLock { begin in
                    begin = begin ?? now
                    return begin ?? now
                }
                let end = min(5, 3 + Int((now - first).inSeconds / 2))
                // The window moves, so a second opening finds another beginning.
                let start = end - 3
                var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(start)\n"
                text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:0\(2 * start)Z\n"
                if end > 3 { text += interstitial(7, attribute + "X-ASSET-URI=\"/ad.mp4\"") + "\n" }
                for index in start..<end { text += "#EXTINF:2.000000,\nlow\(index).ts\n" }
                return FaultReply(200, Array(text.utf8))
            case let path: return .file(Self.fixture("streams" + path), for: request)
            }
        }
        let run = try PlayerRun(
            ["--no-resume", "--allow-ads", server.text("/ts/live.m3u8")], environment: Self.environment)
        try run.wait(for: "the stream") { (1..<170).contains($0.counter ?? 0) }
        try run.wait(for: "the advert") { isAdvert($0) }
        try run.wait(for: "the stream again") { !isAdvert($0) && ($0.counter ?? 0) > 0 && ($0.counter ?? 0) < 250 }
        #expect(pictures.contains(run.screen.counter ?? 0), "\(run.screen.counter ?? 0)")
        try run.quit()
    }

    // MARK: Adverts within the stream

    private func dash() -> String {
        String(decoding: Self.fixture("streams/mp4/manifest.mpd"), as: UTF8.self).replacing(
            "<AdaptationSet id=\"0\"",
            with: """
                <EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin" timescale="1000">
                <Event presentationTime="2000"><Signal xmlns="urn:scte:scte35:2013:xml"><Binary>\(Self.out)</Binary>
                </Signal></Event></EventStream>
                <EventStream schemeIdUri="urn:scte:scte35:2013:xml" timescale="1000">
                <Event presentationTime="7000"><SpliceInfoSection xmlns="urn:scte:scte35:2013:xml"><SpliceInsert
                outOfNetworkIndicator="false"/></SpliceInfoSection></Event></EventStream><AdaptationSet id="0"
                """)
    }

    /// Returns a film with a break from two seconds on for five, marked in each of the available ways.
    private func film(_ way: String) -> (path: String, documents: [String: String]) {
        switch way {
        case "dash": ("/mp4/film.mpd", ["/mp4/film.mpd": dash()])
        case "tags":
            (
                "/ts/film.m3u8",
                [
                    "/ts/film.m3u8": playlist([]).replacing(
                        "#EXTINF:2.000000,\nlow1.ts", with: "#EXT-X-CUE-OUT:5\n#EXTINF:2.000000,\nlow1.ts")
                ]
            )
        default:
            (
                "/ts/film.m3u8",
                [
                    "/ts/film.m3u8": playlist([
                        "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:02Z\",DURATION=5,SCTE35-OUT=\(Self.out)"
                    ])
                ]
            )
        }
    }

    @Test(
        "a break that the stream marks (SCTE 35) is shown on the slider and plays, and --skip=advert:skip skips it",
        arguments: ["hls", "tags", "dash"])
    func splices(way: String) throws {
        let (path, documents) = film(way)
        let server = try publisher(documents)
        let shown = try PlayerRun(
            ["--no-resume", "--control-bar=always", "--start=1", server.text(path)], environment: Self.environment)
        try shown.wait(for: "the part on the slider") { $0.text.filter { $0 == "▒" }.count > 5 }
        try shown.wait(for: "the part itself") { (60..<150).contains($0.counter ?? 0) }
        shown.type("X")
        try shown.wait(for: "what comes behind it") { (174..<250).contains($0.counter ?? 0) }
        try shown.quit()
        let skipped = try PlayerRun(
            ["--no-resume", "--skip=advert:skip", "--start=1", server.text(path)], environment: Self.environment)
        try skipped.wait(for: "the word of it") { $0.text.contains("Skipped: ad break (00:05)") }
        try skipped.wait(for: "what comes behind it") { (174..<250).contains($0.counter ?? 0) }
        try skipped.quit()
    }

    @Test("--skip=advert:ask names the key that skips a break, and --skip=advert:ignore leaves the slider plain")
    func wishes() throws {
        let (path, documents) = film("hls")
        let server = try publisher(documents)
        let asked = try PlayerRun(
            ["--no-resume", "--skip=advert:ask", "--start=1", server.text(path)], environment: Self.environment)
        try asked.wait(for: "the question") { $0.text.contains("ad break: X skips to 00:07") }
        try asked.quit()
        let ignored = try PlayerRun(
            ["--no-resume", "--skip=advert:ignore", "--control-bar=always", "--start=1", server.text(path)],
            environment: Self.environment)
        try ignored.wait(for: "the part itself") { (60..<150).contains($0.counter ?? 0) }
        #expect(ignored.screen.text.filter { $0 == "▒" }.count <= 1)
        try ignored.quit()
    }
}
