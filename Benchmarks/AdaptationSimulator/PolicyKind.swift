import PlayCore
import PlaybackModel

package enum PolicyKind: String, Sendable, CaseIterable {
    case lowest = "fixed, lowest"
    case highest = "fixed, highest"
    case bandwidth = "bandwidth only"
    case buffer = "buffer only (BOLA)"
    case waiting = "hybrid, not abandoning"
    case hybrid = "hybrid"

    package func run(_ stream: SimulatedStream, on trace: BandwidthTrace) -> RunResult {
        let ladder = stream.ladder
        let reachable = stream.reachable ?? PlaybackRate.normal.host(for: BufferRules.standard.maximum)
        switch self {
        case .lowest: return Self.run(FixedPolicy(index: 0), stream, trace)
        case .highest: return Self.run(FixedPolicy(index: ladder.rungs.count - 1), stream, trace)
        case .bandwidth: return Self.run(BandwidthOnlyPolicy(ladder: ladder), stream, trace)
        case .buffer: return Self.run(BufferOnlyPolicy(ladder: ladder, reachable: reachable), stream, trace)
        case .waiting: return Self.run(HybridPolicy(AdaptationPolicy(ladder: ladder), abandons: false), stream, trace)
        case .hybrid: return Self.run(HybridPolicy(AdaptationPolicy(ladder: ladder)), stream, trace)
        }
    }

    private static func run(_ policy: some SimulatedPolicy, _ stream: SimulatedStream, _ trace: BandwidthTrace)
        -> RunResult
    {
        var policy = policy
        return SimulatedRun.run(&policy, stream, on: trace)
    }
}
