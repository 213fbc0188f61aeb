import Media
import PlayCore

/// Decoded pictures between the `video-dec` and the `playback` thread. The decoder waits for a slow reader. The
/// capacity of two, and a third picture held by the waiting decoder, hide a key frame that takes three times as long as
/// others. Each further picture would cost 3 MB at 1080p.
final class FrameQueue: Sendable {
    private struct State {
        var frames = Fifo<VideoFrame>()
        var generation = Generation()
        var hasEnded = false
        var isClosed = false
    }

    private static let maximumCount = 2

    private let state = Monitor(State())
    private let doorbell: Doorbell

    init(doorbell: Doorbell) { self.doorbell = doorbell }

    func put(_ frame: VideoFrame, generation: Generation) -> Bool {
        var wasEmpty = false
        let done = state.wait { state -> Bool? in
            if state.isClosed || state.generation != generation { return false }
            if state.frames.count >= Self.maximumCount { return nil }
            wasEmpty = state.frames.isEmpty
            state.frames.append(frame)
            return true
        }
        // A reader that has a frame sleeps until it is due, or checks again soon.
        if wasEmpty { doorbell.ring() }
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

    func times(_ count: Int) -> [FramePacer.Timing] {
        state.withLock { state in
            (0..<count).compactMap { offset in
                state.frames.peek(offset).map { FramePacer.Timing(time: $0.time, duration: $0.duration) }
            }
        }
    }

    func dequeue() -> VideoFrame? {
        state.update { $0.frames.popFirst() }
    }

    var isEmpty: Bool { state.withLock { $0.frames.isEmpty } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
}
