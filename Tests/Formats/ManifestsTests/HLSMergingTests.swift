import Manifests
import PlayCore
import TestSupport
import Testing

@Suite("HLS: live lists")
struct HLSMergingTests {
    private func list(
        from number: Int, _ count: Int, before: String = "", duration: Int = 4, each: (Int) -> String = { _ in "" }
    ) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(number)\n" + before
        for index in number..<(number + count) { text += each(index) + "#EXTINF:\(duration),\ns\(index).ts\n" }
        return try HLSMediaTests.parse(text)
    }

    @Test("segments in both versions of a list keep their times, and the new ones follow")
    func overlap() throws {
        let merged = try #require(try list(from: 10, 4).merging(try list(from: 12, 4)))
        expect(merged.list.segments.map(\.number), is: [12, 13, 14, 15])
        expect(merged.list.segments.map(\.start), is: [8, 12, 16, 20].map { .seconds($0) })
        let again = try #require(merged.merging(try list(from: 15, 3)))
        expect(again.list.segments.map(\.start), is: [20, 24, 28].map { .seconds($0) })
    }

    @Test("discontinuities keep their numbers when the first ones leave the list")
    func discontinuities() throws {
        func tag(_ number: Int) -> String { number == 11 || number == 13 ? "#EXT-X-DISCONTINUITY\n" : "" }
        let first = try list(from: 10, 4, each: tag)
        expect(first.list.segments.map(\.discontinuity), is: [0, 1, 1, 2])
        let merged = try #require(first.merging(try list(from: 12, 4, each: tag)))
        expect(merged.list.segments.map(\.discontinuity), is: [1, 2, 2, 2])
    }

    @Test("versions without a common segment are joined by calendar times, else by numbers")
    func gap() throws {
        let first = try list(from: 10, 2)
        let second = try #require(first.merging(try list(from: 15, 2)))
        expect(second.list.segments.map(\.start), is: [.seconds(20), .seconds(24)])
        func clock(_ start: String, at number: Int) -> (Int) -> String {
            { $0 == number ? "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:\(start)Z\n" : "" }
        }
        let timed = try list(from: 10, 2, each: clock("00:00", at: 10))
        let later = try list(from: 15, 2, each: clock("00:23", at: 15))
        let merged = try #require(timed.merging(later))
        expect(merged.list.segments.map(\.start), is: [.seconds(23), .seconds(27)])
        expect(merged.list.segments[0].discontinuity, is: 1)
        // A contradictory calendar time is ignored.
        let wrong = try list(from: 15, 2, each: clock("00:02", at: 15))
        expect(timed.merging(wrong)?.list.segments[0].start, is: .seconds(20))
    }

    @Test("numbers that go back start a discontinuity at the end")
    func restart() throws {
        let merged = try #require(try list(from: 1000, 3).merging(try list(from: 0, 2)))
        expect(merged.list.segments.map(\.number), is: [0, 1])
        expect(merged.list.segments.map(\.start), is: [.seconds(12), .seconds(16)])
        expect(merged.list.segments.map(\.discontinuity), is: [1, 1])
    }

    @Test("a version without segments changes only the state")
    func empty() throws {
        let first = try list(from: 3, 2)
        let merged = try #require(first.merging(try list(from: 5, 0, before: "#EXT-X-ENDLIST\n")))
        expect(merged.list.segments, is: first.list.segments)
        #expect(merged.list.isEnded)
        let nothing = try list(from: 5, 0)
        expect(nothing.merging(first)?.list, is: first.list)
    }

    @Test("a delta update is completed with the segments, keys and date ranges of the previous list")
    func delta() throws {
        let before = """
            #EXT-X-DATERANGE:ID="old",START-DATE="2024-01-01T00:00:00Z"
            #EXT-X-DATERANGE:ID="gone",START-DATE="2024-01-01T00:00:00Z"
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXT-X-MAP:URI="i1.mp4"

            """
        let full = try list(from: 10, 6, before: before) { $0 == 12 ? "#EXT-X-DISCONTINUITY\n" : "" }
        let skip = """
            #EXT-X-DATERANGE:ID="new",START-DATE="2024-01-01T00:00:00Z"
            #EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES="gone"

            """
        let update = try HLSMediaTests.parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:11\n" + skip
                + "#EXTINF:4,\ns14.ts\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\ns15.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\ns16.ts\n"
                + "#EXT-X-PART:DURATION=1,URI=\"p\"\n")
        expect(update.list.segments.map(\.number), is: [14, 15, 16])
        let merged = try #require(full.merging(update))
        expect(merged.list.segments.map(\.number), is: Array(11...16))
        expect(merged.list.segments.map(\.start), is: (1...6).map { .seconds(4 * $0) })
        expect(merged.list.segments.map(\.discontinuity), is: [0, 1, 1, 1, 1, 2])
        expect(merged.list.segments.map { $0.key != nil }, is: [true, true, true, true, false, false])
        #expect(Set(merged.list.segments.map(\.initSection)).count == 1 && merged.list.segments[5].initSection != nil)
        expect(merged.dateRanges.map(\.id), is: ["old", "new"])
        expect(merged.openSegment?.parts.map(\.start), is: [.seconds(28)])
        expect(merged.openSegment?.key, is: nil)
        expect(merged.openSegment?.initSection, is: merged.list.segments[5].initSection)
        expect(merged.openSegment?.discontinuity, is: 2)
        expect(merged.skip, is: nil)
        // A list that lacks the skipped segments cannot be completed.
        try expect(list(from: 2, 6).merging(update), is: nil)
    }
}
