import Addresses
import Manifests
import PlayCore
import TestSupport
import Testing

/// Truncated, mixed and malicious input, which has to end in a value or an error within the limits.
@Suite("Hostile manifests")
struct HostileManifestTests {
    private static let hls = """
        #EXTM3U
        #EXT-X-VERSION:9
        #EXT-X-DEFINE:NAME="a",VALUE="b"
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:10
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=12
        #EXT-X-PART-INF:PART-TARGET=1.0
        #EXT-X-SKIP:SKIPPED-SEGMENTS=2
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x000102030405060708090a0b0c0d0e0f
        #EXT-X-MAP:URI="i.mp4",BYTERANGE="10@0"
        #EXT-X-PROGRAM-DATE-TIME:2024-03-04T23:02:17.684Z
        #EXTINF:4.004,t
        #EXT-X-BYTERANGE:100@20
        {$a}.ts
        #EXT-X-DISCONTINUITY
        #EXT-X-GAP
        #EXT-X-PART:DURATION=1.0,URI="p.ts",INDEPENDENT=YES,BYTERANGE="5@5"
        #EXTINF:4,
        https://example.org/x.ts
        #EXT-X-DATERANGE:ID="x",CLASS="com.apple.hls.interstitial",START-DATE="2000-01-01T00:00:02Z",X-ASSET-URI="a"
        #EXT-X-PART:DURATION=0.5,URI="o.ts",BYTERANGE="7"
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="o.ts",BYTERANGE-START=7
        #EXT-X-RENDITION-REPORT:URI="r.m3u8",LAST-MSN=12,LAST-PART=0
        """

    private static let variants = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="E",LANGUAGE="en",CHANNELS="2",URI="a.m3u8",PATHWAY-ID="A"
        #EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=640x360,CODECS="avc1,mp4a",FRAME-RATE=30.0,AUDIO="a",PATHWAY-ID="A"
        a.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
        """

    private static let dash = """
        <MPD type="dynamic" availabilityStartTime="2024-01-01T00:00:00Z" timeShiftBufferDepth="PT10S" \
        mediaPresentationDuration="PT1H"><BaseURL serviceLocation="a">b/</BaseURL>
        <UTCTiming schemeIdUri="urn:mpeg:dash:utc:direct:2014" value="2024-01-01T00:00:31Z"/>
        <Period start="PT0S"><EventStream timescale="10"><Event presentationTime="5" duration="3"/></EventStream>
        <AdaptationSet id="1" mimeType="video/mp4" frameRate="30/1"><SegmentTemplate timescale="10" startNumber="1" \
        presentationTimeOffset="5" media="$RepresentationID$_$Number%05d$_$Time$" initialization="i"><SegmentTimeline>
        <S t="0" d="20" r="3"/><S d="20" r="-1"/></SegmentTimeline></SegmentTemplate>
        <Representation id="v" bandwidth="500" width="640" height="360"/></AdaptationSet>
        <AdaptationSet mimeType="audio/mp4"><SegmentTemplate duration="2" media="$Number$"/>
        <Representation id="a"/></AdaptationSet>
        <AdaptationSet mimeType="text/vtt"><Representation id="t"><BaseURL>t.vtt</BaseURL></Representation></AdaptationSet>
        </Period></MPD>
        """

    /// Small limits, which mutations that multiply their content have to reach.
    private static let limits: ManifestLimits = {
        var limits = ManifestLimits()
        limits.segments = 500
        return limits
    }()

    /// - Returns: Whether the result was a value.
    @discardableResult
    private static func read(_ bytes: [UInt8]) throws -> Bool {
        let location = ManifestLocation.address(try #require(Address("https://example.org/v/list?a=b")))
        do {
            switch try HLSPlaylist.parse(bytes, at: location, limits: limits) {
            case .media(let playlist): check(playlist)
            case .multivariant(let playlist): _ = playlist.presentation.definitions()
            }
            return true
        } catch {
            // Most mutations end in an error.
        }
        do {
            let presentation = try DASHManifest.parse(bytes, at: location, limits: limits).presentation
            for case .timeline(let timeline) in presentation.renditions.flatMap(\.sources).map(\.content) {
                for time in [UTCTime(seconds: 1_704_067_800), UTCTime(seconds: 1_704_070_800), nil] {
                    checkList(of: timeline, at: time)
                }
            }
            return true
        } catch {
            // Most mutations end in an error.
        }
        return false
    }

    /// Checks the list at a time. In the whole document the last two lists are longer than the limits allow.
    private static func checkList(of timeline: DASHTimeline, at time: UTCTime?) {
        do {
            check(try timeline.list(at: time))
        } catch {
            // Most mutations end in an error.
        }
    }

    private static func check(_ playlist: MediaPlaylist) {
        check(playlist.listWithParts)
        _ = playlist.presentation
        if let holdBack = playlist.partHoldBack { #expect(holdBack > .zero && holdBack <= playlist.holdBack) }
        if let merged = playlist.merging(playlist) { check(merged.listWithParts) }
    }

    private static func check(_ list: SegmentList) {
        #expect(list.segments.count <= limits.segments)
        #expect(
            zip(list.segments, list.segments.dropFirst()).allSatisfy {
                $0.start <= $1.start || $0.discontinuity != $1.discontinuity || list.hasAbsoluteTimes
            })
        #expect(list.segments.allSatisfy { $0.duration >= .zero })
        #expect(list.segments.reduce(0) { $0 + $1.parts.count } <= limits.segments)
        for segment in list.segments {
            #expect(zip(segment.parts, segment.parts.dropFirst()).allSatisfy { $0.end == $1.start })
        }
    }

    @Test("a manifest truncated at any place ends in a value or an error", arguments: [hls, variants, dash])
    func cut(text: String) throws {
        let bytes = Array(text.utf8)
        let values = try (0...bytes.count).map { try Self.read(Array(bytes.prefix($0))) }
        expect(values.last, is: true, "whole")
        #expect(values.contains(false), "some ends are an error")
    }

    @Test("mutated manifests end in values or errors", arguments: 0..<12)
    func mutated(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let source = Array([Self.hls, Self.variants, Self.dash][seed % 3].utf8)
        var values = 0
        for _ in 0..<Rounds.of(40) where try Self.read(Self.mutate(source, &random)) { values += 1 }
        #expect(values > 0 && values < Rounds.of(40), "\(values) are values: both are met")
    }

    private static let pieces: [[UInt8]] = [
        "9223372036854775807", "-1", "-9223372036854775808", "99999999999999999999", "0", "\"", "=", ",", "\n", "<",
        ">",
        "$", "{$a}", "PT", "P9999999Y", "%", "\0", "\u{FFFD}", "1e9", "@", "NaN", "r=\"999999999\"", "d=\"0\"",
        "#EXT-X-PART:DURATION=3900000000,URI=\"a\"\n", "9007199254740992", "</Period>", "<Period>", "#EXTINF:",
        "#EXT-X-SKIP:SKIPPED-SEGMENTS=400\n", "../../../..",
    ].map { Array($0.utf8) }

    private static func mutate(_ source: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = source
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let length = Int.random(in: 0...min(12, bytes.count - place), using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<place + length)
            case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            default: bytes.replaceSubrange(place..<place + length, with: pieces.randomElement(using: &random) ?? [])
            }
        }
        return bytes
    }

    @Test("entities, too deep nesting and too many elements are errors")
    func bombs() throws {
        func code(_ text: String) -> ManifestError.Code? {
            do {
                _ = try DASHTests.parse(text)
                return nil
            } catch {
                return (error as? ManifestError)?.code
            }
        }
        let entities = (1..<30).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
        expect(code("<!DOCTYPE MPD [<!ENTITY e0 \"x\">\(entities)]><MPD>&e29;</MPD>"), is: .malformed)
        expect(code("<MPD>" + String(repeating: "<a>", count: 1_000_000)), is: .malformed)
        expect(code("<MPD>" + String(repeating: "<a/>", count: 400_001) + "</MPD>"), is: .malformed)
        expect(code("<MPD a='" + String(repeating: "x", count: 33 << 20) + "'/>"), is: .tooLarge)
        let many = "<AdaptationSet contentType='video'>" + String(repeating: "<Representation/>", count: 10_001)
        expect(code("<MPD><Period>\(many)</AdaptationSet></Period></MPD>"), is: .tooLarge)
    }

    @Test("the number of variants is limited")
    func manyVariants() throws {
        let text = "#EXTM3U\n" + String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", count: 2001)
        #expect { try HLSVariantTests.parse(text) } throws: { ($0 as? ManifestError)?.code == .tooLarge }
    }
}
