import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("Abandoning a segment")
struct AbandonmentTests {
    private func review(
        buffered: MediaTime, loaded: Int, receiving: HostTime?, index: Int = 3, isPaused: Bool = false,
        prepare: (inout AdaptationPolicy) -> Void = { _ in }
    ) throws -> AdaptationDecision? {
        var policy = AdaptationPolicy(
            ladder: try Ladders.four(), estimator: Ladders.estimator(12), startIndex: index)
        _ = policy.decide(Ladders.conditions(buffered: .seconds(4), now: 90))
        prepare(&policy)
        let progress = SegmentProgress(index: index, bytesLoaded: loaded, bytesTotal: 4_000_000, receiving: receiving)
        let decision = policy.review(progress, Ladders.conditions(buffered: buffered, isPaused: isPaused))
        if let decision { expect(policy.current, is: decision.index) }
        return decision
    }

    @Test("a segment that would arrive late is abandoned for the best rendition that arrives in time")
    func late() throws {
        // 4 Mbit/s: 7 s are missing, 3 s are buffered; 2 Mbit/s × 4 s take 2.5 s at 80 %.
        let decision = try #require(
            try review(buffered: .seconds(3), loaded: 500_000, receiving: .seconds(1)))
        expect(decision.index, is: 1)
        expect(decision.reason, is: .abandoned)
        expect(decision.bandwidth, is: .megabits(4))
    }

    @Test("if no rendition arrives in time, the lowest replaces the segment, unless finishing the segment is faster")
    func lowest() throws {
        try expect(review(buffered: .milliseconds(100), loaded: 500_000, receiving: .seconds(1))?.index, is: 0)
        try expect(review(buffered: .milliseconds(100), loaded: 3_600_000, receiving: .seconds(7)), is: nil)
    }

    @Test("a segment is kept if it arrives in time, before 500 ms, with two segments buffered, or while paused")
    func kept() throws {
        try expect(review(buffered: .seconds(3), loaded: 2_000_000, receiving: .seconds(1)), is: nil)
        try expect(review(buffered: .seconds(3), loaded: 50_000, receiving: .milliseconds(499)), is: nil)
        try expect(review(buffered: .seconds(3), loaded: 0, receiving: nil), is: nil)
        try expect(review(buffered: .seconds(8), loaded: 50_000, receiving: .seconds(1)), is: nil)
        try expect(review(buffered: .seconds(3), loaded: 50_000, receiving: .seconds(1), isPaused: true), is: nil)
        try expect(review(buffered: .seconds(3), loaded: 50_000, receiving: .seconds(1), index: 0), is: nil)
    }

    @Test("ADV-27: a segment of a rendition chosen by hand is never abandoned")
    func manual() throws {
        let decision = try review(buffered: .seconds(3), loaded: 500_000, receiving: .seconds(1)) {
            $0.selection = .fixed(key: $0.ladder[3].key)
        }
        expect(decision, is: nil)
    }

    @Test("a segment of which almost nothing has arrived is abandoned for the lowest rendition")
    func stuck() throws {
        try expect(review(buffered: .seconds(3), loaded: 1000, receiving: .seconds(2))?.index, is: 0)
    }
}
