import Commands
import Foundation
import ListPlayer
import PlayCore
import PlaybackModel
import TestSupport
import Testing

/// Tests of which address of a service plays.
@Suite("The choice of a source", .timeLimit(.minutes(10)))
struct SourceChoiceTests {
    private static func data(_ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: Fixtures.path(name)) ?? Data())
    }

    /// Returns a server with a manifest of one video, and files by their names.
    private static func server(_ video: String, _ files: [String: String]) throws -> FaultServer {
        let contents = files.mapValues(data)
        return try FaultServer { request in
            if request.path == "/a.tvplay.json" {
                var reply = FaultReply(200, Array(#"{"tvplay": 1, "videos": [\#(video)]}"#.utf8))
                reply.headers = [("Content-Type", "application/json")]
                return reply
            }
            if let file = contents[request.path] { return .file(file, for: request) }
            let stream = data("streams" + request.path)
            return stream.isEmpty ? FaultReply(404) : .file(stream, for: request)
        }
    }

    @Test(
        "ADV-25: if hardware decoding of H.265 fails, --h265-adaptive plays the spare address, else software decodes",
        arguments: [true, false])
    func spare(isAdaptive: Bool) throws {
        let server = try Self.server(
            #"{"id": "v", "backup_url": "spare.mp4", "definitions": [{"key": "low", "addresses": ["film.mp4"]}]}"#,
            ["/film.mp4": "h265.mp4", "/spare.mp4": "counter.mp4"])
        let harness = try PlayerHarness(
            typed: ["--hwdec=vaapi"] + (isAdaptive ? ["--h265-adaptive"] : []) + [server.text("/a.tvplay.json")])
        #expect(
            harness.wait { snapshot, _ in
                snapshot.status == .playing && snapshot.statistics.presentedFrames > 0
                    && snapshot.notices.contains { notice in
                        switch notice.notice {
                        case .switchedToSpareStream: isAdaptive
                        case .switchedToSoftwareDecoder: !isAdaptive
                        default: false
                        }
                    }
            })
        expect(server.requests.contains { $0.path == "/spare.mp4" }, is: isAdaptive)
        expect(harness.player.snapshot.tracks.first?.codec, is: (isAdaptive ? "h264" : "hevc"))
    }

    @Test(
        "ARCH-19: of several sources the stream plays before a file named first, and --source changes the order",
        arguments: [([], "/ts/master.m3u8"), (["--source=mp4"], "/film.mp4")] as [([String], String)])
    func order(options: [String], expected: String) throws {
        let server = try Self.server(
            #"{"id": "v", "definitions": [{"key": "low", "addresses": ["film.mp4", "ts/master.m3u8"]}]}"#,
            ["/film.mp4": "counter.mp4"])
        let harness = try PlayerHarness(typed: ["--pause"] + options + [server.text("/a.tvplay.json")])
        #expect(harness.waitUntilReady())
        let media = server.requests.map(\.path).first { $0 != "/a.tvplay.json" }
        expect(media, is: expected)
    }
}
