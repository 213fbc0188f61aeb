/// The newest frames by their number in the stream, in memory allocated once. ``StreamState`` counts frames and locks
/// every call.
///
///     oldest kept          read                 written
///        |—— heard, or ——————|—— not yet given ———|
///            in the device       to the device
final class SampleRing {
    let capacity: Int
    private let channelCount: Int
    private let samples: UnsafeMutablePointer<Float>

    init(capacity: Int, channelCount: Int) {
        precondition(capacity > 0 && channelCount > 0)
        self.capacity = capacity
        self.channelCount = channelCount
        samples = .allocate(capacity: capacity * channelCount)
        samples.initialize(repeating: 0, count: capacity * channelCount)
    }

    deinit { samples.deallocate() }

    /// Stores at most ``capacity`` frames.
    func store(_ source: UnsafePointer<Float>, frames: Int, at first: Int64) {
        forRuns(of: frames, from: first) { at, run, done in
            (samples + at * channelCount).update(from: source + done * channelCount, count: run * channelCount)
        }
    }

    /// Copies `frames` frames from number `first` on. The caller ensures that the ring still has them.
    func load(into target: UnsafeMutablePointer<Float>, frames: Int, at first: Int64) {
        forRuns(of: frames, from: first) { at, run, done in
            (target + done * channelCount).update(from: samples + at * channelCount, count: run * channelCount)
        }
    }

    /// Raises each channel's value in `peaks` to the largest absolute sample of the frames.
    func raise(_ peaks: UnsafeMutablePointer<Float>, frames: Int, at first: Int64) {
        forRuns(of: frames, from: first) { at, run, _ in
            var next = samples + at * channelCount
            for _ in 0..<run {
                for channel in 0..<channelCount { peaks[channel] = max(peaks[channel], abs(next[channel])) }
                next += channelCount
            }
        }
    }

    /// Calls `body` with each contiguous run of frames: its place, its length, and the number of earlier frames.
    @inline(__always)
    private func forRuns(of frames: Int, from first: Int64, _ body: (_ at: Int, _ run: Int, _ done: Int) -> Void) {
        var done = 0
        while done < frames {
            let at = Int((first + Int64(done)) % Int64(capacity))
            let run = min(frames - done, capacity - at)
            body(at, run, done)
            done += run
        }
    }
}
