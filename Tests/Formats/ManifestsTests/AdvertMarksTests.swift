import Manifests
import PlayCore
import TestSupport
import Testing

/// The places of a stream's own adverts.
@Suite("Adverts that a manifest marks")
struct AdvertMarksTests {
    private static let insert = SpliceTests.insert

    /// Returns the marks in a list of ten segments of ten seconds from midnight on.
    private func ranges(_ tags: String, segments: [Int: String] = [:]) throws -> [[Double]] {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n\(tags)\n"
        for index in 0..<10 { text += (segments[index].map { $0 + "\n" } ?? "") + "#EXTINF:10,\n\(index).ts\n" }
        let playlist = try HLSMediaTests.parse(text + "#EXT-X-ENDLIST")
        return seconds(AdvertMarks.marks(AdvertMarks.cues(playlist.dateRanges, in: playlist.list)))
    }

    private func seconds(_ marks: [RegionMark]) -> [[Double]] {
        #expect(marks.allSatisfy { $0.kind == .advert && $0.use == .skip })
        return marks.map { mark in
            [mark.start, mark.end].map { if case .time(let time) = $0 { time.inSeconds } else { -1 } }
        }
    }

    private func range(_ id: String, _ second: Int, _ rest: String) -> String {
        "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2026-01-01T00:00:\(second < 10 ? "0" : "")\(second)Z\",\(rest)\n"
    }

    @Test("a range with SCTE35-OUT lasts as long as its duration, plan or message says")
    func dateRanges() throws {
        try expect(ranges(range("a", 20, "DURATION=15,SCTE35-OUT=0xFC00")), is: [[20, 35]])
        try expect(ranges(range("a", 20, "PLANNED-DURATION=15,SCTE35-OUT=0xFC00")), is: [[20, 35]])
        try expect(
            ranges(
                range("a", 20, "PLANNED-DURATION=15,SCTE35-OUT=0xFC00")
                    + "#EXT-X-DATERANGE:ID=\"a\",END-DATE=\"2026-01-01T00:00:30Z\",SCTE35-IN=0xFC00"), is: [[20, 30]])
        let own = try ranges(range("a", 20, "SCTE35-OUT=\(Self.insert)"))
        #expect(own.count == 1 && abs(own[0][1] - 80.2936) < 0.001, "\(own)")
        // This message is about the start of a programme.
        let other =
            "/DBIAAAAAAAA///wBQb+ek2ItgAyAhdDVUVJSAAAGH+fCAgAAAAALMvDRBEAAAIXQ1VFSUgAABl/nwgIAAAAACyk26AQAACZcuND"
        try expect(ranges(range("a", 20, "DURATION=15,SCTE35-OUT=\(other)")), is: [])
        try expect(ranges(range("a", 20, "SCTE35-OUT=0xFC00")), is: [], "neither length nor end")
        try expect(ranges(range("a", 20, "DURATION=15")), is: [], "no splice")
    }

    @Test("a command itself says whether it starts or ends a break, and adjacent adverts are merged")
    func commands() throws {
        try expect(ranges(range("a", 20, "DURATION=10,SCTE35-CMD=\(Self.insert)")), is: [[20, 30]])
        try expect(
            ranges(
                range("a", 10, "DURATION=10,SCTE35-OUT=0xFC00") + range("b", 20, "DURATION=10,SCTE35-OUT=0xFC00")
                    + range("c", 45, "DURATION=10,SCTE35-OUT=0xFC00")), is: [[10, 30], [45, 55]])
    }

    @Test("a message that cancels an event removes the part of its break that is still to come")
    func cancellations() throws {
        let insert = hexadecimal(SpliceMessages.insert(9, ticks: nil, duration: 1_350_000))
        let cancelled = hexadecimal(SpliceMessages.cancelled(9))
        let out = range("a", 20, "SCTE35-OUT=\(insert)")
        try expect(ranges(out), is: [[20, 35]])
        try expect(ranges(out + range("b", 10, "SCTE35-CMD=\(cancelled)")), is: [])
        try expect(ranges(out + range("b", 20, "SCTE35-OUT=\(cancelled)")), is: [])
        try expect(ranges(out + range("b", 30, "SCTE35-CMD=\(cancelled)")), is: [[20, 35]])
        let other = hexadecimal(SpliceMessages.cancelled(8))
        try expect(ranges(out + range("b", 10, "SCTE35-CMD=\(other)")), is: [[20, 35]])
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("a break in the manifest is removed if its segments cancel it")
    func cancelledByContainer() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n"
        text += range("a", 20, "SCTE35-OUT=\(hexadecimal(SpliceMessages.insert(9, ticks: nil, duration: 1_350_000)))")
        let playlist = try HLSMediaTests.parse(text + "#EXTINF:10,\n0.ts\n#EXTINF:90,\n1.ts\n#EXT-X-ENDLIST")
        let cues = AdvertMarks.cues(playlist.dateRanges, in: playlist.list)
        expect(seconds(AdvertMarks.marks(cues)), is: [[20, 35]])
        var log = SpliceLog()
        _ = log.add(section: SpliceMessages.cancelled(9), at: .seconds(12), shift: .zero)
        #expect(AdvertMarks.marks(cues + log.cues).isEmpty)
    }

    @Test("a range that began before the list keeps the part within it, and one far outside is ignored")
    func edges() throws {
        let early = "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2025-12-31T23:59:50Z\",DURATION=30,SCTE35-OUT=0xFC00"
        try expect(ranges(early), is: [[0, 20]])
        let far = "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2025-11-01T00:00:00Z\",DURATION=9e9,SCTE35-OUT=0xFC00"
        try expect(ranges(far), is: [])
    }

    @Test(
        "segment tags start a break with its length in all forms, and end it early"
    )
    func tags() throws {
        for out in ["#EXT-X-CUE-OUT:30", "#EXT-X-CUE-OUT:DURATION=30.0,ID=5", "#EXT-X-CUE-OUT: 30.000 "] {
            try expect(ranges("", segments: [2: out]), is: [[20, 50]], "\(out)")
        }
        try expect(ranges("", segments: [2: "#EXT-X-CUE-OUT:30", 4: "#EXT-X-CUE-IN"]), is: [[20, 40]])
        try expect(ranges("", segments: [2: "#EXT-X-CUE-OUT", 4: "#EXT-X-CUE-IN"]), is: [[20, 40]])
        try expect(ranges("", segments: [2: "#EXT-X-CUE-OUT"]), is: [])
        try expect(ranges("", segments: [4: "#EXT-X-CUE-IN"]), is: [])
        try expect(
            ranges(
                "", segments: [2: "#EXT-X-CUE-OUT:30", 3: "#EXT-X-CUE-OUT-CONT:10/30", 5: "#EXT-X-CUE-IN"]),
            is: [
                [20, 50]
            ])
        for inside in ["#EXT-X-CUE-OUT-CONT:10/30", "#EXT-X-CUE-OUT-CONT:ElapsedTime=10,Duration=30,SCTE35=/DA=="] {
            try expect(ranges("", segments: [0: inside]), is: [[0, 20]], "\(inside)")
        }
        let wrong = [2: "#EXT-X-CUE-OUT:-5", 3: "#EXT-X-CUE-OUT:1e99", 4: "#EXT-X-CUE-OUT:x"]
        try expect(ranges("", segments: wrong), is: [])
    }

    @Test("a live list keeps the start of a break that later versions no longer list")
    func live() throws {
        func list(_ first: Int, _ tag: String?) throws -> MediaPlaylist {
            var text = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
            for index in first..<first + 3 {
                if index == first, let tag { text += tag + "\n" }
                text += "#EXTINF:10,\n\(index).ts\n"
            }
            return try HLSMediaTests.parse(text)
        }
        let first = try list(5, "#EXT-X-CUE-OUT:40")
        expect(seconds(AdvertMarks.marks(AdvertMarks.cues([], in: first.list))), is: [[0, 40]])
        let merged = try #require(first.merging(try list(7, "#EXT-X-CUE-OUT-CONT:20/40")))
        expect(seconds(AdvertMarks.marks(AdvertMarks.cues([], in: merged.list))), is: [[0, 40]])
    }

    private func events(_ scheme: String, _ events: String) throws -> [[Double]] {
        let stream = "<EventStream schemeIdUri='\(scheme)' timescale='10'>\(events)</EventStream>"
        let manifest = try DASHTests.parse("<MPD><Period duration='PT100S'>\(stream)</Period></MPD>")
        return seconds(AdvertMarks.marks(AdvertMarks.cues(manifest.presentation.events)))
    }

    @Test("DASH events hold splice messages in binary and in XML form")
    func dash() throws {
        for event in [
            "<Event presentationTime='200'><Signal xmlns='urn:scte:scte35:2013:xml'><Binary>\(Self.insert)</Binary></Signal></Event>",
            "<Event presentationTime='200' messageData='\(Self.insert)'/>",
            "<Event presentationTime='200'>\n \(Self.insert)\n</Event>",
        ] {
            for scheme in ["urn:scte:scte35:2014:xml+bin", "urn:scte:scte35:2014:bin", "urn:scte:scte35:2013:bin"] {
                let found = try events(scheme, event)
                #expect(found.count == 1 && abs(found[0][1] - 80.2936) < 0.001, "\(found)")
            }
        }
        let written = """
            <Event presentationTime='100' id='1'><s:SpliceInfoSection xmlns:s='urn:scte:scte35:2013:xml'>
            <s:SpliceInsert spliceEventId='7' outOfNetworkIndicator='true'><s:BreakDuration duration='1800000'/>
            </s:SpliceInsert></s:SpliceInfoSection></Event>
            <Event presentationTime='250'><s:Signal xmlns:s='x'><s:SpliceInfoSection><s:SpliceInsert spliceEventId='9' \
            outOfNetworkIndicator='false'/></s:SpliceInfoSection></s:Signal></Event>
            <Event presentationTime='500'><SpliceInfoSection><TimeSignal/><SegmentationDescriptor \
            segmentationEventId='1' segmentationTypeId='48' segmentationDuration='900000'/></SpliceInfoSection></Event>
            <Event presentationTime='700' duration='50'><SpliceInfoSection><TimeSignal/><SegmentationDescriptor \
            segmentationEventId='2' segmentationTypeId='54'/></SpliceInfoSection></Event>
            <Event presentationTime='900'><SpliceInfoSection><TimeSignal/><SegmentationDescriptor \
            segmentationEventId='2' segmentationTypeId='16' segmentationDuration='900000'/></SpliceInfoSection></Event>
            """
        try expect(events("urn:scte:scte35:2013:xml", written), is: [[10, 25], [50, 60], [70, 75]])
        try expect(events("urn:other", written), is: [])
        try expect(events("urn:scte:scte35:2014:xml+bin", "<Event presentationTime='1' duration='9'/>"), is: [])
    }

    @Test("the first 10,000 cues become marks, and a manifest of more events is refused")
    func masses() throws {
        let segments = (0...10_000).map { "#EXT-X-CUE-OUT:1\n#EXTINF:10,\n\($0).ts\n" }.joined()
        let playlist = try HLSMediaTests.parse("#EXTM3U\n#EXT-X-TARGETDURATION:10\n" + segments + "#EXT-X-ENDLIST")
        let cues = AdvertMarks.cues([], in: playlist.list)
        expect(cues.count, is: 10_001)
        let marks = AdvertMarks.marks(cues)
        expect(marks.count, is: 10_000)
        expect(marks.last?.start, is: .time(.seconds(99_990)))
        let many = String(repeating: "<Event/>", count: 10_001)
        #expect {
            try events("urn:scte:scte35:2014:bin", many)
        } throws: {
            ($0 as? ManifestError)?.code == .tooLarge
        }
    }
}
