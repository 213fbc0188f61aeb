import Manifests
import PlayCore
import TestSupport
import Testing

@Suite("HLS: lists of parts")
struct HLSPartTests {
    private static func head(_ control: String, target: Int = 4, part: String = "1") -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:\(target)\n#EXT-X-SERVER-CONTROL:\(control)\n#EXT-X-PART-INF:PART-TARGET=\(part)\n"
    }
    private static let segment = "#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXTINF:1,\ns\n"

    @Test("an open segment follows the complete ones, with the properties that its tags give")
    func openSegment() throws {
        let playlist = try HLSMediaTests.parse(
            Self.head("CAN-BLOCK-RELOAD=YES") + """
                #EXT-X-MEDIA-SEQUENCE:7
                #EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z
                #EXTINF:4,
                s7
                #EXT-X-DISCONTINUITY
                #EXT-X-KEY:METHOD=AES-128,URI="k"
                #EXT-X-MAP:URI="i"
                #EXT-X-PART:DURATION=1,URI="p0"
                #EXT-X-PART:DURATION=0.5,URI="p1",INDEPENDENT=YES

                """)
        expect(playlist.list.segments.map(\.number), is: [7])
        let open = try #require(playlist.openSegment)
        #expect(!open.isComplete && open.number == 8 && open.discontinuity == 1)
        #expect(open.start == .seconds(4) && open.duration == .milliseconds(1500))
        #expect(open.key != nil && open.initSection != nil)
        expect(open.programDateTime, is: UTCTime("2024-01-01T00:00:04Z"))
        expect(playlist.listWithParts.window?.end, is: .milliseconds(5500))
        let piece = open.piece(1)
        #expect(piece.isPart && piece.isComplete && piece.isIndependent && !open.piece(0).isGap)
        #expect(piece.start == .seconds(5) && piece.duration == .milliseconds(500) && piece.number == 8)
        expect(piece.programDateTime, is: UTCTime("2024-01-01T00:00:05Z"))
    }

    @Test(
        "the distance from the end is the server's, between two parts and the distance for segments",
        arguments: [
            ("CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.5", 3.5), ("CAN-BLOCK-RELOAD=YES", 3),
            ("CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=0.1", 2), ("CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=9999999", 12),
            ("PART-HOLD-BACK=3", nil), ("CAN-BLOCK-RELOAD=NO,PART-HOLD-BACK=3", nil),
        ])
    func holdBack(_ control: String, _ seconds: Double?) throws {
        let playlist = try HLSMediaTests.parse(Self.head(control) + Self.segment)
        expect(playlist.partHoldBack, is: seconds.map { MediaTime(seconds: $0) })
    }

    @Test(
        "a list without usable parts, or one that has ended, is an ordinary list",
        arguments: [("#EXTINF:1,\ns\n", "1"), (segment, "5"), (segment, "0"), (segment + "#EXT-X-ENDLIST\n", "1")])
    func ordinary(_ text: String, _ part: String) throws {
        let playlist = try HLSMediaTests.parse(Self.head("CAN-BLOCK-RELOAD=YES", part: part) + text)
        expect(playlist.partHoldBack, is: nil)
    }

    @Test("the next part follows the last one, and is reached by a list that has it or a later one")
    func next() throws {
        let whole = try HLSMediaTests.parse(Self.head("CAN-BLOCK-RELOAD=YES") + Self.segment)
        #expect(whole.nextPart == (1, 0))
        let open = try HLSMediaTests.parse(
            Self.head("CAN-BLOCK-RELOAD=YES") + Self.segment + "#EXT-X-PART:DURATION=1,URI=\"q\"\n")
        #expect(open.nextPart == (1, 1))
        #expect(open.reaches(segment: 1, part: 0) && open.reaches(segment: 0, part: 9))
        #expect(!open.reaches(segment: 1, part: 1) && !open.reaches(segment: 2, part: 0))
    }

    @Test("parts with too long a sum are an error")
    func tooLong() throws {
        let part = "#EXT-X-PART:DURATION=3900000000,URI=\"p\"\n"
        #expect(throws: Never.self) { try HLSMediaTests.parse(Self.head("A=B") + part) }
        #expect { try HLSMediaTests.parse(Self.head("A=B") + part + part) } throws: {
            ($0 as? ManifestError)?.code == .tooLarge
        }
    }

    /// A stream as its server knows it: the lengths of each segment's parts, and the segments that begin a
    /// discontinuity.
    private struct Stream {
        var segments: [[Int]] = []
        var breaks: Set<Int> = []

        /// - Parameters:
        ///   - count: The number of parts that exist.
        ///   - skips: Whether older segments are left out.
        func text(_ count: Int, window: Int, skips: Bool) -> String {
            var left = count
            let there = segments.map { parts in
                defer { left = max(0, left - parts.count) }
                return min(left, parts.count)
            }
            let complete = zip(there, segments).prefix { $0 == $1.count }.count
            let first = max(0, complete - window)
            let listed = skips ? max(first, complete - 3) : first
            let sequence = breaks.count { $0 <= first && $0 > 0 }
            var text = HLSPartTests.head("CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12")
            text += "#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-DISCONTINUITY-SEQUENCE:\(sequence)\n"
            if listed > first { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(listed - first)\n" }
            if listed == first { text += "#EXT-X-MAP:URI=\"i\"\n" }
            for number in listed..<segments.count where there[number] > 0 {
                if breaks.contains(number), number > first { text += "#EXT-X-DISCONTINUITY\n" }
                for part in 0..<there[number] where number + 3 > complete {
                    text += "#EXT-X-PART:DURATION=0.\(segments[number][part]),URI=\"p\(number).\(part)\"\n"
                }
                guard there[number] == segments[number].count else { break }
                let length = segments[number].reduce(0, +)
                text += "#EXTINF:\(length / 10).\(length % 10),\ns\(number)\n"
            }
            return text
        }
    }

    @Test("whole lists and delta updates in any order result in the whole list", arguments: 0..<UInt64(Rounds.of(10)))
    func deltas(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var stream = Stream()
        for number in 0..<30 {
            let count = Int.random(in: 1...5, using: &random)
            stream.segments.append((0..<count).map { _ in Int.random(in: 1...9, using: &random) })
            if number > 0, Int.random(in: 0..<6, using: &random) == 0 { stream.breaks.insert(number) }
        }
        let total = stream.segments.reduce(0) { $0 + $1.count }
        var count = Int.random(in: 1..<total / 2, using: &random)
        var known = try HLSMediaTests.parse(stream.text(count, window: 8, skips: false))
        var (merged, refused) = (0, 0)
        while count < total {
            count = min(total, count + Int.random(in: 1...9, using: &random))
            let whole = try HLSMediaTests.parse(stream.text(count, window: 8, skips: false))
            let update = try HLSMediaTests.parse(stream.text(count, window: 8, skips: Bool.random(using: &random)))
            guard let next = known.merging(update) else {
                refused += 1
                #expect(update.skip != nil)
                known = try #require(known.merging(whole))
                continue
            }
            merged += 1
            let (list, expected) = (next.listWithParts.segments, whole.listWithParts.segments)
            expect(list.map(\.number), is: expected.map(\.number))
            expect(list.map(\.duration), is: expected.map(\.duration))
            expect(list.map(\.resource), is: expected.map(\.resource))
            expect(list.map(\.isComplete), is: expected.map(\.isComplete))
            #expect(list.allSatisfy { $0.initSection != nil })
            let parts = { (list: [Segment]) in list.suffix(2).map { $0.parts.map(\.resource) } }
            expect(parts(list), is: parts(expected))
            // The start of a segment follows from the segments before it, listed or not.
            let start = { (segment: Segment) in stream.segments.prefix(Int(segment.number)).joined().reduce(0, +) }
            for segment in list {
                expect(segment.start - list[0].start, is: .milliseconds(100 * (start(segment) - start(list[0]))))
            }
            for (segment, next) in zip(list, list.dropFirst()) {
                let change = stream.breaks.contains(Int(next.number)) ? 1 : 0
                expect(next.discontinuity - segment.discontinuity, is: change)
            }
            known = next
        }
        #expect(merged > refused)
    }
}
