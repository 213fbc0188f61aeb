import Addresses
import Manifests
import PlayCore
import TestSupport
import Testing

@Suite("DASH")
struct DASHTests {
    static func parse(_ text: String, at location: ManifestLocation? = nil) throws -> DASHManifest {
        let address = try #require(Address("https://example.org/d/m.mpd"))
        return try DASHManifest.parse(Array(text.utf8), at: location ?? .address(address))
    }

    /// Returns a manifest with one set of pictures.
    static func video(
        _ segments: String, mpd: String = "mediaPresentationDuration='PT10S'", period: String = "", base: String = ""
    ) -> String {
        "<MPD \(mpd)>\(base)<Period \(period)><AdaptationSet contentType='video'>\(segments)"
            + "<Representation id='v' bandwidth='500'/></AdaptationSet></Period></MPD>"
    }

    static func timeline(_ manifest: DASHManifest, _ index: Int = 0, source: Int = 0) throws -> DASHTimeline {
        let rendition = try #require(manifest.presentation.renditions.dropFirst(index).first)
        guard case .timeline(let timeline) = rendition.sources[source].content else {
            throw ManifestError(.unsupported, "no timeline")
        }
        return timeline
    }

    static func list(_ text: String, at now: UTCTime? = nil) throws -> SegmentList {
        try timeline(parse(text)).list(at: now)
    }

    private static func names(_ list: SegmentList) -> [String] {
        list.segments.map { segment in
            guard case .address(let address) = segment.resource else { return "" }
            return String(address.text.dropFirst("https://example.org/d/".utf8.count))
        }
    }

    @Test("ADV-27: numbered templates make names and exact times, and the last segment ends with its period")
    func numbers() throws {
        let list = try Self.list(
            Self.video(
                "<SegmentTemplate timescale='30000' duration='120120' startNumber='7' presentationTimeOffset='30030' "
                    + "media='$RepresentationID$/$$x_$Number%05d$_$Bandwidth$.m4s' initialization='$RepresentationID$.mp4'/>"
            ))
        expect(Self.names(list), is: ["v/$x_00007_500.m4s", "v/$x_00008_500.m4s", "v/$x_00009_500.m4s"])
        expect(list.segments.map(\.start.nanoseconds), is: [0, 4_004_000_000, 8_008_000_000])
        expect(list.segments.map(\.duration.nanoseconds), is: [4_004_000_000, 4_004_000_000, 1_992_000_000])
        expect(list.segments.map(\.mediaOffset?.nanoseconds), is: [1_001_000_000, 5_005_000_000, 9_009_000_000])
        #expect(list.segments[0].initSection?.resource == (try HLSMediaTests.reference("https://example.org/d/v.mp4")))
        #expect(list.isEnded)
        expect(list.targetDuration, is: .milliseconds(4004))
    }

    @Test("timeline entries repeat, reach to the next entry or the end, and stop at a last number")
    func timeline() throws {
        func list(_ entries: String, attributes: String = "") throws -> [String] {
            let template = "<SegmentTemplate timescale='10' media='$Time$-$Number$' \(attributes)>"
            return Self.names(
                try Self.list(
                    Self.video(template + "<SegmentTimeline>\(entries)</SegmentTimeline></SegmentTemplate>")))
        }
        try expect(list("<S t='0' d='20' r='1'/><S d='60'/>"), is: ["0-1", "20-2", "40-3"])
        try expect(list("<S t='0' d='20' r='-1'/><S t='60' d='40'/>"), is: ["0-1", "20-2", "40-3", "60-4"])
        try expect(list("<S d='30' r='-1'/>"), is: ["0-1", "30-2", "60-3", "90-4"])
        try expect(list("<S d='30' r='1000000000'/>"), is: ["0-1", "30-2", "60-3", "90-4"])
        try expect(list("<S d='10' r='-1'/>", attributes: "endNumber='2'"), is: ["0-1", "10-2"])
        try expect(list("<S d='0' r='1000000000'/><S d='90'/>"), is: ["0-2"])
        try expect(list(""), is: [])
        // These segments lie before the period, whose offset is the container's time.
        try expect(
            list("<S t='0' d='10' r='999999999'/>", attributes: "presentationTimeOffset='9999999950'").count, is: 5)
    }

    @Test("a manifest with a thousand million segments is an error at little cost")
    func bomb() throws {
        for template in [
            "<SegmentTemplate timescale='1000' media='$Number$' duration='1'/>",
            "<SegmentTemplate timescale='1000' media='$Number$'><SegmentTimeline><S d='1' r='999999999'/></SegmentTimeline></SegmentTemplate>",
        ] {
            let text = Self.video(template, mpd: "mediaPresentationDuration='P300D'")
            #expect { try Self.list(text) } throws: { ($0 as? ManifestError)?.code == .tooLarge }
        }
        let open = Self.video("<SegmentTemplate media='$Number$' duration='1'/>", mpd: "")
        #expect { try Self.list(open) } throws: { ($0 as? ManifestError)?.code == .malformed }
    }

    @Test("segment lists and single files have ranges, initialisation sections and indexes")
    func listsAndBases() throws {
        let list = try Self.list(
            Self.video(
                "<SegmentList duration='5'><Initialization sourceURL='i' range='0-9'/><SegmentURL media='a' "
                    + "mediaRange='10-19'/><SegmentURL media='b'/><SegmentURL media='c'/></SegmentList>"))
        expect(Self.names(list), is: ["a", "b"])
        expect(list.segments.map(\.range), is: [ByteRange(offset: 10, length: 10), nil])
        expect(list.segments[0].initSection?.range, is: ByteRange(offset: 0, length: 10))

        let text = Self.video(
            "<BaseURL>film.mp4</BaseURL><SegmentBase indexRange='100-199' timescale='1000' presentationTimeOffset='500'>"
                + "<Initialization range='0-99'/></SegmentBase>")
        var timeline = try Self.timeline(Self.parse(text))
        #expect(throws: ManifestError.self) { try timeline.list(at: nil) }
        let request = try #require(timeline.indexRequests.first)
        expect(request.range, is: ByteRange(offset: 100, length: 100))
        #expect(request.resource == (try HLSMediaTests.reference("https://example.org/d/film.mp4")))
        timeline.supply(try #require(SegmentIndex.parse(Self.sidx(count: 2), at: 100)), for: request)
        #expect(timeline.indexRequests.isEmpty)
        let indexed = try timeline.list(at: nil)
        expect(
            indexed.segments.map(\.range), is: [ByteRange(offset: 156, length: 50), ByteRange(offset: 206, length: 50)])
        expect(indexed.segments.map(\.start), is: [.milliseconds(500), .milliseconds(2500)])
        expect(indexed.segments[0].initSection?.range, is: ByteRange(offset: 0, length: 100))

        let whole = try Self.list(Self.video("<BaseURL>film.mp4</BaseURL>"))
        expect(Self.names(whole), is: ["film.mp4"])
        expect(whole.duration, is: .seconds(10))
        #expect(try Self.parse(Self.video("")).presentation.renditions.isEmpty)
    }

    /// Returns an index of equal entries of 50 bytes and two seconds that starts at one second.
    static func sidx(count: UInt8, isIndex: Bool = false) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let entries = (0..<count).flatMap { _ in number(50 | (isIndex ? 1 << 31 : 0)) + number(2000) + number(1 << 31) }
        let body = number(0) + number(1) + number(1000) + number(1000) + number(0) + [0, 0, 0, count] + entries
        return number(UInt32(body.count + 8)) + Array("sidx".utf8) + body
    }

    @Test("an index is found behind other boxes, and a truncated one is rejected")
    func index() throws {
        let bytes = Self.sidx(count: 3)
        let other: [UInt8] = [0, 0, 0, 10] + Array("styp".utf8) + [1, 2]
        let index = try #require(SegmentIndex.parse(other + bytes, at: 1000))
        expect(index.timescale, is: 1000)
        expect(index.entries.map(\.time), is: [1000, 3000, 5000])
        #expect(index.entries[0].range.offset == 1010 + Int64(bytes.count) && !index.entries[0].isIndex)
        for length in 0..<bytes.count { expect(SegmentIndex.parse(Array(bytes.prefix(length)), at: 0), is: nil) }
        expect(SegmentIndex.parse(Self.sidx(count: 1, isIndex: true), at: 0)?.entries[0].isIndex, is: true)
    }

    @Test("INFO-06: base addresses are nested, absolute ones replace them, and priorities order them")
    func bases() throws {
        let manifest = try Self.parse(
            """
            <MPD mediaPresentationDuration='PT4S'>
            <BaseURL serviceLocation='b' dvb:priority='2'>https://b.example/</BaseURL>
            <BaseURL serviceLocation='a' dvb:priority='1'>https://a.example/</BaseURL>
            <BaseURL>file:///etc/</BaseURL>
            <Period><BaseURL>p/</BaseURL><AdaptationSet mimeType='video/mp4'>
            <SegmentTemplate media='$Number$' duration='4'/><Representation id='1'/>
            <Representation id='2'><BaseURL>https://c.example/x/</BaseURL></Representation>
            </AdaptationSet></Period></MPD>
            """)
        let renditions = manifest.presentation.renditions
        expect(renditions[0].sources.map(\.pathway), is: ["a", "b"])
        func first(_ index: Int, _ source: Int) throws -> ResourceReference? {
            try Self.timeline(manifest, index, source: source).list(at: nil).segments.first?.resource
        }
        #expect(try first(0, 0) == HLSMediaTests.reference("https://a.example/p/1"))
        #expect(try first(0, 1) == HLSMediaTests.reference("https://b.example/p/1"))
        expect(renditions[1].sources.count, is: 1)
        #expect(try first(1, 0) == HLSMediaTests.reference("https://c.example/x/1"))
        #expect { try Self.parse("<MPD><BaseURL>file:///etc/</BaseURL></MPD>") } throws: {
            ($0 as? ManifestError)?.code == .forbiddenReference
        }
    }

    @Test("a local manifest may name only files in its folder and below")
    func local() throws {
        let text = Self.video("<BaseURL>x/</BaseURL><SegmentTemplate media='$Number$.m4s' duration='10'/>")
        let list = try Self.timeline(Self.parse(text, at: .file("m.mpd"))).list(at: nil)
        expect(list.segments.map(\.resource), is: [.file("x/1.m4s")])
        let out = Self.video("<SegmentTemplate media='../$Number$.m4s' duration='10'/>")
        let timeline = try Self.timeline(Self.parse(out, at: .file("m.mpd")))
        #expect { try timeline.list(at: nil) } throws: { ($0 as? ManifestError)?.code == .forbiddenReference }
    }

    @Test("inner elements override outer ones of the same kind only")
    func inheritance() throws {
        let list = try Self.list(
            """
            <MPD mediaPresentationDuration='PT4S'><Period>
            <SegmentTemplate timescale='10' duration='20' media='p$Number$' startNumber='5'/>
            <AdaptationSet contentType='video'><SegmentTemplate media='a$Number$'/>
            <Representation id='1'><SegmentTemplate startNumber='3'/></Representation></AdaptationSet></Period></MPD>
            """)
        #expect(Self.names(list) == ["a3", "a4"] && list.segments[1].start == .seconds(2))
        let other = try Self.list(
            """
            <MPD mediaPresentationDuration='PT4S'><Period><SegmentTemplate duration='2' media='p$Number$'/>
            <AdaptationSet contentType='video'><Representation id='1'><SegmentList duration='4'>
            <SegmentURL media='x'/></SegmentList></Representation></AdaptationSet></Period></MPD>
            """)
        expect(Self.names(other), is: ["x"])
    }

    @Test("attributes without a blank between them are accepted, and other mistakes name their line")
    func mistakes() throws {
        let text = Self.video("<SegmentTemplate media='$Number$'duration='5'/>")
        try expect(Self.list(text).segments.count, is: 2)
        #expect(throws: ManifestError(.malformed, "mismatched tag", line: 2)) { try Self.parse("<MPD>\n</MP>") }
        #expect { try Self.parse("<html/>") } throws: { ($0 as? ManifestError)?.code == .notAManifest }
        #expect { try Self.parse("#EXTM3U") } throws: { ($0 as? ManifestError)?.code == .notAManifest }
    }

    @Test("linked periods are never loaded, and their own content plays")
    func links() throws {
        let period =
            "<AdaptationSet contentType='video'><SegmentTemplate media='a' duration='4'/><Representation/></AdaptationSet>"
        let manifest = try Self.parse(
            "<MPD mediaPresentationDuration='PT4S'><Period xlink:href='https://ads.example/x'>\(period)</Period>"
                + "<Period xlink:href='urn:mpeg:dash:resolve-to-zero:2013' start='PT9S'>\(period)</Period></MPD>")
        expect(manifest.periods.count, is: 1)
        expect(manifest.refusedLinks, is: 1)
    }
}
