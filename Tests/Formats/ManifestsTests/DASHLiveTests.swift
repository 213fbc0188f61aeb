import Manifests
import PlayCore
import TestSupport
import Testing

@Suite("DASH: live manifests")
struct DASHLiveTests {
    private static let start = UTCTime("2024-01-01T00:00:00Z") ?? UTCTime(nanoseconds: 0)

    private static func live(_ template: String, mpd: String = "timeShiftBufferDepth='PT10S'") -> String {
        DASHTests.video(
            template,
            mpd: "type='dynamic' availabilityStartTime='2024-01-01T00:00:00Z' minimumUpdatePeriod='PT2S' \(mpd)",
            period: "start='PT0S'")
    }

    @Test("ADV-27: the available segments depend only on the clock")
    func window() throws {
        let timeline = try DASHTests.timeline(
            DASHTests.parse(Self.live("<SegmentTemplate media='$Number$' duration='2' startNumber='0'/>")))
        func numbers(_ seconds: Int) throws -> [Int64] {
            try timeline.list(at: Self.start + .seconds(seconds)).segments.map(\.number)
        }
        try expect(numbers(-5), is: [])
        try expect(numbers(1), is: [])
        try expect(numbers(2), is: [0])
        try expect(numbers(9), is: [0, 1, 2, 3])
        try expect(numbers(21), is: [5, 6, 7, 8, 9])
        // A year later the window is as small.
        try expect(numbers(31_536_001).count, is: 5)
        let list = try timeline.list(at: Self.start + .seconds(21))
        expect(list.segments[0].start, is: .seconds(10))
        #expect(!list.isEnded)
        #expect(!list.keepsAll)
        #expect(list.hasAbsoluteTimes)
        expect(list.segments[0].programDateTime, is: Self.start + .seconds(10))
        // Lists with absolute times need no merging.
        try expect(list.merging(try timeline.list(at: Self.start + .seconds(23))).segments[0].number, is: 6)
    }

    @Test(
        "segments can be requested early if the manifest allows it", arguments: [("1.5", 11), ("0", 10), ("INF", 11)])
    func early(offset: String, count: Int) throws {
        let text = Self.live(
            "<SegmentTemplate media='$Number$' duration='2' availabilityTimeOffset='\(offset)'/>", mpd: "")
        let list = try DASHTests.list(text, at: Self.start + .milliseconds(21_000))
        expect(list.segments.count, is: (offset == "INF" ? 11 : count))
    }

    @Test(
        "chunked segments in the making are listed, offsets of all levels add up, and the next is predicted"
    )
    func chunks() throws {
        let text = Self.live(
            "<BaseURL availabilityTimeOffset='0.5'>https://a.example/</BaseURL>"
                + "<SegmentTemplate media='$Number$' duration='2' availabilityTimeOffset='1.2'/>")
        let timeline = try DASHTests.timeline(DASHTests.parse(text))
        #expect(timeline.isChunked)
        let list = try timeline.list(at: Self.start + .milliseconds(20_300))
        expect(list.segments.last?.start, is: .seconds(20))
        expect(list.segments.map(\.isGrowing), is: [false, false, false, false, false, true])
        expect(timeline.availability(after: list), is: .milliseconds(22_300))
        let early = try timeline.list(at: Self.start + .milliseconds(20_299))
        expect(early.segments.last?.start, is: .seconds(18))
        for offset in ["", "availabilityTimeOffset='0'", "availabilityTimeOffset='INF'"] {
            let text = Self.live("<SegmentTemplate media='$Number$' duration='2' \(offset)/>")
            let timeline = try DASHTests.timeline(DASHTests.parse(text))
            #expect(!timeline.isChunked, "\(offset)")
            #expect(try timeline.list(at: Self.start + .seconds(21)).segments.allSatisfy { !$0.isGrowing }, "\(offset)")
        }
    }

    @Test(
        "chunked playback keeps the service's latency, at most two seconds behind unless a minimum says more",
        arguments: [
            ("", "", 2000), ("<Latency target='1500'/>", "", 1500), ("<Latency target='3000'/>", "", 2000),
            ("<Latency target='3000' min='2500'/>", "", 2500), ("<Latency target='10'/>", "", 1000),
            ("", "suggestedPresentationDelay='PT1.2S'", 1200),
        ])
    func distance(latency: String, delay: String, milliseconds: Int) throws {
        let manifest = try DASHTests.parse(
            "<MPD type='dynamic' availabilityStartTime='2024-01-01T00:00:00Z' \(delay)>"
                + "<ServiceDescription>\(latency)</ServiceDescription><Period start='PT0S'/></MPD>")
        expect(manifest.live?.chunkedDistance, is: .milliseconds(milliseconds))
    }

    @Test("a late timeline keeps its window, and an open end follows the clock")
    func timelines() throws {
        let listed = Self.live(
            "<SegmentTemplate timescale='10' media='$Time$'><SegmentTimeline><S t='0' d='20' r='19'/></SegmentTimeline></SegmentTemplate>"
        )
        func starts(_ text: String, _ seconds: Int) throws -> [MediaTime] {
            try DASHTests.list(text, at: Self.start + .seconds(seconds)).segments.map(\.start)
        }
        try expect(starts(listed, 40), is: [30, 32, 34, 36, 38].map { .seconds($0) })
        try expect(starts(listed, 100), is: [30, 32, 34, 36, 38].map { .seconds($0) })
        let open = listed.replacing("r='19'", with: "r='-1'")
        try expect(starts(open, 100), is: [90, 92, 94, 96, 98].map { .seconds($0) })
    }

    @Test("edge and window follow the clock until the presentation ends")
    func timing() throws {
        let manifest = try DASHTests.parse(
            """
            <MPD type='dynamic' availabilityStartTime='2024-01-01T00:00:00Z' publishTime='2024-01-01T00:00:30Z'
              timeShiftBufferDepth='PT20S' suggestedPresentationDelay='PT6S' mediaPresentationDuration='PT1M'>
            <UTCTiming schemeIdUri='urn:mpeg:dash:utc:ntp:2014' value='x'/>
            <UTCTiming schemeIdUri='urn:mpeg:dash:utc:http-xsdate:2014' value='https://t.example/now https://u.example/'/>
            <UTCTiming schemeIdUri='urn:mpeg:dash:utc:http-head:2014' value='/now'/>
            <UTCTiming schemeIdUri='urn:mpeg:dash:utc:direct:2014' value='2024-01-01T00:00:31Z'/>
            <ServiceDescription><Latency min='2000' target='4000' max='6000'/></ServiceDescription>
            <Location>https://l.example/m.mpd</Location><Location>file:///x</Location>
            <ContentSteering defaultServiceLocation='a'>https://s.example/</ContentSteering>
            <Period start='PT0S'/></MPD>
            """)
        let live = try #require(manifest.live)
        #expect(manifest.isLive)
        expect(manifest.presentation.duration, is: nil)
        expect(live.edge(at: Self.start + .seconds(30)), is: .seconds(30))
        expect(live.window(at: Self.start + .seconds(30)), is: MediaRange(start: .seconds(10), end: .seconds(30)))
        expect(live.window(at: Self.start + .seconds(70)), is: MediaRange(start: .seconds(50), end: .seconds(60)))
        #expect(live.window(at: Self.start + .seconds(99)).isEmpty)
        #expect(live.window(at: Self.start + .seconds(-9)).isEmpty)
        expect(live.suggestedDelay, is: .seconds(6))
        expect(live.minimumUpdatePeriod, is: nil)
        expect([live.minimumLatency, live.targetLatency], is: [2, 4].map { .seconds($0) })
        #expect(
            live.clocks == [
                .iso(try HLSMediaTests.reference("https://t.example/now")),
                .head(try HLSMediaTests.reference("https://example.org/now")),
                .direct(Self.start + .seconds(31)),
            ])
        #expect(manifest.locations == [try HLSMediaTests.reference("https://l.example/m.mpd")])
        expect(manifest.steering?.pathway, is: "a")
    }

    @Test("period starts follow from durations and durations from starts")
    func periods() throws {
        func spans(_ mpd: String, _ periods: String) throws -> [String] {
            try DASHTests.parse("<MPD \(mpd)>\(periods)</MPD>").periods.map {
                "\($0.start.nanoseconds / 1_000_000_000)-\($0.end.map { "\($0.nanoseconds / 1_000_000_000)" } ?? "")"
            }
        }
        let total = "mediaPresentationDuration='P0Y0M0DT1H1M40.000S'"
        try expect(spans(total, "<Period duration='PT10S'/><Period/>"), is: ["0-10", "10-3700"])
        try expect(spans(total, "<Period/><Period start='PT1M'/>"), is: ["0-60", "60-3700"])
        try expect(spans("", "<Period start='PT5S'/>"), is: ["5-"])
        // This period is announced without a time.
        try expect(spans("type='dynamic'", "<Period/>"), is: [])
        try expect(spans("", "<Period duration='P100000Y'/><Period/>"), is: ["0-"])
    }
}

extension String {
    fileprivate func replacing(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
