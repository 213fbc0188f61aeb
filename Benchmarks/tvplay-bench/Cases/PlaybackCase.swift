import PlayCore
import Processes

/// The whole program on a pseudo terminal, against the clock.
enum PlaybackCase {
    static let playback = BenchCase(
        "playback", "tvplay on a terminal of 160x45: ten seconds, a pause, a quit", isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        return try context.clips.flatMap { try play(player, $0) + keys(player, $0) }
    }

    private static let size = ScreenSize.medium

    private static func tenSeconds(
        _ player: String, _ clip: Clip
    ) throws -> (run: PlayerRun, first: PlayerRun.Picture, last: PlayerRun.Picture) {
        let run = try PlayerRun(size: size)
        try run.spawn(player, ["--length=10", "--keep-open=no", "--", clip.path])
        guard run.watch(limit: .seconds(60), until: { _ in false }) else {
            throw BenchError("\(clip.path): ten seconds were not over within a minute")
        }
        guard let first = run.pictures.first, let last = run.pictures.last, run.pictures.count > 1 else {
            throw BenchError("\(clip.path): no picture was seen")
        }
        return (run, first, last)
    }

    /// Returns the milliseconds of CPU time per picture, from the first to the last of ten seconds.
    static func processorTime(_ player: String, _ clip: Clip) throws -> Double {
        let (run, first, last) = try tenSeconds(player, clip)
        return (last.cpu - first.cpu).inMilliseconds / Double(run.pictures.count - 1)
    }

    private static func play(_ player: String, _ clip: Clip) throws -> [Figure] {
        let (run, first, last) = try tenSeconds(player, clip)
        let frames = Double(run.pictures.count - 1)
        let seconds = (last.time - first.time).inSeconds
        let cpu = (last.cpu - first.cpu).inMilliseconds
        let figures: [(String, String, Double)] = [
            ("pictures", "", Double(run.pictures.count)),
            ("pictures a second", "1/s", frames / max(seconds, 0.001)),
            ("CPU", "ms/frame", cpu / frames),
            ("bytes", "B/frame", Double(last.bytes - first.bytes) / frames),
            ("first picture", "ms", (first.time - run.start).inMilliseconds),
            ("exit code", "", exitCode(run.exit)),
        ]
        return figures.map { Figure(subject: "\(clip.name) 160x45", name: $0, unit: $1, value: $2) }
    }

    private static func keys(_ player: String, _ clip: Clip) throws -> [Figure] {
        let run = try PlayerRun(size: size)
        let clock = SystemClock()
        try run.spawn(player, ["--control-bar=never", "--", clip.path])
        guard run.watch(limit: .seconds(30), until: { $0.pictures.count >= 60 }), run.exit == nil else {
            throw BenchError("\(clip.path): sixty pictures were not shown")
        }
        let pause = clock.now
        run.type(" ")
        _ = run.watch(limit: .seconds(10)) {
            clock.now - max(pause, $0.pictures.last?.time ?? pause) > .milliseconds(500)
        }
        let reaction = max(.zero, (run.pictures.last?.time ?? pause) - pause)
        let quit = clock.now
        run.type("q")
        _ = run.watch(limit: .seconds(10)) { _ in false }
        let subject = "\(clip.name) 160x45"
        return [
            Figure(subject: subject, name: "pause to last picture", unit: "ms", value: reaction.inMilliseconds),
            Figure(subject: subject, name: "quit to exit", unit: "ms", value: (clock.now - quit).inMilliseconds),
        ]
    }

    /// Returns the status as a shell does: 128 and the signal.
    private static func exitCode(_ exit: ProcessEnd?) -> Double {
        switch exit {
        case .code(let code): Double(code)
        case .signal(let number): Double(128 + number)
        case nil: -1
        }
    }
}
