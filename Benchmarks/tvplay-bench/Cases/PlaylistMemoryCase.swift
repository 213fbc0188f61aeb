import Glibc
import PlayCore

/// The memory for the entries of a long playlist in the whole program, beside the film that plays.
enum PlaylistMemoryCase {
    static let memory = BenchCase(
        "playlist-memory", "tvplay with a playlist of 100,000 titled entries, paused in the first: memory", isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        guard let clip = context.clips.first else { throw BenchError("no clip: give one with --clip") }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let short = try resident(player, try playlist(of: 1, clip, folder))
        let long = try resident(player, try playlist(of: count, clip, folder))
        let subject = "\(count) entries"
        return [
            Figure(subject: "1 entry", name: "memory", unit: "MB", value: short / 1e6),
            Figure(subject: subject, name: "memory", unit: "MB", value: long / 1e6),
            Figure(subject: subject, name: "memory of the entries", unit: "MB", value: (long - short) / 1e6),
        ]
    }

    private static let count = 100_000
    /// After this time without output, everything has been read, and the first picture has its best quality.
    private static let settling = HostTime.seconds(3)

    /// Writes absolute paths of some forty bytes with titles, as of a folder of lectures. Only the first file exists.
    private static func playlist(of count: Int, _ clip: Clip, _ folder: TemporaryFolder) throws -> String {
        let first = folder.path + "/Lecture 000000.mkv"
        if access(first, F_OK) != 0, symlink(clip.path, first) != 0 {
            throw BenchError("\(first): \(String(cString: strerror(errno)))")
        }
        var text = "#EXTM3U\n"
        for number in 0..<count {
            let digits = String(repeating: "0", count: 6 - String(number).count) + String(number)
            text += "#EXTINF:60,Lecture \(number) of the series\n\(folder.path)/Lecture \(digits).mkv\n"
        }
        let path = folder.path + "/\(count).m3u"
        guard let file = fopen(path, "w") else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
        return path
    }

    private static func resident(_ player: String, _ list: String) throws -> Double {
        let run = try PlayerRun(size: .medium)
        try run.spawn(player, ["--pause", "--no-history", "--no-resume", "--", list])
        // A film may begin in black, which does not count as a picture.
        guard run.settle(quiet: settling, limit: .seconds(60)) != nil else {
            throw BenchError("the screen does not stand still within a minute")
        }
        guard let bytes = run.residentBytes else { throw BenchError("tvplay ended: \(String(describing: run.exit))") }
        run.type("q")
        guard run.watch(limit: .seconds(20), until: { $0.exit != nil }) else { throw BenchError("tvplay did not end") }
        return Double(bytes)
    }
}
