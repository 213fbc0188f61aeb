import Addresses
import Manifests
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

@Suite("Breaks of streams")
struct StreamBreaksTests {
    /// Parses a list of ten segments of six seconds from midnight on. Returns its breaks.
    private func breaks(_ tags: String..., tail: String = "#EXT-X-ENDLIST") throws -> [StreamBreak] {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n"
        for tag in tags { text += "#EXT-X-DATERANGE:CLASS=\"com.apple.hls.interstitial\",\(tag)\n" }
        for index in 0..<10 { text += "#EXTINF:6,\n\(index).ts\n" }
        let place = ManifestLocation.address(try #require(Address("https://example.org/v/list.m3u8")))
        guard case .media(let list) = try HLSPlaylist.parse(Array((text + tail).utf8), at: place) else { return [] }
        return StreamBreaks.list(list.dateRanges, in: list.list) { resource in
            if case .address(let address) = resource { address.text } else { nil }
        }
    }

    private func at(_ second: String, _ rest: String = "") -> String {
        "ID=\"\(second)\",START-DATE=\"2026-01-01T00:00:\(second)Z\",X-ASSET-URI=\"ad.m3u8\"\(rest)"
    }

    @Test("the start date, PRE or POST sets the place of a break, and relative addresses resolve against the playlist")
    func places() throws {
        let list = try breaks(
            at("10"), at("20.5", ",CUE=\"ONCE\""), at("30", ",CUE=\"PRE,ONCE\""), at("40", ",CUE=POST"), at("00"))
        expect(list.map(\.place), is: [.at(.seconds(10)), .at(.milliseconds(20_500)), .start, .end, .start])
        #expect(list.allSatisfy { $0.content == .film("https://example.org/v/ad.m3u8") })
        let assets = try breaks("ID=\"a\",START-DATE=\"2026-01-01T00:00:10Z\",X-ASSET-LIST=\"/list?x=1\"")
        #expect(assets.map(\.content) == [.list("https://example.org/list?x=1")])
    }

    @Test("a break outside the item is ignored, but a future break of a live stream is known")
    func outside() throws {
        let before = "ID=\"b\",START-DATE=\"2025-12-31T23:00:00Z\",X-ASSET-URI=\"ad\""
        let later = "ID=\"l\",START-DATE=\"2026-01-01T00:01:30Z\",X-ASSET-URI=\"ad\""
        try expect(breaks(before, later, "ID=\"n\",X-ASSET-URI=\"ad\"", "ID=\"x\""), is: [])
        try expect(breaks(before, later, tail: "").map(\.place), is: [.at(.seconds(90))])
        #expect(try breaks("ID=\"f\",START-DATE=\"2026-01-01T00:00:10Z\",X-ASSET-URI=\"file:///etc/passwd\"") == [])
    }

    @Test("resume offset, playout limit, restrictions and skip control are read")
    func details() throws {
        let list = try breaks(
            at("10"), at("11", ",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=5.5"),
            at("12", ",X-RESUME-OFFSET=-2.5,X-RESTRICT=\"SKIP,JUMP\""),
            at("13", ",X-RESTRICT=\"JUMP\",X-SKIP-CONTROL-OFFSET=4"), at("14", ",X-PLAYOUT-LIMIT=0"),
            at("15", ",CUE=PRE,X-RESUME-OFFSET=9"))
        expect(list.map(\.resumption), is: [nil, .seconds(11), .milliseconds(9500), nil, nil, nil])
        expect(list.map(\.limit), is: [nil, .milliseconds(5500), nil, nil, nil, nil])
        expect(list.map(\.skipTime), is: [.zero, .zero, nil, .seconds(4), .zero, .zero])
    }

    @Test("X-SNAP moves the start and the resumption of a break to the nearest segment")
    func snaps() throws {
        let list = try breaks(
            at("10", ",X-SNAP=\"OUT\""), at("14", ",X-SNAP=\"OUT,IN\",X-RESUME-OFFSET=8.5"),
            at("20", ",X-SNAP=\"IN\",X-RESUME-OFFSET=0"), at("02", ",X-SNAP=OUT"))
        expect(list.map(\.place), is: [.at(.seconds(12)), .at(.seconds(12)), .at(.seconds(20)), .start])
        expect(list.map(\.resumption), is: [nil, .seconds(18), .seconds(18), nil])
    }

    @Test("the number of breaks is bounded, and the newest are kept")
    func masses() throws {
        let text = (0..<2000).map {
            "#EXT-X-DATERANGE:ID=\"\($0)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:01Z\","
                + "X-ASSET-URI=\"a\"\n"
        }.joined()
        let place = ManifestLocation.address(try #require(Address("https://example.org/v/list.m3u8")))
        let whole =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n" + text
            + "#EXTINF:6,\na.ts\n"
        guard case .media(let list) = try HLSPlaylist.parse(Array(whole.utf8), at: place) else { return }
        let breaks = StreamBreaks.list(list.dateRanges, in: list.list) { _ in "a" }
        #expect(breaks.count == StreamBreaks.limit && breaks.last?.id == "1999")
    }
}
