import AudioOutput
import Media
import MediaSources
import PlayCore
import Playback
import Transport

/// The time to the next item's first picture, with and without loading the item ahead; without a terminal.
enum SwitchCase {
    static let change = BenchCase(
        "switch", "to the first picture of the next item, loaded ahead or not, while one plays", isSlow: true
    ) { context in
        try context.clips.flatMap { clip in
            try [(true, "loaded ahead"), (false, "opened then")].flatMap { isPreloaded, name in
                let times = try measure(clip, isPreloaded)
                return [
                    Figure(subject: clip.name, name: "\(name), median", unit: "ms", value: Report.median(times)),
                    Figure(subject: clip.name, name: "\(name), worst", unit: "ms", value: times.max() ?? 0),
                ]
            }
        }
    }

    private static let count = 10
    /// Long enough to open a file and decode its first pictures.
    private static let lead = HostTime.milliseconds(700)

    /// Returns the milliseconds of each change.
    private static func measure(_ clip: Clip, _ isPreloaded: Bool) throws -> [Double] {
        let sink = LatestPictureSink(grid: ScreenSize.medium.grid)
        let engine = PlaybackEngine(
            videoSink: sink, makeAudioSink: { AudioOutput(format: $0, deviceName: "null") }, wakeUp: WakeUp())
        defer { engine.destroy() }
        var options = SessionOptions()
        options.plays = true
        options.clearsPictureFirst = false
        engine.setUp(input(clip), options: options)
        guard sink.wait(for: 0) != nil else { throw BenchError("\(clip.path): no picture within 20 s") }
        let bell = Doorbell()
        return try (0..<count).map { _ in
            let next = input(clip)
            if isPreloaded { engine.preload([(next, options)]) }
            _ = bell.wait(after: 0, until: SystemClock().now + lead)
            let start = SystemClock().now
            engine.setUp(next, options: options)
            guard let end = sink.waitForStart(after: start) else {
                throw BenchError("\(clip.path): no first picture within 20 s of a change")
            }
            return (end - start).inMilliseconds
        }
    }

    private static func input(_ clip: Clip) -> SessionInput {
        let path = clip.path
        return SessionInput(name: path) { cancel throws(ByteSourceError) in
            try FileByteSource(path: path, cancel: cancel)
        }
    }
}
