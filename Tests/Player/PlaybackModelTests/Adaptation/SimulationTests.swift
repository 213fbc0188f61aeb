import AdaptationSimulator
import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("Simulated streams")
struct SimulationTests {
    private static func film() throws -> SimulatedStream { .film(try #require(SimulatedStream.appleLadder)) }
    private static func live() throws -> SimulatedStream { .live(try #require(SimulatedStream.appleLadder)) }

    private static func sum(
        _ kind: PolicyKind, _ stream: SimulatedStream, variants: ClosedRange<Int> = 0...3
    ) -> RunResult {
        RunResult.sum(
            variants.flatMap { variant in
                BandwidthTrace.library(variant: variant).map { kind.run(stream, on: $0) }
            })
    }

    /// A policy that always picks the same rung and records the longest buffer.
    private struct Watching: SimulatedPolicy {
        let index: Int
        var longest = MediaTime.zero

        mutating func choose(_ conditions: AdaptationConditions) -> Int {
            longest = max(longest, conditions.buffered)
            return index
        }
    }

    @Test("the simulator's totals match a case that can be calculated by hand")
    func account() throws {
        let ladder = try #require(RenditionLadder([Ladders.rung(2)]))
        let stream = SimulatedStream(ladder: ladder, segmentDuration: .seconds(4), count: 50)
        let bytes = (0..<50).reduce(0) { $0 + stream.bytes($1, 0) }
        let line = BandwidthTrace("1", latency: .zero, megabits: [1])
        var policy = FixedPolicy(index: 0)
        let result = SimulatedRun.run(&policy, stream, on: line)
        expect(result.played, is: .seconds(200))
        expect(result.bytes, is: bytes)
        expect(result.switches, is: 0)
        // The time to load all bytes, plus the four seconds that the last segment plays after it has arrived.
        let loading = Double(bytes) * 8 / 1e6
        let whole = result.startUp.inSeconds + result.stalled.inSeconds + result.played.inSeconds
        #expect(abs(whole - loading - 4) < 0.01)
        expect(result.stalls, is: 49)
    }

    @Test("a fast line never stalls, and the buffer is not filled beyond its maximum")
    func fastLine() throws {
        let stream = try Self.film()
        let line = BandwidthTrace("100", latency: .milliseconds(10), megabits: [100])
        var policy = Watching(index: 8)
        let result = SimulatedRun.run(&policy, stream, on: line)
        // The player waits until the next segment fits in 50 s, so the buffer holds at most 46 s before it.
        expect(policy.longest, is: .seconds(46))
        expect(result.stalls, is: 0)
        expect(result.played, is: .seconds(300))
        expect(result.meanQuality, is: 1)
    }

    @Test("there are at least twenty simulated lines, all different and the same in every run")
    func lines() {
        let lines = BandwidthTrace.library()
        #expect(lines.count >= 20)
        expect(Set(lines.map(\.name)).count, is: lines.count)
        expect(lines.map(\.rates), is: BandwidthTrace.library().map(\.rates))
        #expect(lines.map(\.rates) != BandwidthTrace.library(variant: 1).map(\.rates))
    }

    @Test("ADV-27: for films the policy stalls no more than BOLA, with equal quality and a third of the switches")
    func films() throws {
        let stream = try Self.film()
        let hybrid = Self.sum(.hybrid, stream)
        let buffer = Self.sum(.buffer, stream)
        #expect(hybrid.rebufferRatio <= buffer.rebufferRatio)
        #expect(hybrid.rebufferRatio < 0.0005)
        #expect(hybrid.meanQuality >= buffer.meanQuality * 0.99)
        #expect(hybrid.switches * 3 <= buffer.switches)
        #expect(hybrid.wastedBytes * 200 <= hybrid.bytes)
    }

    @Test("ADV-27: for films the policy beats bandwidth-only selection in stalls, quality and switches")
    func filmsByBandwidth() throws {
        let stream = try Self.film()
        let hybrid = Self.sum(.hybrid, stream)
        let bandwidth = Self.sum(.bandwidth, stream)
        #expect(hybrid.rebufferRatio < bandwidth.rebufferRatio)
        #expect(hybrid.meanQuality > bandwidth.meanQuality * 1.05)
        #expect(hybrid.switches < bandwidth.switches)
    }

    @Test("ADV-27: at a live edge the policy stalls half as long as bandwidth-only, at 90 % of its quality")
    func transmissions() throws {
        let stream = try Self.live()
        let hybrid = Self.sum(.hybrid, stream)
        let bandwidth = Self.sum(.bandwidth, stream)
        #expect(hybrid.rebufferRatio <= bandwidth.rebufferRatio / 2)
        #expect(hybrid.stalls * 3 <= bandwidth.stalls)
        #expect(hybrid.meanQuality >= bandwidth.meanQuality * 0.9)
        #expect(hybrid.switches <= bandwidth.switches)
        #expect(hybrid.rebufferRatio * 30 <= Self.sum(.buffer, stream).rebufferRatio)
    }

    private static func recorded(_ kind: PolicyKind, _ stream: SimulatedStream) -> RunResult {
        RunResult.sum(BandwidthTrace.recorded.map { kind.run(stream, on: $0) })
    }

    @Test(
        "ADV-27: on recorded lines a film stalls at most once, with better quality than bandwidth-only and BOLA"
    )
    func recordedFilms() throws {
        let stream = try Self.film()
        let hybrid = Self.recorded(.hybrid, stream)
        let bandwidth = Self.recorded(.bandwidth, stream)
        #expect(hybrid.stalls <= 1)
        #expect(hybrid.rebufferRatio < 0.005)
        #expect(hybrid.rebufferRatio * 100 < Self.recorded(.highest, stream).rebufferRatio)
        #expect(hybrid.rebufferRatio < Self.recorded(.buffer, stream).rebufferRatio)
        #expect(hybrid.meanQuality > Self.recorded(.buffer, stream).meanQuality)
        #expect(hybrid.meanQuality > bandwidth.meanQuality * 1.05)
        #expect(hybrid.switches * 2 < bandwidth.switches)
    }

    @Test(
        "ADV-27: on recorded lines a live edge stalls no longer than the lowest rendition, at 65 % of full quality"
    )
    func recordedTransmissions() throws {
        let stream = try Self.live()
        let hybrid = Self.recorded(.hybrid, stream)
        #expect(hybrid.rebufferRatio <= Self.recorded(.lowest, stream).rebufferRatio)
        #expect(hybrid.rebufferRatio < Self.recorded(.bandwidth, stream).rebufferRatio)
        #expect(hybrid.rebufferRatio * 7 < Self.recorded(.buffer, stream).rebufferRatio)
        #expect(hybrid.meanQuality > 0.65)
        #expect(hybrid.switches < Self.recorded(.bandwidth, stream).switches)
    }

    @Test("recorded lines last five minutes each, and none has a constant rate")
    func recordedLines() {
        expect(BandwidthTrace.recorded.count, is: 8)
        for line in BandwidthTrace.recorded {
            expect(line.rates.count, is: 300, "\(line.name)")
            #expect(Set(line.rates).count > 10, "\(line.name)")
        }
    }

    @Test("abandoning segments more than halves the stalls at a live edge")
    func abandoning() throws {
        let stream = try Self.live()
        let waiting = Self.sum(.waiting, stream, variants: 0...0)
        let hybrid = Self.sum(.hybrid, stream, variants: 0...0)
        expect(waiting.abandoned, is: 0)
        #expect(hybrid.abandoned > 0)
        #expect(hybrid.stalled.inSeconds * 2 < waiting.stalled.inSeconds)
    }

    @Test("a terminal of 80 × 24 fetches the rendition that it can show, with a tenth of the bytes")
    func smallTerminal() throws {
        let stream = try Self.film()
        let line = BandwidthTrace("cable", latency: .milliseconds(15), megabits: [50])
        let cap = DisplayCap(grid: Ladders.halfBlocks(80, 24))
        var small = HybridPolicy(AdaptationPolicy(ladder: stream.ladder, cap: cap))
        var full = HybridPolicy(AdaptationPolicy(ladder: stream.ladder))
        let shown = SimulatedRun.run(&small, stream, on: line)
        let whole = SimulatedRun.run(&full, stream, on: line)
        #expect(shown.bytes * 10 < whole.bytes)
        var tally = FetchTally()
        for (segment, decision) in small.decisions.enumerated() {
            tally.note(decision, bytes: stream.bytes(segment, decision.index), duration: stream.segmentDuration)
        }
        #expect(tally.savedBytes > whole.bytes / 2)
    }
}
