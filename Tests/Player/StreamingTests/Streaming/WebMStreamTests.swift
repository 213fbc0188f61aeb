import Foundation
import Manifests
import Media
import PlayCore
import Playback
import TestSupport
import Testing

@testable import Streaming

/// DASH with WebM files whose index is `Cues`. FFmpeg has made `streams/webm` and its manifest.
@Suite("WebM in DASH", .timeLimit(.minutes(10)))
struct WebMStreamTests {
    /// Returns a manifest whose index precedes the clusters and which does not tell where the head ends.
    private func manifest(ofFront bytes: [UInt8]) throws -> String {
        let cues = try #require(Self.position(of: [0x1C, 0x53, 0xBB, 0x6B], in: bytes, after: 200))
        let cluster = try #require(Self.position(of: [0x1F, 0x43, 0xB6, 0x75], in: bytes, after: cues))
        return """
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S"><Period>
            <AdaptationSet mimeType="video/webm" codecs="vp9"><Representation id="v" bandwidth="9000" width="256" height="64">
            <BaseURL>front.webm</BaseURL><SegmentBase indexRange="\(cues)-\(cluster - 1)"/>
            </Representation></AdaptationSet></Period></MPD>
            """
    }

    private static func position(of pattern: [UInt8], in bytes: [UInt8], after start: Int) -> Int? {
        (start..<bytes.count - pattern.count).first { bytes[$0..<$0 + pattern.count].elementsEqual(pattern) }
    }

    private func server() throws -> FaultServer {
        let front = Array(try #require(FileManager.default.contents(atPath: Fixtures.path("streams/webm/front.webm"))))
        let text = try manifest(ofFront: front)
        return try FaultServer { request in
            request.path == "/webm/front.mpd" ? FaultReply(200, Array(text.utf8)) : StreamNetworkTests.reply(request)
        }
    }

    @Test("ADV-27: VP9 plays, each picture once and at its time", arguments: ["manifest", "front"])
    func whole(_ name: String) throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/webm/\(name).mpd"))
        let packets = try player.packets()
        let times = packets.filter { $0.track == player.video }.compactMap(\.time).sorted()
        expect(times.count, is: 250)
        for (index, time) in times.enumerated() { #expect(abs(time.inSeconds - Double(index) * 0.04) < 0.002) }
        let sound = packets.filter { $0.track != player.video }.compactMap(\.time)
        #expect(name == "front" || sound.count > 450 && abs((sound.last?.inSeconds ?? 0) - 10) < 0.1)
        #expect(zip(sound, sound.dropFirst()).allSatisfy { abs(($1 - $0).inSeconds - 0.02) < 0.002 })
    }

    @Test(
        "PLAY-34: a jump shows the picture of that time and fetches only its cluster",
        arguments: ["manifest", "front"])
    func jumps(_ name: String) throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/webm/\(name).mpd"))
        for index in [203, 3, 249, 120, 50, 49, 0, 199, 101, 51] {
            let picture = try #require(try player.picture(at: .milliseconds(index * 40 + 5)), "picture \(index)")
            expect(picture.number, is: index)
        }
        let file = "/webm/" + (name == "front" ? "front.webm" : "video.webm")
        // The index, the head (twice with a manifest: to describe the index, and for the demuxer), and five clusters.
        let ranges = server.requests(for: file).map { $0["range"] ?? "" }
        #expect(Set(ranges).count <= 8)
        #expect(!ranges.contains(""))
    }
}
