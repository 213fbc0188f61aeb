import PlayCore

/// The large picture, which is the teacher's, in a class with several cameras over a thin line.
enum LiveThinCase {
    static let thin = BenchCase(
        "live-thin", "the teacher's picture beside three cameras of 600 kbit/s, on a line of 1 Mbit/s", isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        let line = ImpairedLine.Fault(delay: .milliseconds(10), downlink: ImpairedLine.Bottleneck(bitRate: 1_000_000))
        let trial = LiveTrial(name: "1 Mbit/s", fault: line, microphone: tone, others: 3)
        let (watch, length) = try trial.watch(player, seconds: seconds)
        return try watch.figures(trial.name, seconds: length)
    }

    private static let seconds = 20
    private static let tone = "lavfi:sine=frequency=1000,volume=4"
}
