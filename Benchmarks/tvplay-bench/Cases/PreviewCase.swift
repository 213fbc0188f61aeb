import Glibc
import PlayCore
import Processes

/// The cost of the previews: the whole program on a pseudo terminal, with the pointer moving along the slider.
enum PreviewCase {
    static let preview = BenchCase.withPlayer(
        "preview", "tvplay on a terminal of 160x45, the pointer over the slider: CPU with previews, and without"
    ) { player, clip in
        // Alternately, so that the machine's other work affects both.
        let runs = try (0..<3).map { _ in
            (with: try measure(player, clip, []), without: try measure(player, clip, ["--no-slider-previews"]))
        }
        let (with, without) = (Report.median(runs.map(\.with)), Report.median(runs.map(\.without)))
        return [
            figure(clip, "with previews", with), figure(clip, "without", without),
            figure(clip, "previews", with - without),
        ]
    }

    private static func figure(_ clip: Clip, _ name: String, _ share: Double) -> Figure {
        Figure(subject: "\(clip.name) 160x45", name: "\(name), median of 3", unit: "% of a core", value: share)
    }

    /// The bar's row and the columns of its slider, in the terminal's numbering.
    private static let row = 45
    private static let columns = 30...100
    private static let steps = 80
    private static let interval = HostTime.milliseconds(250)

    /// Returns the CPU time of twenty seconds, in percent of a core.
    private static func measure(_ player: String, _ clip: Clip, _ options: [String]) throws -> Double {
        let run = try PlayerRun(size: ScreenSize.medium)
        try run.spawn(
            player, options + ["--loop-file=inf", "--control-bar=always", "--no-history", "--", clip.path])
        guard run.watch(limit: .seconds(30), until: { $0.pictures.count >= 30 }), run.exit == nil else {
            throw BenchError("\(clip.path): thirty pictures were not shown")
        }
        let (cpu, start) = (run.cpuTime, SystemClock().now)
        for step in 0..<steps {
            // Far from the previous place, like a pointer that searches.
            let column = columns.lowerBound + step * 29 % columns.count
            run.type("\u{1B}[<35;\(column);\(row)M")
            _ = run.watch(limit: interval) { _ in false }
        }
        let share = (run.cpuTime - cpu).inSeconds / (SystemClock().now - start).inSeconds * 100
        run.type("q")
        guard run.watch(limit: .seconds(10), until: { _ in false }), run.exit == .code(0) else {
            throw BenchError("\(clip.path): the player did not leave")
        }
        return share
    }
}
