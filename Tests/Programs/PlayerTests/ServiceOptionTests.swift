import Foundation
import PlayCore
import TestSupport
import Testing

@Suite("Options about services", .timeLimit(.minutes(10)))
struct ServiceOptionTests {
    private static func fixture(_ name: String, for request: ReceivedRequest) -> FaultReply {
        .file(Array(FileManager.default.contents(atPath: Fixtures.path(name)) ?? Data()), for: request)
    }

    @Test(
        "ADV-25: without hardware decoding of H.265, --h265-adaptive plays the service's H.264, else software decodes",
        arguments: [true, false])
    func spareStream(isAdaptive: Bool) throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/film.mp4": Self.fixture("h265.mp4", for: request)
            case "/spare.mp4": Self.fixture("counter.mp4", for: request)
            default:
                .manifest(
                    #"{"id": "v", "backup_url": "spare.mp4", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#
                )
            }
        }
        // Without drivers no hardware decodes, regardless of this machine.
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let log = folder.appendingPathComponent("events")
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            [
                "--no-resume", "--loop-file=inf", "--hwdec=vaapi", "--input-ipc-server=" + name,
                "--log-events=" + log.path,
            ] + (isAdaptive ? ["--h265-adaptive"] : []) + [server.text("/a.tvplay.json")],
            environment: ["no_proxy": "127.0.0.1", "LIBVA_DRIVERS_PATH": folder.path])
        let client = try SocketClient(name)
        if isAdaptive {
            #expect(server.wait { !$0.requests(for: "/spare.mp4").isEmpty })
            try run.waitForPictures(5)
        } else {
            try run.waitForPictures(5)
            let events = String(decoding: FileManager.default.contents(atPath: log.path) ?? Data(), as: UTF8.self)
            #expect(events.contains("EVENT_SWITCH_TO_SOFTWARE_DECODER"))
            #expect(server.requests(for: "/spare.mp4").isEmpty)
        }
        let codec = try client.get("video-codec") as? String ?? ""
        #expect(codec.contains(isAdaptive ? "h264" : "hevc"), "\(codec)")
        try run.quit()
    }

    @Test("CAT-03, CAT-05: comments use --comment-token and --comment-avatar, and no other request has the token")
    func comments() throws {
        let server = try FaultServer { request in
            switch request.path {
            case "/film.mp4": Self.fixture("counter.mp4", for: request)
            case "/comments", "/post":
                request["authorization"] != "Bearer c0mment"
                    ? FaultReply(401)
                    : .json(#"{"comments": [{"id": 1, "text": "A fine wave", "author": "Ada"}], "total": 1}"#)
            default:
                .manifest(
                    #"""
                    {"id": "v", "title": "Waves", "comments": {"list": "comments?p={page}", "post": "post"},
                     "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}
                    """#)
            }
        }
        let run = try PlayerRun(
            [
                "--no-resume", "--loop-file=inf", "--token=0ther", "--comment-token=c0mment",
                "--comment-avatar=https://a.example/me.png",
                server.text("/a.tvplay.json"),
            ], environment: ["no_proxy": "127.0.0.1"])
        try run.waitForPictures(2)
        run.type("gC")
        try run.wait(for: "the comment") { $0.text.contains("A fine wave") }
        run.type("cIndeed\r")
        try run.wait(for: "the answer of the server") { $0.text.contains("Sent") }
        let posted = try #require(server.requests(for: "/post").first)
        let comment = String(decoding: posted.body, as: UTF8.self)
        #expect(comment.contains("Indeed") && comment.contains("a.example"))
        let others = server.requests.filter { !["/comments", "/post"].contains($0.path) }
        #expect(!others.isEmpty && others.allSatisfy { $0["authorization"] != "Bearer c0mment" })
        #expect(!run.screen.text.contains("c0mment"))
        // Close the list.
        run.type("q")
        try run.wait(for: "the film alone") { !$0.text.contains("A fine wave") }
        try run.quit()
    }
}
