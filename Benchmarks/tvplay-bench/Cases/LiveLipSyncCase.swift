import PlayCore

/// The delay of a teacher's sound for a listener, and its offset to the pictures, with each link and over bad lines. A
/// beep begins with each second, and the picture's grey is the time at which it was made.
enum LiveLipSyncCase {
    static let all = [
        bench("live-lipsync-udp", "over UDP", [LiveTrial(name: "UDP", microphone: beeps)]),
        bench(
            "live-lipsync-line", "over UDP on slow and bad lines",
            [
                LiveTrial(name: "20 ms there and back", fault: .slow, microphone: beeps),
                LiveTrial(name: "the same, 20 ms of jitter, 2 % lost", fault: .bad, microphone: beeps),
            ]),
        bench("live-lipsync-tcp", "over TCP", [LiveTrial(name: "TCP", isUDP: false, microphone: beeps)]),
    ]

    private static let seconds = 40
    /// Beeps begin with the clock's second. Each 2 ms of sound are made when they are due.
    private static let beeps =
        "lavfi:aevalsrc='if(lt(mod(time(0),1),0.1),0.5*sin(2*PI*1000*t))':s=48000:n=96,arealtime"

    private static func bench(_ name: String, _ words: String, _ trials: [LiveTrial]) -> BenchCase {
        BenchCase(
            name, "a teacher's sound until it is heard, and how far it is from the pictures: " + words, isSlow: true
        ) { context in
            let player = try context.requirePlayer()
            return try trials.flatMap { try measure($0, player) }
        }
    }

    private static func measure(_ trial: LiveTrial, _ player: String) throws -> [Figure] {
        let sound = try BenchSound()
        defer { sound.close() }
        let (watch, _) = try trial.watch(player, seconds: seconds, sound: sound)
        guard let start = watch.sightings.first?.made else { throw BenchError("no picture came") }
        let heard = sound.beeps(since: start).map { Beep(made: ($0 + error).rounded(.down), heard: $0) }
        guard heard.count > seconds / 2 else { throw BenchError("\(heard.count) of \(seconds) beeps were heard") }
        let distances = watch.sightings.compactMap { picture in
            heard.min { abs($0.made - picture.made) < abs($1.made - picture.made) }.map {
                ($0.delay - picture.delay) * 1000
            }
        }
        return PictureWatch.percentiles(heard.map { $0.delay * 1000 }, trial.name, "sound ")
            + PictureWatch.percentiles(watch.sightings.map { $0.delay * 1000 }, trial.name, "picture ")
            + PictureWatch.percentiles(distances, trial.name, "sound after picture ")
            + PictureWatch.percentiles(distances.map(abs), trial.name, "between them ").suffix(1)
            + [Figure(subject: trial.name, name: "beeps", unit: "of \(seconds)", value: Double(heard.count))]
    }

    /// How long before its creation a beep may seem to be heard, in seconds.
    private static let error = 0.02

    /// Times by the wall clock, in seconds.
    private struct Beep {
        var made: Double
        var heard: Double
        var delay: Double { heard - made }
    }
}
