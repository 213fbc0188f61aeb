import Classes
import PlayCore

/// The whole program in a class, on a pseudo terminal, against the clock.
enum ClassProgramCase {
    static let program = BenchCase(
        "room-program", "tvplay in a class, on a terminal of 160x45: what panes cost, jumps, memory", isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        let beside = try context.clips.first.map { clip in try pace(player, .still, clip) + pace(player, .lively, clip)
        }
        return try pace(player, .still) + pace(player, .lively) + (beside ?? []) + jumps(player)
    }

    private static let size = ScreenSize.medium
    static let seconds = 20
    private static let jumpCount = 40
    /// After this time without output, everything has been drawn.
    private static let quiet = HostTime.milliseconds(250)

    private static func attended(_ player: String, _ folder: TemporaryFolder, _ arguments: [String]) throws -> PlayerRun
    {
        let run = try PlayerRun(size: size)
        try run.spawn(player, ["class", "--control-bar=never", "--no-history"] + arguments + ["--", folder.path])
        return run
    }

    /// Measures a class at one pace. The difference of the two paces is the cost of the events, or of all the work if
    /// there is no video.
    private static func pace(_ player: String, _ pace: BenchRoom.Pace, _ clip: Clip? = nil) throws -> [Figure] {
        let contents = BenchRoom.contents(
            pace, duration: .seconds(seconds + 30), messages: 2 * (seconds + 30), media: clip.map { _ in "video.mp4" })
        let subject = (pace == .lively ? "a lively class" : "nothing happens") + (clip.map { ", \($0.name)" } ?? "")
        return try attend(player, contents, clip, subject)
    }

    /// Attends twenty seconds of a class, from its fourth second on: reading and drawing the first screen do not count.
    static func attend(
        _ player: String, _ contents: ClassContents, _ clip: Clip?, _ subject: String
    ) throws -> [Figure] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try BenchRoom.write(contents, to: folder.path, media: clip)
        let log = try StatsLog()
        let run = try attended(player, folder, ["--stats-file=\(log.path)"])
        _ = run.watch(limit: .seconds(4)) { _ in false }
        let (bytes, cpu, start) = (run.bytes, run.cpuTime, SystemClock().now)
        _ = run.watch(limit: .seconds(seconds)) { _ in false }
        guard run.exit == nil, run.bytes > 0 else { throw BenchError("the class ended too soon") }
        let length = (SystemClock().now - start).inSeconds
        let used = (run.cpuTime - cpu).inSeconds
        let sent = Double(run.bytes - bytes)
        run.type("q")
        guard run.watch(limit: .seconds(20), until: { _ in false }) else { throw BenchError("it did not end") }
        var figures = [
            Figure(subject: subject, name: "CPU", unit: "% of a core", value: used / length * 100),
            Figure(subject: subject, name: "bytes", unit: "kB/s", value: sent / length / 1000),
        ]
        if clip != nil {
            let count = try log.count()
            figures.append(Figure(subject: subject, name: "pictures shown", unit: "", value: Double(count.pictures)))
            figures.append(Figure(subject: subject, name: "pictures lost", unit: "", value: Double(count.lost)))
        }
        return figures
    }

    private static func jumps(_ player: String) throws -> [Figure] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try BenchRoom.write(
            BenchRoom.contents(.lively, duration: .seconds(3 * 3600), messages: 200_000), to: folder.path)
        let run = try attended(player, folder, ["--pause"])
        guard let entered = run.settle(quiet: .seconds(2), limit: .seconds(120)) else {
            throw BenchError("a class of three hours was not there within two minutes")
        }
        let start = try memory(run)
        var (times, most) = ([Double](), start)
        for number in 1...jumpCount {
            // Multiples of the golden section reach all parts of the class, each far from the last.
            let percent = Int(2 + (Double(number) * 61.8034).truncatingRemainder(dividingBy: 96))
            let began = SystemClock().now
            run.type("g\(percent)%\r")
            guard let end = run.settle(quiet: quiet, limit: .seconds(20)) else {
                throw BenchError("a jump was not over within 20 s")
            }
            times.append((end - began).inMilliseconds)
            most = max(most, try memory(run))
        }
        run.type(" ")
        _ = run.watch(limit: .seconds(10)) { _ in false }
        let end = try memory(run)
        run.type("q")
        _ = run.watch(limit: .seconds(20)) { _ in false }
        let subject = "200000 messages"
        return [
            Figure(
                subject: subject, name: "start to all panes", unit: "ms", value: (entered - run.start).inMilliseconds),
            Figure(subject: subject, name: "keys to all panes, median", unit: "ms", value: Report.median(times)),
            Figure(subject: subject, name: "keys to all panes, worst", unit: "ms", value: times.max() ?? 0),
            Figure(subject: subject, name: "memory after entering", unit: "MiB", value: start),
            Figure(subject: subject, name: "memory, most of \(jumpCount) jumps", unit: "MiB", value: most),
            Figure(subject: subject, name: "memory after playing on", unit: "MiB", value: end),
        ]
    }

    private static func memory(_ run: PlayerRun) throws -> Double {
        guard let bytes = run.residentBytes else {
            throw BenchError("the program has ended: \(String(describing: run.exit))")
        }
        return Double(bytes) / 1_048_576
    }
}
