import Media
import PlayCore

/// Cuts the decoded frames to where showing begins. Pure but for holding a frame.
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

    /// The frames to pass on now that `frame` has come, in order; at most two.
    mutating func pass(_ frame: VideoFrame) -> [VideoFrame] {
        if isOpen { return [frame] }
        switch mode {
        case .keyframe:
            // Pictures that come before the key frame refer to what was not read.
            guard frame.time >= position else { return [] }
        case .exact:
            // Kept back until it is known that the next one is later than the target.
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

    /// The frame that was kept back when the end came.
    mutating func finish() -> VideoFrame? {
        defer { held = nil }
        return held
    }
}
