import PlayCore

/// Received frames, at most ``countLimit`` frames and ``byteLimit`` bytes.
struct ReceivedFrames: Sendable {
    /// Four seconds of sound and pictures.
    static let countLimit = 400
    static let byteLimit = 16 << 20

    private var frames: [ReceivedFrame] = []
    private var bytes = 0
    /// Whether pictures were dropped, so that later ones cannot be decoded before a key frame.
    private var awaitsKeyframe = false

    /// - Returns: whether to request a key frame.
    mutating func append(_ frame: ReceivedFrame) -> Bool {
        if frame.kind == .video, awaitsKeyframe {
            guard frame.isKeyframe else { return false }
            awaitsKeyframe = false
        }
        frames.append(frame)
        bytes += frame.bytes.count
        guard frames.count > Self.countLimit || bytes > Self.byteLimit else { return false }
        let lostPicture = frames.contains { $0.kind == .video }
        (frames, bytes) = ([], 0)
        awaitsKeyframe = awaitsKeyframe || lostPicture
        return lostPicture
    }

    mutating func next() -> ReceivedFrame? {
        guard !frames.isEmpty else { return nil }
        let frame = frames.removeFirst()
        bytes -= frame.bytes.count
        return frame
    }
}

struct OutgoingFrames: Sendable {
    static let countLimit = 200
    static let byteLimit = 8 << 20

    private var frames: [OutgoingFrame] = []
    private var bytes = 0

    mutating func append(_ frame: OutgoingFrame) -> Bool {
        guard frames.count < Self.countLimit, bytes + frame.bytes.count <= Self.byteLimit else { return false }
        frames.append(frame)
        bytes += frame.bytes.count
        return true
    }

    mutating func removeAll() -> [OutgoingFrame] {
        defer { (frames, bytes) = ([], 0) }
        return frames
    }
}
