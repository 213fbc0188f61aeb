import Foundation
import Manifests
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

/// A manifest that grows with each reading, continues in another period, loses the first one, and ends.
@Suite("Live DASH", .timeLimit(.minutes(10)))
struct LiveDASHTests {
    private static func set(_ name: String, _ numbers: ClosedRange<Int>, offset: Int = 0) -> String {
        """
        <AdaptationSet contentType="video" mimeType="video/mp4" frameRate="25">
          <SegmentTemplate timescale="12800" initialization="/mp4/init0.m4s" media="/mp4/s0-$Number$.m4s"
            startNumber="\(numbers.lowerBound)" presentationTimeOffset="\(offset * 12800)">
            <SegmentTimeline><S t="\((numbers.lowerBound - 1) * 25600)" d="25600" r="\(numbers.count - 1)"/></SegmentTimeline>
          </SegmentTemplate>
          <Representation id="\(name)" codecs="avc1.64000a" bandwidth="150000" width="128" height="32"/>
        </AdaptationSet>
        """
    }

    private static func manifest(_ reading: Int) -> String {
        let ends = reading > 3
        let periods =
            switch reading {
            case 0: "<Period id='a' start='PT0S'>\(set("a", 1...2))</Period>"
            case 1: "<Period id='a' start='PT0S'>\(set("a", 1...3))</Period>"
            case 2:
                "<Period id='a' start='PT0S' duration='PT6S'>\(set("a", 1...3))</Period>"
                    + "<Period id='b' start='PT6S'>\(set("b", 4...4, offset: 6))</Period>"
            default: "<Period id='b' start='PT6S'>\(set("b", ends ? 4...5 : 4...4, offset: 6))</Period>"
            }
        let kind =
            ends
            ? "type='static' mediaPresentationDuration='PT10S'"
            : "type='dynamic' minimumUpdatePeriod='PT0.5S' suggestedPresentationDelay='PT4S'"
        return """
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011"
              availabilityStartTime="2024-01-01T00:00:00Z" minBufferTime="PT2S" \(kind)>
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:04Z"/>\(periods)</MPD>
            """
    }

    private func server() throws -> FaultServer {
        try FaultServer { request in
            request.path == "/live.mpd"
                ? .file(Array(Self.manifest(request.number).utf8), for: request) : StreamNetworkTests.reply(request)
        }
    }

    @Test("ADV-27: playback continues as the manifest grows, across periods, and the stream ends with a duration")
    func grows() throws {
        let server = try server()
        let player = try StreamPlayer(address: server.address("/live.mpd"))
        let source = player.source
        expect(source.duration, is: nil, "the delay that the manifest suggests")
        expect(source.naturalStart, is: .zero, "the delay that the manifest suggests")
        let live = try #require(source.stream?.status.live)
        expect(live.windowLength, is: .seconds(4))
        #expect(live.edge.isRunning)
        let times = try player.packets().filter { $0.track == player.video }.compactMap(\.time).sorted()
        expect(times.count, is: 250)
        expect(Set(times).count, is: 250)
        for (index, time) in times.enumerated() { #expect(abs(time.inSeconds - Double(index) * 0.04) < 0.002) }
        let status = try #require(source.stream?.status)
        expect(status.live, is: nil)
        expect(status.duration, is: .seconds(10))
        try expect(player.picture(at: .milliseconds(7005))?.number, is: 175, "within what is left")
    }

    @Test("numbered segments follow from the clock, even if the manifest is read only once")
    func counted() throws {
        let manifest = """
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="dynamic"
              availabilityStartTime="2024-01-01T00:00:00Z" minBufferTime="PT2S" minimumUpdatePeriod="PT500S"
              suggestedPresentationDelay="PT4S" mediaPresentationDuration="PT10S">
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:06Z"/>
            <Period id="a" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4" frameRate="25">
              <SegmentTemplate timescale="12800" duration="25600" startNumber="1" initialization="/mp4/init0.m4s"
                media="/mp4/s0-$Number$.m4s"/>
              <Representation id="a" codecs="avc1.64000a" bandwidth="150000" width="128" height="32"/>
            </AdaptationSet></Period></MPD>
            """
        let server = try FaultServer { request in
            switch (request.path, request.number) {
            case ("/live.mpd", _): .file(Array(manifest.utf8), for: request)
            // The encoder is a little late.
            case ("/mp4/s0-4.m4s", 0): FaultReply(404)
            default: StreamNetworkTests.reply(request)
            }
        }
        let player = try StreamPlayer(address: server.address("/live.mpd"))
        let times = try player.packets().filter { $0.track == player.video }.compactMap(\.time).sorted()
        expect(times.last.map { abs($0.inSeconds - 9.96) < 0.01 }, is: true)
        expect(Set(times).count, is: 250 - Int((times[0].inSeconds * 25).rounded()))
        expect(server.requests(for: "/live.mpd").count, is: 1)
    }

    @Test("ADV-82: chunked segments are read while they are made, two seconds behind the edge")
    func chunks() throws {
        let manifest = """
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="dynamic"
              availabilityStartTime="2024-01-01T00:00:00Z" minBufferTime="PT1S" minimumUpdatePeriod="PT500S"
              mediaPresentationDuration="PT10S">
            <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:06.500Z"/>
            <Period id="a" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4" frameRate="25">
              <SegmentTemplate timescale="12800" duration="25600" startNumber="1" initialization="/mp4/init0.m4s"
                media="/mp4/s0-$Number$.m4s" availabilityTimeOffset="1.6" availabilityTimeComplete="false"/>
              <Representation id="a" codecs="avc1.64000a" bandwidth="150000" width="128" height="32"/>
            </AdaptationSet></Period></MPD>
            """
        let server = try FaultServer { request in
            switch (request.path, request.number) {
            case ("/live.mpd", _): return .file(Array(manifest.utf8), for: request)
            // The encoder is a little late, then still producing the segment.
            case ("/mp4/s0-4.m4s", 0): return FaultReply(404)
            case ("/mp4/s0-4.m4s", _):
                var reply = StreamNetworkTests.reply(request)
                reply.framing = .chunked
                reply.faults = [.stall(after: reply.body.count / 2)]
                return reply
            default: return StreamNetworkTests.reply(request)
            }
        }
        let player = try StreamPlayer(address: server.address("/live.mpd"))
        let live = try #require(player.source.stream?.status.live)
        #expect(live.lowLatency == .seconds(2) && live.distance == .seconds(2))
        #expect((6.5..<8).contains(live.edge.position.inSeconds), "\(live.edge.position)")
        // The start of the segment with the live position.
        expect(player.source.naturalStart, is: .seconds(4))
        // All of the third segment, and the available part of the fourth.
        let first = try player.packets(60)
        expect(first.compactMap(\.time).max().map { $0 > .seconds(6) }, is: true)
        server.release()
        let times = (first + (try player.packets())).filter { $0.track == player.video }.compactMap(\.time).sorted()
        expect(times.first, is: .seconds(4))
        #expect(times.count == 150 && Set(times).count == 150)
    }

    @Test("an early chunk moves the edge; a refused segment delays later requests, and successes undo the delay")
    func lead() {
        var lead = ChunkLead()
        lead.came(early: .milliseconds(-200))
        expect(lead.edge, is: .zero)
        lead.came(early: .milliseconds(900))
        lead.came(early: .milliseconds(400))
        #expect(lead.edge == .milliseconds(900) && lead.ofSegments == .milliseconds(900))
        for _ in 0..<3 { lead.asked(isThere: false) }
        #expect(lead.edge == .milliseconds(900) && lead.ofSegments == .milliseconds(600))
        for _ in 0..<31 { lead.asked(isThere: true) }
        expect(lead.ofSegments, is: .milliseconds(900))
        for _ in 0..<100 { lead.asked(isThere: false) }
        lead.came(early: .seconds(60))
        #expect(lead.edge == .seconds(3) && lead.ofSegments == .zero)
    }

    @Test("the machine's clock refines a server's time of whole seconds if the two agree")
    func refined() throws {
        let time = try #require(UTCTime("2024-01-01T00:00:07Z"))
        for (own, isBetter) in [(0.0, true), (0.9, true), (1.0, false), (-0.1, false)] {
            let own = time + MediaTime(seconds: own)
            expect(time.refined(by: own), is: (isBetter ? own : time))
        }
        let exact = time + .milliseconds(1)
        expect(exact.refined(by: exact + .milliseconds(500)), is: exact)
    }

    @Test("a rendition continues under another name after its period has gone")
    func match() {
        func rendition(_ id: String, _ kind: Rendition.Kind, height: Int = 0, language: String? = nil) -> Rendition {
            var result = Rendition(id: id, kind: kind)
            (result.height, result.language) = (height, language)
            return result
        }
        let newer = [
            rendition("x", .video, height: 360), rendition("y", .video, height: 720),
            rendition("z", .audio, language: "de"),
        ]
        expect(RenditionMatch.continuation(of: rendition("x", .video, height: 720), in: newer)?.id, is: "x")
        expect(RenditionMatch.continuation(of: rendition("a", .video, height: 700), in: newer)?.id, is: "y")
        expect(RenditionMatch.continuation(of: rendition("a", .audio, language: "en"), in: newer), is: nil)
        expect(RenditionMatch.continuation(of: rendition("a", .audio, language: "de"), in: newer)?.id, is: "z")
    }
}
