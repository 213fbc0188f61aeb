import Catalogue
import Commands
import Foundation
import ListPlayer
import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists
import TestSupport
import Testing

/// Tests of how the player handles videos that a service describes.
@Suite("Videos that services find", .timeLimit(.minutes(10)))
struct FoundVideoTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())
    /// A film whose header is at its start.
    private static let streamable = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mkv")) ?? Data())

    /// Returns a server with a manifest of one video, which answers every other request with the film.
    private static func server(_ properties: String, address: String = "film.mp4") throws -> FaultServer {
        try FaultServer { request in
            request.path == "/a.tvplay.json"
                ? .manifest(
                    #"{"id": "v", "title": "Waves", \#(properties)"definitions": [{"key": "low", "addresses": ["\#(address)"]}]}"#
                )
                : .file(film, for: request)
        }
    }

    @Test(
        "CAT-08, CAT-09, CAT-10, PLAY-04: an album becomes the list, and each item requests its own token when it is played"
    )
    func album() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let (script, asked) = (folder.path + "/token.sh", folder.path + "/asked")
        try Data("echo \"$@\" >> \(asked); echo token-of-$3\n".utf8).write(to: URL(fileURLWithPath: script))
        let server = try FaultServer { request in
            request.path == "/film.mp4"
                ? .file(Self.film, for: request)
                : .manifest(
                    #"""
                    {"id": "one", "definitions": [{"key": "low", "addresses": ["film.mp4?t={token}"]}]},
                    {"id": "two", "definitions": [{"key": "low", "addresses": ["film.mp4?t={token}"]}]}
                    """#, #"{"id": "term", "videos": ["two", "one"]}"#)
        }
        func tokens() -> String {
            String(decoding: FileManager.default.contents(atPath: asked) ?? Data(), as: UTF8.self)
        }
        let harness = try PlayerHarness(typed: [
            "--pause", "--token-command=/bin/sh " + script, server.text("/c.tvplay.json") + "#term",
        ])
        #expect(harness.waitUntilReady())
        expect(harness.player.contents.items.count, is: 2)
        expect(tokens(), is: "album term two\n")
        #expect(harness.player.move(by: 1))
        #expect(harness.wait { _, _ in server.requests.contains { $0.query == "t=token-of-one" } })
        expect(tokens(), is: "album term two\nalbum term one\n")
        #expect(server.requests.contains { $0.query == "t=token-of-two" })
    }

    @Test("PLAY-04, CAT-08: a PeerTube address plays through the server's API, or directly from another server")
    func peerTube() throws {
        let id = "kkGMgK9ZtnKfYAgnEtQxbv"
        func server(isPeerTube: Bool) throws -> FaultServer {
            try FaultServer { request in
                switch request.path {
                case "/api/v1/config" where isPeerTube: .json(#"{"serverVersion": "6.0.0", "instance": {}}"#)
                case "/api/v1/videos/" + id:
                    .json(
                        #"{"uuid": "u", "name": "A talk", "files": [{"resolution": {"id": 720}, "fileUrl": "/film.mp4"}]}"#
                    )
                case "/film.mp4": .file(Self.film, for: request)
                case "/w/" + id where !isPeerTube: .file(Self.film, for: request)
                default: FaultReply(404)
                }
            }
        }
        let own = try server(isPeerTube: true)
        #expect(PlayerHarness([own.text("/w/" + id)]) { $0.isPaused = true }.waitUntilReady())
        #expect(own.requests.contains { $0.path == "/film.mp4" })
        #expect(!own.requests.contains { $0.path == "/w/" + id })
        let other = try server(isPeerTube: false)
        #expect(PlayerHarness([other.text("/w/" + id)]) { $0.isPaused = true }.waitUntilReady())
        expect(other.requests.first?.path, is: "/api/v1/config")
        expect(Set(other.requests.dropFirst().map(\.path)), is: ["/w/" + id])
    }

    @Test(
        "PLAY-01, PLAY-03: an encrypted item and an FLV item of a service play by the same path as all others",
        arguments: [#""encrypted": true, "#, #""format": "flv", "#])
    func samePath(properties: String) throws {
        let server = try Self.server(properties, address: "film.bin")
        #expect(PlayerHarness([server.text("/a.tvplay.json")]) { $0.isPaused = true }.waitUntilReady())
        #expect(server.requests.contains { $0.path == "/film.bin" })
    }

    @Test(
        "an item of a service loops as requested, also if its server supports no ranges",
        arguments: [true, false])
    func loops(hasRanges: Bool) throws {
        let server = try FaultServer { request in
            request.path.hasSuffix(".tvplay.json")
                ? .manifest(#"{"id": "v", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#)
                : hasRanges ? .file(Self.streamable, for: request) : FaultReply(200, Self.streamable)
        }
        let harness = try PlayerHarness(typed: [
            "--loop-file=inf", server.text("/a.tvplay.json"), server.text("/b.tvplay.json"),
        ])
        #expect(harness.waitUntilReady())
        harness.player.send(.seek(.absolute(.milliseconds(9500)), .exact))
        let end = MediaTime.seconds(9)
        #expect(harness.wait { snapshot, _ in snapshot.status == .playing && snapshot.clock.position >= end })
        #expect(harness.wait { snapshot, _ in snapshot.status == .playing && snapshot.clock.position < end })
        expect(harness.player.position.index, is: 0)
        #expect(server.requests(for: "/b.tvplay.json").isEmpty)
    }

    @Test(
        "CFG-04, ARCH-07: a pending request to a service blocks neither quitting nor moving on, and its answer is used after moving back"
    )
    func waiting() throws {
        let server = try FaultServer { request in
            guard request.path == "/a.tvplay.json" else { return .file(Self.film, for: request) }
            var reply = FaultReply.manifest(
                #"{"id": "v", "title": "Waves", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#)
            if request.number < 2 { reply.faults = [.hold] }
            return reply
        }
        do {
            let waiting = PlayerHarness([server.text("/a.tvplay.json")])
            #expect(waiting.wait { _, _ in server.requests.count == 1 })
        }
        let harness = PlayerHarness([server.text("/a.tvplay.json"), server.text("/other.mp4")]) { $0.isPaused = true }
        #expect(harness.wait { _, _ in server.requests.count == 2 })
        #expect(harness.player.move(by: 1))
        #expect(harness.waitUntilReady())
        #expect(harness.player.move(by: -1))
        #expect(harness.wait { _, _ in server.requests.contains { $0.path == "/film.mp4" } })
        #expect(harness.waitUntilReady())
    }

    @Test("ADV-30: the end of a preview is announced to the viewer once")
    func preview() throws {
        let server = try Self.server(#""credential": "auth", "preview": 11, "#)
        let harness = try PlayerHarness(typed: ["--start=9.5", server.text("/a.tvplay.json")])
        #expect(harness.wait { snapshot, _ in snapshot.status == .reachEnd })
        _ = harness.player.snapshot
        expect(harness.notices, is: ["The preview has ended"])
    }

    @Test("INFO-11: a service's ban on screenshots is known while its item plays, and ends with it")
    func prevented() throws {
        let server = try Self.server(#""prevent_screen_capture": true, "#)
        let harness = PlayerHarness([server.text("/a.tvplay.json"), server.text("/film.mp4")]) { $0.isPaused = true }
        #expect(harness.waitUntilReady())
        #expect(harness.player.forbidsCapture)
        #expect(harness.player.move(by: 1))
        #expect(!harness.player.forbidsCapture)
    }

    @Test("ARCH-40: the plan of a service's video includes its protection, its subtitles and its adverts")
    func links() throws {
        let server = try Self.server(
            #"""
            "credential": "auth", "prevent_screen_capture": true, "adverts": "vmap",
            "subtitles": [{"url": "theirs.vtt", "language": "en"}],
            """#)
        let harness = try PlayerHarness(typed: [
            "--pause", "--allow-ads", "--sub-file=mine.srt", server.text("/a.tvplay.json"),
        ])
        #expect(harness.wait { _, _ in harness.player.current != nil })
        let plan = try #require(harness.player.controller.session?.plan)
        #expect(plan.options.forbidsCapture && plan.adverts != nil)
        expect(plan.video.subtitles, is: ["mine.srt"])
        expect(harness.player.offeredSubtitles.map(\.language), is: ["en"])
        expect(harness.player.currentItem?.options.subtitleFiles, is: ["mine.srt"])
    }

    @Test("PLAY-20, ARCH-41: reports with their text go to the configured address, and without one nothing is sent")
    func reports() throws {
        let server = try FaultServer { request in
            request.method == "POST" ? FaultReply(204) : .file(Self.film, for: request)
        }
        func play(_ options: [String]) throws {
            let harness = try PlayerHarness(
                typed: options + ["--end=0.2", "--report-text=class 7", server.text("/film.mp4?t=s3cr3t")])
            #expect(harness.wait { snapshot, _ in snapshot.status == .reachEnd })
        }
        try play([])
        #expect(!server.requests.contains { $0.method == "POST" })
        try play(["--report-address=" + server.text("/report")])
        let reports = server.requests.filter { $0.method == "POST" }
        #expect(!reports.isEmpty)
        #expect(reports.allSatisfy { $0.path == "/report" })
        let text = reports.last.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
        #expect(text.contains(#""custom":"class 7""#))
        #expect(text.contains(#""video":"\#(server.text("/film.mp4"))""#))
        #expect(!text.contains("s3cr3t"))
        #expect(!text.contains("screen"))
    }
}
