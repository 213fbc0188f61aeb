import AudioOutput
import Glibc
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import Transport

/// The time of a seek from the command to the picture, in a paused session without a terminal.
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

    static let back = BenchCase(
        "seek-back", "5 s back over a network, where what has played is kept, and where it is read again", isSlow: true
    ) { context in
        try context.clips.flatMap { clip in
            try [(50 << 20, "kept"), (0, "read again")].map { kept, name in
                Figure(
                    subject: clip.name, name: "\(name), median", unit: "ms",
                    value: Report.median(try measureBack(clip, kept: kept)))
            }
        }
    }

    /// Returns the milliseconds of seeks back, from five places that were each reached from 6 s before.
    private static func measureBack(_ clip: Clip, kept: Int) throws -> [Double] {
        let sink = LatestPictureSink(grid: ScreenSize.medium.grid)
        let session = PlaybackEngine(
            videoSink: sink, makeAudioSink: { AudioOutput(format: $0, deviceName: "null") }, wakeUp: WakeUp())
        defer { session.destroy() }
        let path = clip.path
        var options = SessionOptions()
        options.keptBytes = kept
        session.setUp(
            SessionInput(name: path) { cancel throws(ByteSourceError) in
                RemoteFile(try FileByteSource(path: path, cancel: cancel))
            }, options: options)
        guard sink.wait(for: 0) != nil else { throw BenchError("\(path): no picture within 20 s") }
        func jump(to time: MediaTime) throws -> Double {
            let seen = sink.count
            let start = SystemClock().now
            session.send(.seek(.absolute(time), .exact))
            guard let end = sink.wait(for: seen) else { throw BenchError("\(path): no picture within 20 s of a jump") }
            return (end - start).inMilliseconds
        }
        return try (1...5).map { number in
            let place = MediaTime.milliseconds(6000 + number * 740)
            _ = try jump(to: place - .seconds(6))
            _ = try jump(to: place)
            return try jump(to: place - .seconds(5))
        }
    }

    private static let count = 20

    /// Returns the milliseconds of each seek.
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
            // Multiples of the golden section reach all parts of the clip, each far from the last.
            let percent = 5 + (Double(number) * 61.8034).truncatingRemainder(dividingBy: 90)
            let seen = sink.count
            let start = SystemClock().now
            session.send(.seek(.percent(percent), mode))
            guard let end = sink.wait(for: seen) else { throw BenchError("\(path): no picture within 20 s of a jump") }
            return (end - start).inMilliseconds
        }
    }
}

/// A file with simulated latency: each read that does not follow the previous one waits for a round trip.
private final class RemoteFile: NetworkByteSource {
    private static let roundTrip: UInt32 = 20_000
    private let file: FileByteSource
    private let end = Monitor(Int64(0))
    let network = NetworkStatus()

    init(_ file: FileByteSource) { self.file = file }

    var size: Int64? { file.size }
    var canSeek: Bool { file.canSeek }
    func setAwaited(_ isAwaited: Bool) {}
    func reload() {}
    func hurry() {}

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        if end.withLock({ $0 != offset }) { _ = usleep(Self.roundTrip) }
        let count = try file.read(at: offset, into: buffer)
        end.withLock { $0 = offset + Int64(count) }
        return count
    }
}
