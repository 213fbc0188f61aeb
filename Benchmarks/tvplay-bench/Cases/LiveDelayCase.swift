import PlayCore

enum LiveDelayCase {
    static let all = [
        bench(
            "live-delay-udp", "over UDP",
            [LiveTrial(name: "UDP"), LiveTrial(name: "UDP, with sound", microphone: tone)]),
        bench(
            "live-delay-line", "over UDP on slow and bad lines",
            [
                LiveTrial(name: "20 ms there and back", fault: .slow, microphone: tone),
                LiveTrial(name: "the same, 20 ms of jitter, 2 % lost", fault: .bad, microphone: tone),
            ]),
        bench(
            "live-delay-tcp", "over TCP",
            [LiveTrial(name: "TCP", isUDP: false), LiveTrial(name: "TCP, with sound", isUDP: false, microphone: tone)]),
    ]

    private static let seconds = 20
    private static let tone = "lavfi:sine=frequency=1000,volume=4"

    private static func bench(_ name: String, _ words: String, _ trials: [LiveTrial]) -> BenchCase {
        BenchCase(
            name, "a teacher's camera, from the picture to the bytes at another terminal: " + words, isSlow: true
        ) { context in
            let player = try context.requirePlayer()
            return try trials.flatMap { trial in
                let (watch, length) = try trial.watch(player, seconds: seconds)
                return try watch.figures(trial.name, seconds: length)
            }
        }
    }
}
