import Foundation
import Manifests
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing
import Transport

@testable import Streaming

/// A playlist that grows and slides with each reading.
@Suite("Live streams", .timeLimit(.minutes(10)))
struct LiveStreamTests {
    /// Returns three of the clip's five segments, one further with each reading, and the end tag at last.
    private static func playlist(_ reading: Int) -> String {
        let first = min(reading, 2)
        var text = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        for index in first..<first + 3 {
            text += "#EXTINF:2.0,\n/ts/low\(index).ts\n"
        }
        return text + (reading > 2 ? "#EXT-X-ENDLIST\n" : "")
    }

    private func server() throws -> FaultServer {
        try FaultServer { request in
            request.path == "/live.m3u8"
                ? .file(Array(Self.playlist(request.number).utf8), for: request)
                : StreamNetworkTests.reply(request)
        }
    }

    @Test("playing begins before the edge, continues as the list grows, and ends with a duration")
    func slides() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/live.m3u8"))
        let source = player.source
        expect(source.duration, is: nil)
        expect(source.naturalStart, is: .seconds(2))
        let live = try #require(source.stream?.status.live)
        expect(server.requests(for: "/live.m3u8").count, is: 1, "what was read to know what it is is the list")
        expect(live.windowLength, is: .seconds(6))
        #expect(live.edge.isRunning)
        #expect(!live.canGoBack, "UI-08: three segments are no past")
        let times = try player.packets().filter { $0.track == player.video }.compactMap(\.time).sorted()
        expect(times.count, is: 200, "from the second segment on, each once")
        expect(times.last.map { abs($0.inSeconds - 9.96) < 0.01 }, is: true)
        let status = try #require(source.stream?.status)
        expect(status.live, is: nil)
        expect(status.duration, is: .seconds(10))
    }

    @Test(
        "a live stream survives refusals: the list is requested again, and missing segments are skipped",
        arguments: [404, 410, 500])
    func refusals(_ status: Int) throws {
        let server = try FaultServer { request in
            switch (request.path, request.number) {
            case ("/live.m3u8", 1), ("/ts/low3.ts", 0): FaultReply(status)
            case ("/live.m3u8", let number):
                .file(Array(Self.playlist(max(0, number - 1)).utf8), for: request)
            case ("/ts/low2.ts", _): FaultReply(404)
            default: StreamNetworkTests.reply(request)
            }
        }
        let player = try StreamPlayer(address: server.address("/live.m3u8"))
        let times = try player.packets().filter { $0.track == player.video }.compactMap(\.time).sorted()
        expect(times.last.map { abs($0.inSeconds - 9.96) < 0.01 }, is: true)
        expect(times.count, is: 150, "all but the third segment")
    }

    @Test(
        "while a server refuses all segments of a live stream, or answers with nothing, none is left out",
        arguments: [404, 200])
    func refusesAll(_ status: Int) throws {
        // The server recovers when the first refused segment is requested after the second one.
        let state = Monitor((isSecondRefused: false, hasRecovered: false))
        let server = try FaultServer { request in
            if request.path == "/live.m3u8" { return .file(Array(Self.playlist(request.number).utf8), for: request) }
            let isRefused = state.update { state in
                guard ["/ts/low2.ts", "/ts/low3.ts"].contains(request.path) else { return false }
                if request.path == "/ts/low3.ts" { state.isSecondRefused = true }
                if request.path == "/ts/low2.ts", state.isSecondRefused { state.hasRecovered = true }
                return !state.hasRecovered
            }
            return isRefused ? FaultReply(status) : StreamNetworkTests.reply(request)
        }
        let player = try StreamPlayer(address: server.address("/live.m3u8"))
        let times = try player.packets().filter { $0.track == player.video }.compactMap(\.time).sorted()
        expect(times.count, is: 200)
        #expect(state.withLock { $0.hasRecovered })
    }

    @Test("a refused key loses only the segments that need it")
    func missingKey() throws {
        let server = try FaultServer { request in
            guard request.path == "/live.m3u8" else { return StreamNetworkTests.reply(request) }
            let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"/gone.key\"\n"
            let text = Self.playlist(request.number)
                .replacing("#EXTINF:2.0,\n/ts/low3.ts", with: key + "#EXTINF:2.0,\n/ts/low3.ts\n#EXT-X-KEY:METHOD=NONE")
            return .file(Array(text.utf8), for: request)
        }
        let player = try StreamPlayer(address: server.address("/live.m3u8"))
        let times = try player.packets().filter { $0.track == player.video }.compactMap(\.time).sorted()
        expect(times.count, is: 150)
        expect(times.last.map { abs($0.inSeconds - 9.96) < 0.01 }, is: true)
    }

    @Test("a rendition read for the first time, or again, is aligned with the one read last")
    func aligned() throws {
        let server = try FaultServer { request in
            let first = Int(request.query ?? "") ?? 0
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
            return .file(Array((text + "#EXTINF:1,\nx\n#EXTINF:1.4,\nx\n#EXTINF:1,\nx\n").utf8), for: request)
        }
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        // The window has moved on between the readings.
        let variants = [0, 2, 4, 40].enumerated().map { number, first in
            "#EXT-X-STREAM-INF:BANDWIDTH=\(number + 1)\n/\(number).m3u8?\(first)\n"
        }
        let master = Array(("#EXTM3U\n" + variants.joined()).utf8)
        guard
            case .multivariant(let playlist) = try HLSPlaylist.parse(
                master, at: .address(server.address("/master.m3u8")))
        else {
            Issue.record("no list of variants")
            return
        }
        let access = ResourceAccess(
            StreamEnvironment { () throws(ByteSourceError) in client }, folder: nil, cancel: CancelToken())
        let lists = SegmentLists(
            playlist.presentation, variables: playlist.variables, manifest: nil, date: nil, access: access)
        try expect(lists.list(0).segments.map(\.start.inSeconds), is: [0, 1, 2.4])
        try expect(lists.list(1).segments.first?.start.inSeconds, is: 2.4)
        try expect(lists.list(2).segments.first?.start.inSeconds, is: 4.8)
        try expect(lists.list(3).segments.first?.start, is: .zero, "nothing in common with any")
    }

    @Test(
        "a live stream keeps 8 MiB of segments, any other stream 64 MiB", arguments: [true, false])
    func memory(isLive: Bool) throws {
        let access = ResourceAccess(
            StreamEnvironment { () throws(ByteSourceError) in
                throw ByteSourceError(.noLibrary, operation: "open", context: "")
            }, folder: nil, cancel: CancelToken())
        access.isLive = isLive
        let store = SegmentStore(access)
        func load(_ number: UInt8) throws {
            let bytes = [UInt8](repeating: number, count: 1 << 20)
            try store.body(
                of: Segment(number: 0, start: .zero, duration: .zero, resource: .data(bytes), discontinuity: 0)
            ).finish()
        }
        for number in 0..<20 as Range<UInt8> { try load(number) }
        try load(0)
        expect(store.reusedBytes, is: (isLive ? 0 : 1 << 20))
        try load(19)
        expect(store.reusedBytes, is: (isLive ? 1 << 20 : 2 << 20))
    }

    @Test("the live position follows a fresh list, and the old list counts if no new one can be read")
    func livePosition() throws {
        let list = Monitor<Int?>(0)
        let server = try FaultServer { request in
            guard request.path == "/live.m3u8" else { return StreamNetworkTests.reply(request) }
            return list.withLock { $0 }.map { .file(Array(Self.playlist($0).utf8), for: request) } ?? FaultReply(404)
        }
        let source = try StreamPlayer(address: server.address("/live.m3u8")).source
        expect(source.livePosition(), is: .seconds(3), "three target durations before the end")
        list.update { $0 = 1 }
        // The new position appears once the target duration has passed.
        #expect(eventually { source.livePosition() == .seconds(5) })
        expect(source.stream?.status.live?.distance, is: .seconds(3))
        list.update { $0 = nil }
        let count = server.requests(for: "/live.m3u8").count
        #expect(eventually { source.livePosition() == .seconds(5) && server.requests(for: "/live.m3u8").count > count })
    }

    @Test("a jump before the window leads to its start")
    func clamped() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/live.m3u8"))
        _ = try player.packets()
        let picture = try #require(try player.picture(at: .zero))
        expect(picture.number, is: 100)
    }
}
