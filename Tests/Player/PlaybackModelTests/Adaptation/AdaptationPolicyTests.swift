import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("AdaptationPolicy")
struct AdaptationPolicyTests {
    /// Returns a policy that plays rung `current` on a line of the given rate in Mbit/s.
    private func policy(
        _ megabits: Double, current: Int, buffered: MediaTime = .seconds(4), cap: DisplayCap? = nil
    ) throws -> AdaptationPolicy {
        var policy = AdaptationPolicy(
            ladder: try Ladders.four(), estimator: Ladders.estimator(megabits), startIndex: current)
        _ = policy.decide(Ladders.conditions(buffered: buffered, now: 90))
        policy.cap = cap
        return policy
    }

    @Test("ADV-68: the first rendition is the highest that the default bandwidth can deliver in time")
    func start() throws {
        let cases: [(Double, Int)] = [(0.1, 0), (1.3, 0), (2.6, 1), (5.1, 2), (11, 3)]
        for (megabits, index) in cases {
            var policy = AdaptationPolicy(
                ladder: try Ladders.four(), estimator: BandwidthEstimator(defaultRate: .megabits(megabits)))
            let decision = policy.decide(Ladders.conditions(buffered: .zero))
            expect(decision.index, is: index)
            expect(decision.reason, is: .start)
        }
    }

    @Test("ADV-67: a requested start rendition overrides the bandwidth estimate but not the display cap")
    func startIndex() throws {
        var policy = AdaptationPolicy(ladder: try Ladders.four(), startIndex: 2)
        expect(policy.decide(Ladders.conditions(buffered: .zero)).index, is: 2)
        var capped = AdaptationPolicy(
            ladder: try Ladders.four(), cap: DisplayCap(grid: PixelGrid(width: 960, height: 540, pixelAspect: 1)),
            startIndex: 3)
        expect(capped.decide(Ladders.conditions(buffered: .zero)).index, is: 1)
    }

    @Test("ADV-27: while the buffer is small, renditions follow the bandwidth", arguments: [4, 8])
    func follows(seconds: Int) throws {
        let cases: [(Double, Int, Int)] = [(20, 0, 3), (6, 0, 2), (6, 3, 2), (1.5, 3, 0), (0.1, 0, 0)]
        for (megabits, before, after) in cases {
            var policy = try policy(megabits, current: before)
            let decision = policy.decide(Ladders.conditions(buffered: .seconds(seconds)))
            expect(decision.index, is: after, "\(megabits) from \(before)")
            expect(decision.reason, is: (before == after ? .held : .bandwidth))
        }
    }

    @Test("a rendition near the bandwidth limit is kept, but one at the same limit is not switched to")
    func hysteresis() throws {
        for (before, after) in [(1, 1), (2, 2)] {
            var policy = try policy(4.4, current: before)
            expect(policy.decide(Ladders.conditions(buffered: .seconds(8))).index, is: after)
        }
    }

    @Test("after a change the policy waits four seconds before it switches up, but switches down at once")
    func interval() throws {
        var policy = try policy(3, current: 2)
        expect(policy.decide(Ladders.conditions(buffered: .seconds(8))).index, is: 1)
        policy.estimator = Ladders.estimator(20, until: .seconds(103))
        expect(policy.decide(Ladders.conditions(buffered: .seconds(8), now: 103)).index, is: 1)
        expect(policy.decide(Ladders.conditions(buffered: .seconds(8), now: 104)).index, is: 3)
        policy.estimator = Ladders.estimator(1.5, until: .seconds(105))
        expect(policy.decide(Ladders.conditions(buffered: .seconds(8), now: 105)).index, is: 0)
    }

    @Test("a nearly empty buffer selects a rendition whose segment arrives sooner")
    func shortBuffer() throws {
        var policy = try policy(5, current: 2)
        let decision = policy.decide(Ladders.conditions(buffered: .seconds(1)))
        expect(decision.index, is: 1)
        expect(decision.reason, is: .shortBuffer)
    }

    @Test("a large buffer keeps a rendition above the bandwidth until the buffer has shrunk")
    func comfortable() throws {
        var policy = try policy(2, current: 3, buffered: .seconds(40))
        let kept = policy.decide(Ladders.conditions(buffered: .seconds(40)))
        expect(kept.index, is: 3)
        expect(kept.reason, is: .buffer)
        let lower = policy.decide(Ladders.conditions(buffered: .seconds(20)))
        #expect(lower.index < 3)
        #expect(lower.index > 0)
        #expect(policy.decide(Ladders.conditions(buffered: .seconds(6), now: 101)).index <= 1)
    }

    @Test("the policy switches up only to a rendition whose segment arrives before the buffer is empty")
    func neverIntoAStall() throws {
        var generator = SeededGenerator(seed: 7)
        var rises = 0
        for _ in 0..<5000 {
            let megabits = Double.random(in: 0.2...30, using: &generator)
            let latency = HostTime.milliseconds(Int.random(in: 0...1500, using: &generator))
            let buffered = MediaTime.milliseconds(Int.random(in: 0...50_000, using: &generator))
            let before = Int.random(in: 0...3, using: &generator)
            let rate = Double.random(in: 0.5...2, using: &generator)
            var policy = AdaptationPolicy(
                ladder: try Ladders.four(), estimator: Ladders.estimator(megabits, latency: latency),
                startIndex: before)
            _ = policy.decide(Ladders.conditions(buffered: buffered, rate: rate, now: 90))
            let decision = policy.decide(Ladders.conditions(buffered: buffered, rate: rate))
            guard decision.index > before else { continue }
            rises += 1
            let bytes = policy.ladder[decision.index].peak.bytes(of: .seconds(4))
            let time = latency + decision.bandwidth.time(for: bytes)
            // An empty buffer has nothing to lose, so the segment must arrive within half its length.
            #expect(time.inSeconds * rate <= max(buffered.inSeconds, 2) + 0.01)
            #expect(time.inSeconds * rate <= 4.01)
        }
        #expect(rises > 500)
    }

    @Test("double speed needs double bandwidth, and a paused player does not switch down for a short buffer")
    func rates() throws {
        var normal = try policy(6, current: 0)
        expect(normal.decide(Ladders.conditions(buffered: .seconds(8))).index, is: 2)
        var fast = try policy(6, current: 0)
        expect(fast.decide(Ladders.conditions(buffered: .seconds(8), rate: 2)).index, is: 1)
        var starved = try policy(6, current: 2)
        expect(starved.decide(Ladders.conditions(buffered: .milliseconds(500))).index, is: 1)
        var paused = try policy(6, current: 2)
        expect(paused.decide(Ladders.conditions(buffered: .milliseconds(500), isPaused: true)).index, is: 2)
    }

    @Test("latency counts for every segment, so a satellite line needs more bandwidth")
    func latency() throws {
        for (latency, index) in [(HostTime.zero, 2), (.milliseconds(1500), 1)] {
            var policy = AdaptationPolicy(
                ladder: try Ladders.four(), estimator: Ladders.estimator(6, latency: latency), startIndex: 0)
            _ = policy.decide(Ladders.conditions(buffered: .seconds(8), now: 90))
            expect(policy.decide(Ladders.conditions(buffered: .seconds(8))).index, is: index)
        }
    }

    @Test("known segment sizes replace the nominal bit rates")
    func knownSizes() throws {
        var policy = try policy(6, current: 2)
        var conditions = Ladders.conditions(buffered: .seconds(5))
        conditions.segmentBytes = [1, 1, 9_000_000, 9_000_000]
        expect(policy.decide(conditions).index, is: 1)
    }

    @Test("ADV-27: a manual choice ignores bandwidth and display until automatic selection returns")
    func manual() throws {
        let cap = DisplayCap(grid: Ladders.halfBlocks(80, 24))
        var policy = try policy(1, current: 0, cap: cap)
        policy.selection = .fixed(key: policy.ladder[3].key)
        let decision = policy.decide(Ladders.conditions(buffered: .seconds(1)))
        expect(decision.index, is: 3)
        expect(decision.reason, is: .manual)
        expect(decision.saved, is: .zero)
        policy.selection = .automatic
        expect(policy.decide(Ladders.conditions(buffered: .seconds(1))).index, is: 0)
        policy.selection = .fixed(key: "gone")
        expect(policy.decide(Ladders.conditions(buffered: .seconds(1))).index, is: 0)
    }

    @Test("the display cap takes effect at once, and the decision reports the bit rate that the cap saves")
    func display() throws {
        var policy = try policy(20, current: 3, buffered: .seconds(30))
        policy.cap = DisplayCap(grid: PixelGrid(width: 960, height: 540, pixelAspect: 1))
        let capped = policy.decide(Ladders.conditions(buffered: .seconds(30)))
        expect(capped.index, is: 1)
        expect(capped.reason, is: .display)
        expect(capped.saved, is: .megabits(6))
        policy.cap = nil
        let free = policy.decide(Ladders.conditions(buffered: .seconds(30), now: 110))
        expect(free.index, is: 3)
        expect(free.saved, is: .zero)
    }

    @Test("the display cap saves nothing when the bandwidth or the buffer is the tighter limit")
    func nothingSaved() throws {
        let cap = DisplayCap(grid: PixelGrid(width: 960, height: 540, pixelAspect: 1))
        var slow = try policy(3, current: 1, cap: cap)
        expect(slow.decide(Ladders.conditions(buffered: .seconds(8))).saved, is: .zero)
        var slower = try policy(1, current: 1, cap: cap)
        expect(slower.decide(Ladders.conditions(buffered: .seconds(8))).saved, is: .zero)
        // The buffer, not the display, limits this one.
        var starved = try policy(6, current: 1, cap: cap)
        var conditions = Ladders.conditions(buffered: .zero)
        conditions.segmentBytes = [1, 9_000_000, 9_000_000, 9_000_000]
        let decision = starved.decide(conditions)
        expect(decision.index, is: 0)
        expect(decision.saved, is: .zero)
    }

    @Test("a ladder with one rendition needs no choice")
    func onlyOne() throws {
        let ladder = try #require(RenditionLadder([Ladders.rung(4, 640, 360)]))
        var policy = AdaptationPolicy(ladder: ladder)
        expect(policy.decide(Ladders.conditions(buffered: .zero)).reason, is: .onlyOne)
    }

    @Test("the tally counts fetched bytes, switches, and bytes saved by the terminal's size")
    func tally() {
        var tally = FetchTally()
        expect(tally.savedShare, is: nil)
        for (index, saved) in [(0, 0.0), (1, 6.0), (1, 6.0), (0, 0.0)] {
            let decision = AdaptationDecision(
                index: index, reason: .held, bandwidth: .megabits(9), saved: .megabits(saved))
            tally.note(decision, bytes: 500_000, duration: .seconds(4))
        }
        expect(tally.segments, is: 4)
        expect(tally.switches, is: 2)
        expect(tally.bytes, is: 2_000_000)
        expect(tally.savedBytes, is: 6_000_000)
        expect(tally.savedShare, is: 0.75)
    }
}
