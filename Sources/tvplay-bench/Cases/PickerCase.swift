import PlayCore
import PseudoTerminals

/// What a panel over the picture costs its pace: the whole program on a pseudo terminal, against the clock.
enum PickerCase {
    static let picker = BenchCase(
        "picker", "tvplay on a terminal of 160x45: pictures while a list is opened, moved in and closed", isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        return try context.clips.flatMap { try measure(player, $0) }
    }

    /// One after the other, each a tenth of a second after the one before.
    private static let keys =
        ["g", "t"] + Array(repeating: "j", count: 4) + ["k", "G", "g", "q", "g", "m", "j", "j", "\u{1B}", "d", "q"]
    private static let interval = HostTime.milliseconds(100)

    private static func measure(_ player: String, _ clip: Clip) throws -> [Figure] {
        let run = try PlayerRun(size: ScreenSize.medium)
        let clock = SystemClock()
        try run.spawn(player, ["--loop-file=inf", "--control-bar=always", "--", clip.path])
        guard run.watch(limit: .seconds(30), until: { $0.pictures.count >= 30 }), run.exit == nil else {
            throw BenchError("\(clip.path): thirty pictures were not shown")
        }
        let length = HostTime(nanoseconds: interval.nanoseconds * Int64(keys.count))
        let quiet = clock.now
        _ = run.watch(limit: length) { _ in false }
        let busy = clock.now
        for key in keys {
            run.type(key)
            _ = run.watch(limit: interval) { _ in false }
        }
        let end = clock.now
        run.type("q")
        _ = run.watch(limit: .seconds(10)) { _ in false }
        return figures(clip, "without", run.pictures, from: quiet, to: busy)
            + figures(clip, "with the list", run.pictures, from: busy, to: end)
    }

    private static func figures(
        _ clip: Clip, _ name: String, _ pictures: [PlayerRun.Picture], from start: HostTime, to end: HostTime
    ) -> [Figure] {
        let inside = pictures.filter { $0.time >= start && $0.time < end }
        let gaps = zip(inside, inside.dropFirst()).map { ($1.time - $0.time).inMilliseconds }
        let seconds = (end - start).inSeconds
        let cpu = inside.last.flatMap { last in inside.first.map { (last.cpu - $0.cpu).inMilliseconds } } ?? 0
        let subject = "\(clip.name) 160x45, \(name)"
        return [
            Figure(subject: subject, name: "pictures a second", unit: "1/s", value: Double(inside.count) / seconds),
            Figure(subject: subject, name: "longest gap", unit: "ms", value: gaps.max() ?? 0),
            Figure(subject: subject, name: "CPU", unit: "ms/s", value: cpu / seconds),
        ]
    }
}
