import Glibc
import PlayCore

/// The cost of playing a stream a second time: the first picture, and the load of the server.
enum StreamCacheCase {
    static let cache = BenchCase(
        "stream-cache", "a stream of HLS played twice, with the cache and without", isSlow: true
    ) { context in
        try measure(try context.requirePlayer())
    }

    /// Half a minute of video; after 20 s all of it has been read ahead.
    private static let folder = "../shared/media/hls/bbb_abr"
    private static let manifest = "/master.m3u8"
    /// A round trip to a distant server.
    private static let delay = HostTime.milliseconds(60)

    private static func measure(_ player: String) throws -> [Figure] {
        guard access(folder + manifest, R_OK) == 0 else {
            throw BenchError("\(folder) is not there: nothing to measure with")
        }
        let server = try LoopbackServer(folder: folder, delay: delay)
        defer { server.close() }
        let cache = try TemporaryFolder()
        defer { cache.remove() }
        let address = "http://127.0.0.1:\(server.port)\(manifest)"
        let options = ["--no-resume", "--length=20", "--cache-dir=" + cache.path]
        var figures: [Figure] = []
        for (name, more) in [("without", ["--no-cache"]), ("filling", ["--cache"]), ("from the cache", ["--cache"])] {
            let time = try play(player, options + more + ["--", address])
            let tally = server.takeTally()
            figures += [
                Figure(subject: name, name: "first picture", unit: "ms", value: time),
                Figure(subject: name, name: "requests", unit: "", value: Double(tally.requests)),
                Figure(subject: name, name: "fetched", unit: "kB", value: Double(tally.bytes) / 1000),
            ]
        }
        return figures
    }

    /// - Returns: milliseconds to the first picture.
    private static func play(_ player: String, _ arguments: [String]) throws -> Double {
        let terminal = try PlayerRun(size: .medium)
        try terminal.spawn(player, arguments)
        guard terminal.watch(limit: .seconds(40), until: { $0.exit != nil }), let first = terminal.pictures.first else {
            throw BenchError("no picture, or no end, within 40 s")
        }
        return (first.time - terminal.start).inMilliseconds
    }
}
