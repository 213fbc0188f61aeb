import Adaptation
import AdaptationSimulator
import PlayCore

/// What viewers have of the rules that choose renditions: simulated, so the figures are the same on every machine.
enum AdaptationCase {
    static let all = streams.map { name, stream in
        BenchCase("adaptation-" + name, "renditions of a simulated stream on \(traces.count) lines, by policy") { _ in
            guard let stream = stream() else { throw BenchError("the ladder has no renditions") }
            return PolicyKind.allCases.flatMap { figures($0, stream) }
        }
    }

    private static let traces = BandwidthTrace.library()

    private static let streams: [(String, @Sendable () -> SimulatedStream?)] = [
        ("film", { SimulatedStream.appleLadder.map(SimulatedStream.film) }),
        ("live", { SimulatedStream.appleLadder.map(SimulatedStream.live) }),
    ]

    private static func figures(_ kind: PolicyKind, _ stream: SimulatedStream) -> [Figure] {
        let result = RunResult.sum(traces.map { kind.run(stream, on: $0) })
        let runs = Double(result.runs)
        return [
            ("waiting", "% of the time", result.rebufferRatio * 100),
            ("stalls", "a run", Double(result.stalls) / runs),
            ("quality", "of 1", result.meanQuality),
            ("rate", "Mbit/s", result.meanMegabits),
            ("switches", "a run", Double(result.switches) / runs),
            ("start", "s", result.startUp.inSeconds / runs),
            ("given up", "% of the bytes", Double(result.wastedBytes) / Double(max(1, result.bytes)) * 100),
        ].map { name, unit, value in Figure(subject: kind.rawValue, name: name, unit: unit, value: value) }
    }
}
