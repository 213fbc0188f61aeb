import AdaptationSimulator
import PlayCore
import PlaybackModel

/// The effects of the adaptation rules for viewers: simulated, so the figures are the same on every machine.
enum AdaptationCase {
    static let all =
        streams.flatMap { name, stream in
            [
                comparison("adaptation-" + name, traces, "made-up", stream),
                comparison("adaptation-\(name)-recorded", BandwidthTrace.recorded, "recorded", stream),
            ]
        } + [display]

    private static func comparison(
        _ name: String, _ traces: [BandwidthTrace], _ kind: String, _ stream: @escaping @Sendable () -> SimulatedStream?
    ) -> BenchCase {
        BenchCase(name, "renditions of a simulated stream on \(traces.count) \(kind) lines, by policy") { _ in
            let stream = try require(stream())
            return PolicyKind.allCases.flatMap { figures($0, stream, traces) }
        }
    }

    private static let display = BenchCase(
        "adaptation-display", "bytes of a simulated film on \(traces.count) lines, by the size of the terminal"
    ) { _ in
        let stream = try require(streams[0].1())
        let whole = fetched(stream, nil).bytes
        return grids.flatMap { name, grid in
            let (bytes, tally) = fetched(stream, DisplayCap(grid: grid))
            return [
                Figure(
                    subject: name, name: "fetched", unit: "% of full size", value: Double(bytes * 100) / Double(whole)),
                Figure(subject: name, name: "saved, as shown", unit: "%", value: (tally.savedShare ?? 0) * 100),
            ]
        }
    }

    private static let grids: [(String, PixelGrid)] = [
        ("half-blocks 80x24", PixelGrid(width: 80, height: 48, pixelAspect: 1)),
        ("half-blocks 240x67", PixelGrid(width: 240, height: 134, pixelAspect: 1)),
        ("braille 240x67", PixelGrid(width: 480, height: 268, pixelAspect: 1, cellWidth: 2, cellHeight: 4)),
        ("sixel 960x540", PixelGrid(width: 960, height: 540, pixelAspect: 1, cellWidth: 8, cellHeight: 16)),
        ("kitty 1920x1080", PixelGrid(width: 1920, height: 1080, pixelAspect: 1, cellWidth: 8, cellHeight: 16)),
    ]

    private static func fetched(_ stream: SimulatedStream, _ cap: DisplayCap?) -> (bytes: Int, tally: FetchTally) {
        var tally = FetchTally()
        var bytes = 0
        for trace in traces {
            var policy = HybridPolicy(AdaptationPolicy(ladder: stream.ladder, cap: cap))
            bytes += SimulatedRun.run(&policy, stream, on: trace).bytes
            for decision in policy.decisions {
                tally.note(
                    decision, bytes: stream.ladder[decision.index].average.bytes(of: stream.segmentDuration),
                    duration: stream.segmentDuration)
            }
        }
        return (bytes, tally)
    }

    private static func require(_ stream: SimulatedStream?) throws -> SimulatedStream {
        guard let stream else { throw BenchError("the ladder has no renditions") }
        return stream
    }

    private static let traces = BandwidthTrace.library()

    private static let streams: [(String, @Sendable () -> SimulatedStream?)] = [
        ("film", { SimulatedStream.appleLadder.map(SimulatedStream.film) }),
        ("live", { SimulatedStream.appleLadder.map(SimulatedStream.live) }),
    ]

    private static func figures(
        _ kind: PolicyKind, _ stream: SimulatedStream, _ traces: [BandwidthTrace]
    ) -> [Figure] {
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
