import Media
import PlayCore

/// Drops decoded frames before the start of the display. Holds at most one frame.
struct FrameCut {
    private let mode: StreamStart.Mode
    private let position: MediaTime
    private var held: VideoFrame?
    private var isOpen = false

    init() {
        mode = .keyframe
        position = .zero
        isOpen = true
    }

    init(start: StreamStart) { self.init(mode: start.mode, position: start.position) }

    init(mode: StreamStart.Mode, position: MediaTime) {
        self.mode = mode
        self.position = position
    }

    /// Returns the frames to pass on now, in order. At most two.
    mutating func pass(_ frame: VideoFrame) -> [VideoFrame] {
        if isOpen { return [frame] }
        switch mode {
        case .keyframe:
            // Pictures before the key frame refer to others that were not read.
            guard frame.time >= position else { return [] }
        case .exact:
            // Held until the next frame proves to be later than the target.
            if frame.time < position {
                held = frame
                return []
            }
            if frame.time == position { held = nil }
        case .before:
            if frame.time < position {
                held = frame
                return []
            }
        }
        isOpen = true
        defer { held = nil }
        return [held, frame].compactMap { $0 }
    }

    mutating func finish() -> VideoFrame? {
        defer { held = nil }
        return held
    }
}
