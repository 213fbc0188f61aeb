import Addresses
import Manifests
import PlayCore
import TestSupport
import Testing

@Suite("HLS: media playlists")
struct HLSMediaTests {
    static func parse(
        _ text: String, at address: String = "https://example.org/v/list.m3u8?token=a%20b",
        variables: VariableTable = VariableTable(), limits: ManifestLimits = ManifestLimits()
    ) throws -> MediaPlaylist {
        let location = ManifestLocation.address(try #require(Address(address)))
        let playlist = try HLSPlaylist.parse(Array(text.utf8), at: location, variables: variables, limits: limits)
        guard case .media(let media) = playlist else { throw ManifestError(.unsupported, "no media playlist") }
        return media
    }

    static func reference(_ address: String) throws -> ResourceReference { .address(try #require(Address(address))) }

    @Test("ADV-27: segments have exact times to the nanosecond, numbers and addresses")
    func plain() throws {
        let playlist = try Self.parse(
            "\u{FEFF}#EXTM3U\r\n#EXT-X-VERSION: 7\r\n#EXT-X-TARGETDURATION:3\r\n#EXT-X-MEDIA-SEQUENCE:41\r\n"
                + "#EXTINF:2.002002002999,\r\na.ts\r\n# comment\r\n\r\n#EXTINF:2.002,Title, of it\r\n ../b.ts \r\n"
                + "#EXTINF:.5\r\n//cdn.example/c.ts\r\n#EXT-X-ENDLIST\r\n")
        let segments = playlist.list.segments
        expect(segments.map(\.number), is: [41, 42, 43])
        expect(segments.map(\.start.nanoseconds), is: [0, 2_002_002_002, 4_004_002_002])
        expect(segments.map(\.duration.nanoseconds), is: [2_002_002_002, 2_002_000_000, 500_000_000])
        #expect(
            segments.map(\.resource) == [
                try Self.reference("https://example.org/v/a.ts"), try Self.reference("https://example.org/b.ts"),
                try Self.reference("https://cdn.example/c.ts"),
            ])
        expect(playlist.version, is: 7)
        expect(playlist.mediaSequence, is: 41)
        #expect(playlist.list.isEnded)
        expect(playlist.list.targetDuration, is: .seconds(3))
        expect(playlist.presentation.duration, is: MediaTime(nanoseconds: 4_504_002_002))
        expect(playlist.list.index(at: .seconds(3)), is: 1)
        expect(playlist.list.index(number: 43), is: 2)
    }

    @Test("image playlists have tiles for all or single images, and invalid ones are unusable")
    func images() throws {
        let playlist = try Self.parse(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:90
            #EXT-X-IMAGES-ONLY
            #EXTINF:90,
            plain.jpg
            #EXTINF:90,
            #EXT-X-TILES:RESOLUTION=320x180,LAYOUT=5x4,DURATION=4.5
            a.jpg
            #EXTINF:90,
            b.jpg
            #EXT-X-TILES:LAYOUT=5X4,DURATION=0
            #EXTINF:90,
            c.jpg
            #EXT-X-TILES:LAYOUT=99999999999999999999x1
            #EXTINF:90,
            d.jpg
            #EXT-X-ENDLIST
            """)
        #expect(playlist.isImagesOnly)
        expect(playlist.presentation.renditions.map(\.kind), is: [.thumbnails])
        let tiles = playlist.list.segments.map(\.tiles)
        expect(tiles[0], is: nil)
        expect(
            tiles[1],
            is: TileGrid(columns: 5, rows: 4, size: (320, 180), duration: MediaTime(nanoseconds: 4_500_000_000)))
        #expect(tiles[2] === tiles[1])
        expect(tiles.map { $0?.isUsable }, is: [nil, true, true, false, false])
    }

    @Test("the durations of thirty thousand segments add up exactly")
    func exactSums() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
        for _ in 0..<30_000 { text += "#EXTINF:3.003003003,\nx.ts\n" }
        try expect(Self.parse(text).list.duration.nanoseconds, is: 30_000 * 3_003_003_003)
    }

    @Test("byte ranges continue in the same resource, and an initialisation section applies until the next")
    func ranges() throws {
        let segments = try Self.parse(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-MAP:URI="i.mp4",BYTERANGE="600@10"
            #EXTINF:4,
            #EXT-X-BYTERANGE:100@20
            a.mp4
            #EXTINF:4,
            #EXT-X-BYTERANGE:50
            a.mp4
            #EXTINF:4,
            #EXT-X-BYTERANGE:7
            b.mp4
            #EXT-X-MAP:URI="j.mp4"
            #EXTINF:4,
            c.mp4
            """
        ).list.segments
        expect(
            segments.map(\.range),
            is: [
                ByteRange(offset: 20, length: 100), ByteRange(offset: 120, length: 50),
                ByteRange(offset: 0, length: 7), nil,
            ])
        #expect(segments[0].initSection === segments[2].initSection)
        expect(segments[0].initSection?.range, is: ByteRange(offset: 10, length: 600))
        #expect(segments[3].initSection == InitSection(resource: try Self.reference("https://example.org/v/j.mp4")))
    }

    @Test("ADV-81: keys change, end, and have an IV or use the segment's number; other systems are named")
    func keys() throws {
        let playlist = try Self.parse(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-MEDIA-SEQUENCE:258
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXT-X-MAP:URI="i.mp4"
            #EXTINF:4,
            0.ts
            #EXT-X-KEY:METHOD=AES-128,URI="data:;base64,AAECAwQFBgcICQoLDA0ODw==",IV=0x1F
            #EXTINF:4,
            1.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:4,
            2.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXTINF:4,
            3.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k2"
            #EXTINF:4,
            4.ts
            """)
        let segments = playlist.list.segments
        #expect(segments[0].key?.resource == (try Self.reference("https://example.org/v/k1")))
        expect(segments[0].key?.iv(segment: 258), is: [UInt8](repeating: 0, count: 14) + [1, 2])
        #expect(segments[0].key?.protection == nil && segments[0].initSection?.key == segments[0].key)
        expect(segments[1].key?.resource, is: .data(Array(0..<16)))
        expect(segments[1].key?.iv(segment: 259), is: [UInt8](repeating: 0, count: 15) + [0x1F])
        expect(segments[2].key, is: nil)
        expect(segments[3].key?.protection?.reason, is: "FairPlay")
        // Of several keys for the same segment the usable one is taken.
        #expect(segments[4].key?.resource == (try Self.reference("https://example.org/v/k2")))
        expect(playlist.protection?.systems, is: ["FairPlay"])
    }

    @Test(
        "a too long inline key and a local key are refused", arguments: ["data:,", "data:;base64,!!", "file:///etc/x"])
    func badKeys(uri: String) throws {
        let long = "data:," + String(repeating: "x", count: 65)
        for text in [uri == "data:," ? long : uri] {
            let playlist = try Self.parse(
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=\"\(text)\"\n#EXTINF:4,\na.ts\n")
            expect(playlist.list.segments[0].key?.resource, is: nil)
            #expect(playlist.protection != nil)
        }
    }

    @Test("discontinuities are numbered, gaps marked, and calendar times apply to all segments")
    func calendar() throws {
        let playlist = try Self.parse(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-DISCONTINUITY-SEQUENCE:7
            #EXTINF:4,
            0.ts
            #EXT-X-PROGRAM-DATE-TIME:2024-03-01T00:00:02.500+01:00
            #EXTINF:4,
            1.ts
            #EXT-X-GAP
            #EXTINF:3,
            2.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:4,
            3.ts
            """)
        let segments = playlist.list.segments
        expect(segments.map(\.discontinuity), is: [7, 7, 7, 8])
        expect(segments.map(\.isGap), is: [false, false, true, false])
        let first = try #require(UTCTime("2024-02-29T22:59:58.5Z"))
        expect(segments.map(\.programDateTime), is: [0, 4, 8, 11].map { first + .seconds($0) })
        expect(playlist.list.time(at: first + .seconds(9)), is: .seconds(9))
        expect(playlist.list.instant(at: .seconds(12)), is: first + .seconds(12))
        expect(playlist.list.time(at: first + .seconds(99)), is: nil)
        #expect(!playlist.list.isEnded)
        expect(playlist.holdBack, is: .seconds(12))
        expect(playlist.startTime, is: .seconds(3))
    }

    @Test("EXT-X-START sets the start time", arguments: [("5.5", 5_500), ("-3", 9_000), ("100", 12_000), ("-100", 0)])
    func start(offset: String, expected: Int) throws {
        let playlist = try Self.parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-START:TIME-OFFSET=\(offset),PRECISE=YES\n"
                + "#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n")
        expect(playlist.start?.isPrecise, is: true)
        expect(playlist.startTime, is: .milliseconds(expected))
    }

    @Test("date ranges with equal ids are merged, and interstitials name what they play")
    func dateRanges() throws {
        let playlist = try Self.parse(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-DATERANGE:ID="a",CLASS="com.apple.hls.interstitial",START-DATE="2000-01-01T00:00:02Z",CUE="PRE,ONCE",\
            X-ASSET-URI="ad.m3u8",X-RESUME-OFFSET=0.0,X-PLAYOUT-LIMIT=5.5,X-RESTRICT="SKIP,JUMP"
            #EXT-X-DATERANGE:ID="b",START-DATE="2000-01-01T00:00:09Z",SCTE35-OUT=0xFC00
            #EXT-X-DATERANGE:ID="b",END-DATE="2000-01-01T00:00:10Z",DURATION=1,END-ON-NEXT=YES
            #EXTINF:6,
            a.ts
            """)
        expect(playlist.dateRanges.map(\.id), is: ["a", "b"])
        let interstitial = try #require(playlist.dateRanges[0].interstitial)
        #expect(interstitial.content == .asset(try Self.reference("https://example.org/v/ad.m3u8")))
        expect(interstitial.resumeOffset, is: .zero)
        expect(interstitial.playoutLimit, is: .milliseconds(5500))
        #expect(interstitial.restrictions == ["SKIP", "JUMP"] && playlist.dateRanges[0].cues == ["PRE", "ONCE"])
        let range = playlist.dateRanges[1]
        expect(range.start, is: UTCTime("2000-01-01T00:00:09Z"))
        expect(range.end, is: UTCTime("2000-01-01T00:00:10Z"))
        expect(range.duration, is: .seconds(1))
        #expect(range.endsOnNext)
        expect(range.attributes["SCTE35-OUT"], is: "0xFC00")
    }

    @Test("parts belong to their segments, the last ones to an open one, and the server lists its features")
    func lowLatency() throws {
        let playlist = try Self.parse(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.0,CAN-SKIP-UNTIL=24,HOLD-BACK=9.5
            #EXT-X-PART-INF:PART-TARGET=1.0
            #EXT-X-PART:DURATION=1.0,URI="a.0.ts",INDEPENDENT=YES
            #EXT-X-PART:DURATION=0.5,URI="a.1.ts",GAP=YES
            #EXTINF:1.5,
            a.ts
            #EXT-X-PART:DURATION=1.0,URI="b.ts",BYTERANGE="100@0"
            #EXT-X-PART:DURATION=1.0,URI="b.ts",BYTERANGE="20"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="b.ts",BYTERANGE-START=120
            #EXT-X-RENDITION-REPORT:URI="../w/list.m3u8",LAST-MSN=5,LAST-PART=1
            """)
        expect(playlist.list.segments.count, is: 1)
        let parts = playlist.list.segments[0].parts
        expect(parts.map(\.start), is: [.zero, .seconds(1)])
        expect(parts.map(\.isIndependent), is: [true, false])
        expect(parts.map(\.isGap), is: [false, true])
        expect(playlist.openSegment?.parts.map(\.start), is: [.milliseconds(1500), .milliseconds(2500)])
        expect(
            playlist.openSegment?.parts.map(\.range),
            is: [
                ByteRange(offset: 0, length: 100), ByteRange(offset: 100, length: 20),
            ])
        expect(playlist.preloadHints.map(\.range), is: [ByteRange(offset: 120, length: nil)])
        #expect(playlist.preloadHints[0].isPart)
        #expect(playlist.renditionReports.map(\.lastSequence) == [5] && playlist.renditionReports[0].lastPart == 1)
        #expect(playlist.serverControl.canBlockReload)
        expect(playlist.serverControl.canSkipUntil, is: .seconds(24))
        expect(playlist.serverControl.partHoldBack, is: .seconds(3))
        expect(playlist.holdBack, is: .milliseconds(9500))
        expect(playlist.partTarget, is: .seconds(1))
    }

    @Test("variables in addresses and quoted texts are named, imported or from the address")
    func variables() throws {
        let text = """
            #EXTM3U
            #EXT-X-DEFINE:NAME="dir",VALUE="x/y"
            #EXT-X-DEFINE:IMPORT="host"
            #EXT-X-DEFINE:QUERYPARAM="token"
            #EXT-X-TARGETDURATION:4
            #EXT-X-MAP:URI="{$dir}/i.mp4"
            #EXTINF:4,
            https://{$host}/{$dir}/a.ts?t={$token}
            """
        let playlist = try Self.parse(text, variables: VariableTable(["host": "cdn.example"]))
        let segment = playlist.list.segments[0]
        #expect(segment.resource == (try Self.reference("https://cdn.example/x/y/a.ts?t=a b")))
        #expect(segment.initSection?.resource == (try Self.reference("https://example.org/v/x/y/i.mp4")))
        #expect(throws: ManifestError.self) { try Self.parse(text) }
        #expect(throws: ManifestError.self) {
            try Self.parse("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n{$nowhere}.ts\n")
        }
    }

    @Test(
        "a list from the web may name only web addresses",
        arguments: ["file:///etc/passwd", "ftp://a/b", "gopher://a/", "concat:a|b", "data:video/mp4,xxxx", "http://"])
    func forbidden(reference: String) {
        #expect {
            try Self.parse("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(reference)\n")
        } throws: { ($0 as? ManifestError)?.code == .forbiddenReference && ($0 as? ManifestError)?.line == 4 }
    }

    @Test(
        "a text that is no stream is recognised as such",
        arguments: ["", "#EXTM3U", "#EXTM3U\n#EXTINF:4,\na.mp4\n", "a.ts\n#EXTM3U\n#EXT-X-ENDLIST"])
    func notHLS(text: String) throws {
        #expect(!HLSPlaylist.recognizes(Array(text.utf8)))
        #expect { try Self.parse(text) } throws: { ($0 as? ManifestError)?.code == .notAManifest }
    }

    @Test(
        "a comment before the first line and a missing first line are accepted",
        arguments: ["# made by hand\n#EXTM3U\n", "\n# made by hand\n\n", ""])
    func forgiven(head: String) throws {
        let text = head + "#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"
        #expect(HLSPlaylist.recognizes(Array(text.utf8)))
        #expect(HLSPlaylist.mayBegin(Array(text.utf8.prefix(head.utf8.count + 12))))
        try expect(Self.parse(text).list.segments.count, is: 1)
    }

    @Test("bytes, lines, segments and total duration are limited")
    func limits() {
        func code(_ text: String, _ change: (inout ManifestLimits) -> Void = { _ in }) -> ManifestError.Code? {
            var limits = ManifestLimits()
            change(&limits)
            do {
                _ = try Self.parse(text, limits: limits)
                return nil
            } catch {
                return (error as? ManifestError)?.code
            }
        }
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        expect(code(head + "#" + String(repeating: "x", count: 100_000_000)), is: .tooLarge)
        expect(code(head + String(repeating: "x", count: 70_000)), is: .tooLarge)
        expect(code(head + "#EXTINF:4,\na\n#EXTINF:4,\nb\n") { $0.segments = 1 }, is: .tooLarge)
        expect(code(head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=9000000000\n"), is: .tooLarge)
        expect(code(head + "#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXTINF:4,\na\n"), is: nil)
        expect(code(head + String(repeating: "#EXTINF:3900000000,\na\n", count: 3)), is: .tooLarge)
    }
}
