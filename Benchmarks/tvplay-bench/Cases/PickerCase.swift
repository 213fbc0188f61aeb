import Glibc
import PlayCore
import Processes

/// The effect of a list over the picture on the frame rate: the whole program on a pseudo terminal, against the clock,
/// once without input and once while lists are opened, moved in, filtered and closed.
enum PickerCase {
    static let picker = BenchCase.withPlayer(
        "picker", "tvplay on a terminal of 160x45, ten seconds: pictures lost while lists are used, and without"
    ) { player, clip in
        try measure(player, clip, "without", keys: []) + measure(player, clip, "with lists", keys: keys)
    }

    private static let keys: [String] = [
        ["g", "t"], Array(repeating: "j", count: 4), ["k", "G", "/", "a", "v", "\u{7F}", escape, escape],
        ["g", "m", "j", "j", "/", "s", "p", "\r", escape, escape], ["s", "j", escape], ["d", escape],
    ].flatMap { $0 }
    private static let escape = "\u{1B}"
    private static let interval = HostTime.milliseconds(100)

    private static func measure(_ player: String, _ clip: Clip, _ name: String, keys: [String]) throws -> [Figure] {
        let log = try StatsLog()
        let run = try PlayerRun(size: ScreenSize.medium)
        try run.spawn(
            player,
            ["--length=10", "--keep-open=no", "--control-bar=always", "--stats-file=\(log.path)", "--", clip.path])
        guard run.watch(limit: .seconds(30), until: { $0.pictures.count >= 30 }), run.exit == nil else {
            throw BenchError("\(clip.path): thirty pictures were not shown")
        }
        var number = 0
        while !keys.isEmpty, run.exit == nil {
            run.type(keys[number % keys.count])
            number += 1
            _ = run.watch(limit: interval) { _ in false }
        }
        guard run.watch(limit: .seconds(60), until: { _ in false }), run.exit == .code(0) else {
            throw BenchError("\(clip.path): ten seconds did not end well within a minute")
        }
        return figures("\(clip.name) 160x45, \(name)", run.pictures, try log.count())
    }

    private static func figures(_ subject: String, _ pictures: [PlayerRun.Picture], _ count: StatsLog.Count) -> [Figure]
    {
        let gaps = zip(pictures, pictures.dropFirst()).map { ($1.time - $0.time).inMilliseconds }
        let seconds = pictures.last.map { ($0.time - (pictures.first?.time ?? $0.time)).inSeconds } ?? 0
        let cpu = pictures.last.map { ($0.cpu - (pictures.first?.cpu ?? $0.cpu)).inMilliseconds } ?? 0
        return [
            Figure(subject: subject, name: "pictures", unit: "", value: Double(count.pictures)),
            Figure(subject: subject, name: "lost", unit: "", value: Double(count.lost)),
            Figure(subject: subject, name: "of them late", unit: "", value: Double(count.late)),
            Figure(subject: subject, name: "of them replaced", unit: "", value: Double(count.replaced)),
            Figure(subject: subject, name: "longest gap", unit: "ms", value: gaps.max() ?? 0),
            Figure(subject: subject, name: "CPU", unit: "ms/s", value: cpu / max(seconds, 0.001)),
        ]
    }
}
