import CPlatform
import Cells
import Glibc
import PlayCore
import Processes

/// The savings of small renditions of a film, the cost of making them, and the quality that is left.
enum RenditionCase {
    static let renditions = BenchCase(
        "renditions", "a film prepared: making it, CPU a picture at 160x45 with and without, the mosaics' SSIM",
        isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        return try context.clips.flatMap { clip in
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let plain = Clip(path: try copy(clip, to: folder.path + "/plain"))
            let prepared = Clip(path: try copy(clip, to: folder.path + "/prepared"))
            return try prepare(player, prepared) + play(player, plain, prepared) + compare(prepared)
        }
    }

    private static let rounds = 3
    private static let size = ScreenSize.medium
    private static let patience = HostTime.seconds(900)

    private static func copy(_ clip: Clip, to folder: String) throws -> String {
        try FolderMaking.make(folder, mode: 0o700)
        let path = folder + "/" + (clip.path.split(separator: "/").last.map(String.init) ?? "film")
        try WholeFile.replace(path, with: try WholeFile.read(clip.path, limit: 1 << 31), draft: path + ".new")
        return path
    }

    private static func prepare(_ player: String, _ clip: Clip) throws -> [Figure] {
        let start = SystemClock().now
        let result = try ProgramRun.run(
            [player, "library", "prepare", clip.path], limits: .init(time: patience, outputBytes: 1 << 20),
            cancel: CancelToken())
        guard result.status == 0 else { throw BenchError(String(decoding: result.messages, as: UTF8.self)) }
        let seconds = (SystemClock().now - start).inSeconds
        return [Figure(subject: clip.name, name: "preparing", unit: "s", value: seconds)]
    }

    private static func play(_ player: String, _ plain: Clip, _ prepared: Clip) throws -> [Figure] {
        var (before, after): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            before.append(try PlaybackCase.processorTime(player, plain))
            after.append(try PlaybackCase.processorTime(player, prepared))
        }
        let subject = "\(plain.name) \(size.text)"
        return [
            Figure(subject: subject, name: "CPU, the film", unit: "ms/frame", value: Report.median(before)),
            Figure(subject: subject, name: "CPU, prepared", unit: "ms/frame", value: Report.median(after)),
        ]
    }

    private static func compare(_ clip: Clip) throws -> [Figure] {
        let name = clip.path.split(separator: "/").last.map(String.init) ?? ""
        let folder = String(clip.path.dropLast(name.count)) + ".tvplay/" + name
        guard access(folder + "/240p.mp4", R_OK) == 0 else {
            throw BenchError("\(clip.path) is small itself: nothing was made of it")
        }
        let wanted = RateCases.cells(try size.pictures(clip, count: Clip.frameCount), size)
        let shown = RateCases.cells(
            try size.pictures(Clip(path: folder + "/240p.mp4"), count: Clip.frameCount), size)
        var comparison = PictureComparison()
        for (one, other) in zip(wanted, shown) {
            other.withCells { comparison.add(wanted: one, shown: $0) }
        }
        let subject = "\(clip.name) \(size.text)"
        return [
            Figure(subject: subject, name: "SSIM", unit: "", value: comparison.similarity),
            Figure(subject: subject, name: "least", unit: "", value: comparison.leastSimilarity),
            Figure(subject: subject, name: "PSNR", unit: "dB", value: comparison.peakSignalToNoise),
        ]
    }
}
