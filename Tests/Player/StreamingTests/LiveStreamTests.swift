import Foundation
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

/// A playlist that grows and slides with each reading.
@Suite("Live streams", .timeLimit(.minutes(10)))
struct LiveStreamTests {
    /// Three of the clip's five segments, one further with each reading; at last the end.
    private static func playlist(_ reading: Int, hasParts: Bool = false) -> String {
        let first = min(reading, 2)
        var text = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        if hasParts {
            text += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5\n#EXT-X-PART-INF:PART-TARGET=1\n"
        }
        for index in first..<first + 3 {
            if hasParts { text += "#EXT-X-PART:DURATION=1,URI=\"/a.ts\"\n#EXT-X-PART:DURATION=1,URI=\"/b.ts\"\n" }
            text += "#EXTINF:2.0,\n/ts/low\(index).ts\n"
        }
        if hasParts { text += "#EXT-X-PART:DURATION=1,URI=\"/c.ts\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"/d.ts\"\n" }
        return text + (reading > 2 ? "#EXT-X-ENDLIST\n" : "")
    }

    private func server(hasParts: Bool = false) throws -> FaultServer {
        try FaultServer { request in
            request.path == "/live.m3u8"
                ? .file(Array(Self.playlist(request.number, hasParts: hasParts).utf8), for: request)
                : StreamNetworkTests.reply(request)
        }
    }

    @Test(
        "playing begins before the edge, goes on as the list grows, and ends with a duration; lists of parts, too",
        arguments: [false, true])
    func slides(_ hasParts: Bool) throws {
        let server = try server(hasParts: hasParts)
        let player = try StreamPlayer(address: server.address("/live.m3u8"))
        let source = player.source
        #expect(source.duration == nil)
        #expect(source.naturalStart == .seconds(2))
        let live = try #require(source.stream?.status.live)
        #expect(server.requests(for: "/live.m3u8").count == 1, "what was read to know what it is is the list")
        #expect(live.windowLength == .seconds(6))
        #expect(live.edge.isRunning)
        #expect(!live.canGoBack, "UI-08: three segments are no past")
        let times = try player.packets().filter { $0.track == player.video }.compactMap(\.time).sorted()
        #expect(times.count == 200, "from the second segment on, each once")
        #expect(times.last.map { abs($0.inSeconds - 9.96) < 0.01 } == true)
        let status = try #require(source.stream?.status)
        #expect(status.live == nil)
        #expect(status.duration == .seconds(10))
    }

    @Test("a jump before the window leads to its start")
    func clamped() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/live.m3u8"))
        _ = try player.packets()
        let picture = try #require(try player.picture(at: .zero))
        #expect(picture.number == 100)
    }
}
