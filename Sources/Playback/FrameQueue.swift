import Media
import PlayCore

/// Decoded pictures between the `video-dec` thread and the `playback` thread.
///
/// Bounds: four pictures, which absorb the reordering of a decoder, and 128 MiB (but at least two pictures), which is
/// four of 8K 4:2:0. When the reader is slow, the decoder waits.
final class FrameQueue: Sendable {
    private struct State {
        var frames = Fifo<VideoFrame>()
        var bytes = 0
        var generation = Generation()
        var hasEnded = false
        var isClosed = false
    }

    private static let maximumCount = 4
    private static let maximumBytes = 128 << 20

    private let state = Monitor(State())
    private let doorbell: Doorbell

    init(doorbell: Doorbell) { self.doorbell = doorbell }

    /// Waits for room.
    /// - Returns: false when the generation is stale or the queue closed.
    func put(_ frame: VideoFrame, generation: Generation) -> Bool {
        let bytes = frame.byteCount
        let done = state.wait { state -> Bool? in
            if state.isClosed || state.generation != generation { return false }
            let isFull =
                state.frames.count >= Self.maximumCount
                || (state.frames.count >= 2 && state.bytes + bytes > Self.maximumBytes)
            if isFull { return nil }
            state.frames.append(frame)
            state.bytes += bytes
            return true
        }
        doorbell.ring()
        return done ?? false
    }

    func putEnd(generation: Generation) {
        state.update { state in
            if state.generation == generation { state.hasEnded = true }
        }
        doorbell.ring()
    }

    func flush(to generation: Generation) {
        state.update { state in
            state.frames.removeAll()
            state.bytes = 0
            state.generation = generation
            state.hasEnded = false
        }
    }

    func close() {
        state.update { state in
            state.isClosed = true
            state.frames.removeAll()
        }
    }

    /// Times of the first frames, at most `count`.
    func times(_ count: Int) -> [FramePacer.Timing] {
        state.withLock { state in
            (0..<count).compactMap { offset in
                state.frames.peek(offset).map { FramePacer.Timing(time: $0.time, duration: $0.duration) }
            }
        }
    }

    func take() -> VideoFrame? {
        state.update { state in
            let frame = state.frames.popFirst()
            if let frame { state.bytes -= frame.byteCount }
            return frame
        }
    }

    var isEmpty: Bool { state.withLock { $0.frames.isEmpty } }
    /// No more frames of this generation will come.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
}
