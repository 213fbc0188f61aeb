import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Manifests

@Suite("Indexes of WebM files")
struct CueIndexTests {
    private func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        let size = number(UInt64(content.count)).suffix(4)
        return id + [0x10 | (size.first ?? 0)] + size.dropFirst() + content
    }

    private func number(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private func head(scale: UInt64 = 1_000_000, duration: Double = 10_000) -> [UInt8] {
        let info = element([0x2A, 0xD7, 0xB1], number(scale)) + element([0x44, 0x89], number(duration.bitPattern))
        return element([0x1A, 0x45, 0xDF, 0xA3], [])
            // The segment has no known length, as in files that were written to a pipe.
            + [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            + element([0x15, 0x49, 0xA9, 0x66], info)
    }

    private func cues(_ points: [(UInt64, UInt64)]) -> [UInt8] {
        element(
            [0x1C, 0x53, 0xBB, 0x6B],
            points.flatMap { time, position in
                element(
                    [0xBB],
                    element([0xB3], number(time))
                        + element([0xB7], element([0xF7], [1]) + element([0xF1], number(position))))
            })
    }

    /// The offset of the segment's content in ``head(scale:duration:)``.
    private let start: Int64 = 20

    @Test("each cluster becomes a segment, and the last one reaches to the index or to the end")
    func parsing() throws {
        let bytes = cues([(0, 100), (2000, 500), (2040, 500), (5000, 900)])
        let behind = try #require(SegmentIndex.parse(cues: bytes, head: head(), at: 2000))
        expect(behind.timescale, is: 1_000_000_000)
        expect(behind.headLength, is: start + 100)
        expect(behind.entries.map(\.range.offset), is: [start + 100, start + 500, start + 900])
        expect(behind.entries.map(\.range.length), is: [400, 400, 2000 - start - 900])
        expect(behind.entries.map(\.time), is: [0, 2_000_000_000, 5_000_000_000])
        expect(behind.entries.map(\.duration), is: [2_000_000_000, 3_000_000_000, 5_000_000_000])
        let front = try #require(SegmentIndex.parse(cues: bytes, head: head(), at: 60))
        expect(front.entries.last?.range.length, is: nil)
        expect(front.headLength, is: 60)
        let fine = try #require(SegmentIndex.parse(cues: bytes, head: head(scale: 22_675), at: 2000))
        expect(fine.entries[1].time, is: 2000 * 22_675)
    }

    @Test("a contradictory, truncated or foreign index is rejected")
    func refused() {
        let good = cues([(0, 100), (2000, 500)])
        expect(SegmentIndex.parse(cues: good, head: [], at: 2000), is: nil)
        expect(SegmentIndex.parse(cues: good, head: Array("not a film".utf8), at: 2000), is: nil)
        expect(SegmentIndex.parse(cues: [], head: head(), at: 2000), is: nil)
        expect(SegmentIndex.parse(cues: cues([]), head: head(), at: 2000), is: nil)
        expect(SegmentIndex.parse(cues: cues([(0, .max)]), head: head(), at: 2000), is: nil)
        expect(SegmentIndex.parse(cues: cues([(.max, 0)]), head: head(), at: 2000), is: nil)
        expect(SegmentIndex.parse(cues: cues([(1 << 50, 9)]), head: head(scale: 1_000_000_000), at: 2000), is: nil)
        // A cluster whose time goes back is left out.
        expect(SegmentIndex.parse(cues: cues([(9, 100), (3, 500)]), head: head(), at: 2000)?.entries.count, is: 1)
    }

    @Test("truncated and mutated indexes never break the parser")
    func mutations() {
        let (index, front) = (cues([(0, 100), (2000, 500), (5000, 900)]), head())
        var found = 0
        func look(_ index: [UInt8], _ head: [UInt8]) {
            guard let result = SegmentIndex.parse(cues: index, head: head, at: 2000) else { return }
            found += 1
            #expect(!result.entries.isEmpty)
            #expect(result.entries.allSatisfy { $0.duration >= 0 && $0.range.offset >= 0 })
        }
        for length in 0..<index.count { look(Array(index.prefix(length)), front) }
        for length in 0..<front.count { look(index, Array(front.prefix(length))) }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<Rounds.of(2000) {
            var (a, b) = (index, front)
            for _ in 0..<3 {
                a[Int.random(in: a.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                b[Int.random(in: b.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            look(a, front)
            look(index, b)
        }
        #expect(found > 0)
    }
}
