import PlayCore
import Processes

enum StartCase {
    static let start = BenchCase("start", "tvplay --version to its end, and playing to the first picture", isSlow: true)
    {
        context in
        let player = try context.requirePlayer()
        let version = try (0..<30).map { _ in try timeOfVersion(player) }
        var figures = [
            Figure(subject: "--version", name: "median of 30", unit: "ms", value: Report.median(version)),
            Figure(subject: "--version", name: "worst of 30", unit: "ms", value: version.max() ?? 0),
        ]
        for clip in context.clips {
            let times = try (0..<5).map { _ in try timeToPicture(player, clip) }
            figures.append(
                Figure(
                    subject: clip.name, name: "first picture, median of 5", unit: "ms", value: Report.median(times)))
        }
        return figures
    }

    private static func timeOfVersion(_ player: String) throws -> Double {
        let terminal = try PtyProgram(columns: 80, rows: 24)
        let start = SystemClock().now
        try terminal.spawn(player, ["--version"], environment: ["TERM=xterm-256color", "LANG=C.UTF-8"])
        terminal.wait()
        guard terminal.exit == .code(0) else { throw BenchError("tvplay --version failed") }
        return (SystemClock().now - start).inMilliseconds
    }

    private static func timeToPicture(_ player: String, _ clip: Clip) throws -> Double {
        let terminal = try PlayerRun(size: .medium)
        try terminal.spawn(player, ["--", clip.path])
        _ = terminal.watch(limit: .seconds(10)) { $0.pictures.count > 0 }
        guard let first = terminal.pictures.first else { throw BenchError("\(clip.path): no picture within 10 s") }
        terminal.type("q")
        _ = terminal.watch(limit: .seconds(10)) { _ in false }
        return (first.time - terminal.start).inMilliseconds
    }
}
