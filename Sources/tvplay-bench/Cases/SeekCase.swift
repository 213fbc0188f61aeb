import AudioOutput
import Media
import PlayCore
import Playback
import Transport

/// How long a jump takes from the command to the picture, in a paused session without a terminal.
enum SeekCase {
    static let seek = BenchCase("seek", "from the command to the picture, exact and to key frames", isSlow: true) {
        context in
        try context.clips.flatMap { clip in
            try [(SeekMode.exact, "exact"), (.keyframe, "key frame")].flatMap { mode, name in
                let times = try measure(clip, mode)
                return [
                    Figure(subject: clip.name, name: "\(name), median", unit: "ms", value: Report.median(times)),
                    Figure(subject: clip.name, name: "\(name), worst", unit: "ms", value: times.max() ?? 0),
                ]
            }
        }
    }

    private static let count = 20

    /// Milliseconds of each jump.
    private static func measure(_ clip: Clip, _ mode: SeekMode) throws -> [Double] {
        let sink = LatestPictureSink(grid: ScreenSize.medium.grid)
        let session = PlaybackEngine(
            videoSink: sink, makeAudioSink: { AudioOutput(format: $0, deviceName: "null") }, wakeUp: WakeUp())
        defer { session.destroy() }
        let path = clip.path
        session.setUp(
            SessionInput(name: path) { cancel throws(ByteSourceError) in
                try FileByteSource(path: path, cancel: cancel)
            }, options: SessionOptions())
        guard sink.wait(for: 0) != nil else { throw BenchError("\(path): no picture within 20 s") }
        return try (1...count).map { number in
            // All over the clip, each far from the last: multiples of the golden section.
            let percent = 5 + (Double(number) * 61.8034).truncatingRemainder(dividingBy: 90)
            let seen = sink.count
            let start = SystemClock().now
            session.send(.seek(.percent(percent), mode))
            guard let end = sink.wait(for: seen) else { throw BenchError("\(path): no picture within 20 s of a jump") }
            return (end - start).inMilliseconds
        }
    }
}
