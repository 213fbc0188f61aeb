import Foundation
import Manifests
import MediaSources
import PlayCore
import Playback
import TestSupport
import Testing

@testable import Streaming

@Suite("Marks of manifests", .timeLimit(.minutes(10)))
struct StreamMarksTests {
    private func chapters(_ path: String, _ text: String) throws -> [Chapter] {
        let server = try FaultServer { request in
            request.path == path ? FaultReply(200, Array(text.utf8)) : StreamNetworkTests.reply(request)
        }
        return try StreamPlayer(address: server.address(path)).source.chapters
    }

    private func text(_ name: String) throws -> String {
        String(
            decoding: try #require(FileManager.default.contents(atPath: Fixtures.path("streams/" + name))),
            as: UTF8.self)
    }

    private func playlist(_ tags: String) throws -> String {
        try text("ts/low.m3u8").replacing(
            "#EXT-X-PLAYLIST-TYPE:VOD", with: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n" + tags)
    }

    @Test("CAT-01: date ranges become chapters in order, placed by the list's program date")
    func dateRanges() throws {
        let list = try chapters(
            "/ts/low.m3u8",
            playlist(
                """
                #EXT-X-DATERANGE:ID="second",START-DATE="2026-01-01T00:00:06Z",X-TITLE="Goal"
                #EXT-X-DATERANGE:ID="first",START-DATE="2026-01-01T00:00:02.500Z",DURATION=1.5
                #EXT-X-DATERANGE:ID="before",START-DATE="2025-12-31T23:59:59Z"
                #EXT-X-DATERANGE:ID="after",START-DATE="2026-01-01T01:00:00Z"
                #EXT-X-DATERANGE:ID="ad",START-DATE="2026-01-01T00:00:03Z",SCTE35-OUT=0xFC00
                #EXT-X-DATERANGE:ID="i",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:04Z",\
                X-ASSET-URI="ad.m3u8"
                """))
        expect(list.map(\.title), is: ["first", "Goal"])
        expect(list.map(\.range.start), is: [.milliseconds(2500), .seconds(6)])
        expect(list.first?.range.end, is: .seconds(4))
        expect(list.last.map { abs($0.range.end.inSeconds - 10) < 0.1 }, is: true)
    }

    @Test("CAT-01: events of a DASH manifest become chapters, except SCTE 35 events")
    func events() throws {
        let list = try chapters(
            "/mp4/manifest.mpd",
            text("mp4/manifest.mpd").replacing(
                "<AdaptationSet id=\"0\"",
                with: """
                    <EventStream schemeIdUri="urn:example:marks" timescale="1000">
                    <Event presentationTime="4000" duration="2000" id="7">Half time</Event>
                    <Event presentationTime="1000" id="8"/><Event presentationTime="99000" id="9">Never</Event>
                    </EventStream>
                    <EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin"><Event presentationTime="3" id="ad"/></EventStream>
                    <AdaptationSet id="0"
                    """))
        expect(list.map(\.title), is: ["8", "Half time"])
        expect(
            list.map(\.range),
            is: [
                MediaRange(start: .seconds(1), end: .seconds(4)), MediaRange(start: .seconds(4), end: .seconds(6)),
            ])
    }

    @Test("without a program date there are no chapters, and hostile date ranges are bounded")
    func hostile() throws {
        let bare = try text("ts/low.m3u8").replacing(
            "#EXT-X-PLAYLIST-TYPE:VOD", with: "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:01Z\"")
        #expect(try chapters("/ts/low.m3u8", bare).isEmpty)
        var tags = (0..<2000).map { index in
            "#EXT-X-DATERANGE:ID=\"m\(index)\",START-DATE=\"2026-01-01T00:00:0\(index % 10).\(index % 7)Z\",DURATION=\(index)e9"
        }
        let long = String(repeating: "\u{202E}\u{7}A", count: 3000)
        tags += [
            "#EXT-X-DATERANGE:ID=\"\(long)\",START-DATE=\"2026-01-01T00:00:00Z\"",
            "#EXT-X-DATERANGE:ID=\"d\",START-DATE=\"99999999-01-01T00:00:00Z\"",
            "#EXT-X-DATERANGE:ID=\"e\",START-DATE=\"2026-01-01T00:00:01Z\",END-DATE=\"1970-01-01T00:00:00Z\"",
            "#EXT-X-DATERANGE:ID=\"f\",START-DATE=\"2026-01-01T00:00:01Z\",DURATION=99999999999999999999",
            "#EXT-X-DATERANGE:ID=\"g\",START-DATE=\"\"", "#EXT-X-DATERANGE:",
        ]
        let list = try chapters("/ts/low.m3u8", playlist(tags.joined(separator: "\n")))
        expect(list.count, is: StreamMarks.limit)
        #expect(list.allSatisfy { $0.range.start >= .zero && $0.range.end >= $0.range.start })
        #expect(list.allSatisfy { ($0.title ?? "").count <= 200 })
        expect(list.map(\.range.start), is: list.map(\.range.start).sorted())
    }

    @Test("a mark with the start and the name of a chapter is not added again")
    func merging() {
        func chapter(_ second: Int, _ title: String) -> Chapter {
            Chapter(range: MediaRange(start: .seconds(second), end: .seconds(second + 1)), title: title)
        }
        let list = StreamMarks.merged([chapter(0, "a"), chapter(5, "b")], [chapter(5, "b"), chapter(2, "c")])
        expect(list.map(\.title), is: ["a", "c", "b"])
    }
}
