import PlayCore
import Rooms

/// What an award's film over a class costs the class's own film, on a pseudo terminal, against the clock.
enum RoomEffectCase {
    static let effect = BenchCase(
        "room-effect", "tvplay in a class with a film, on a terminal of 160x45: pictures shown beside an effect",
        isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        guard let clip = context.clips.first else { throw BenchError("needs --clip FILE, of 24 s or more") }
        return try [false, true, false, true].flatMap { try figures(player, clip, hasEffect: $0) }
    }

    private static let size = ScreenSize.medium
    private static let seconds = 20

    /// The effect is the clip once more, its right half as its opacity: as many pixels as a film has, decoded and blended
    /// from the first second to the end.
    private static func figures(_ player: String, _ clip: Clip, hasEffect: Bool) throws -> [Figure] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var contents = BenchRoom.contents(.still, duration: .seconds(seconds + 30), messages: 0, media: "video.mp4")
        if hasEffect {
            let award = Award(
                id: "effect", film: "video.mp4", alpha: "right", fromUserName: "Person 0", showsSpecialEffect: true)
            contents.events.append(RoomEvent(.seconds(1), .award(award)))
        }
        try BenchRoom.write(contents, to: folder.path, media: clip)
        let log = try StatsLog()
        let run = try PlayerRun(size: size)
        try run.spawn(
            player, ["class", "--control-bar=never", "--no-history", "--stats-file=\(log.path)", "--", folder.path])
        _ = run.watch(limit: .seconds(3)) { _ in false }
        let (cpu, bytes, start) = (run.cpuTime, run.bytes, SystemClock().now)
        _ = run.watch(limit: .seconds(seconds)) { _ in false }
        guard run.exit == nil else { throw BenchError("the class ended too soon") }
        let length = (SystemClock().now - start).inSeconds
        let (used, sent) = ((run.cpuTime - cpu).inSeconds, Double(run.bytes - bytes))
        run.type("q")
        guard run.watch(limit: .seconds(20), until: { _ in false }) else { throw BenchError("it did not end") }
        let count = try log.count()
        let subject = "\(clip.name), " + (hasEffect ? "an effect over it" : "alone")
        return [
            Figure(subject: subject, name: "pictures shown", unit: "", value: Double(count.pictures)),
            Figure(subject: subject, name: "pictures lost", unit: "", value: Double(count.lost)),
            Figure(subject: subject, name: "CPU", unit: "% of a core", value: used / length * 100),
            Figure(subject: subject, name: "bytes", unit: "kB/s", value: sent / length / 1000),
        ]
    }
}
