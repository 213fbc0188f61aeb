import PlayCore

/// The media time of each frame, counted from the sink's start; frames may be fractional. Blocks that follow one
/// another at the same rate share a segment, so the list stays short.
struct MediaMap {
    private struct Segment {
        let first: Int64
        let start: MediaTime
        let rate: PlaybackRate
    }

    private let sampleRate: Double
    private var segments: [Segment] = []

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    mutating func removeAll() { segments.removeAll(keepingCapacity: true) }

    /// Adds frames. `first` must never decrease.
    mutating func append(first: Int64, start: MediaTime, rate: PlaybackRate) {
        if let last = segments.last, last.rate == rate {
            let expected = time(of: Double(first), in: last)
            // Half a frame, because start times are rounded to nanoseconds or to a time base. The distance is measured
            // from the segment's start, so that errors do not add up over blocks.
            let tolerance = Int64(0.5e9 / sampleRate * rate.value)
            // Wrapping: damaged containers contain times from all of `Int64`.
            if (expected.nanoseconds &- start.nanoseconds).magnitude <= tolerance.magnitude { return }
        }
        segments.append(Segment(first: first, start: start, rate: rate))
    }

    /// Keeps the segment that contains `frame`.
    mutating func prune(before frame: Int64) {
        // Removes many at a time, since each removal moves the list.
        guard segments.count > 64, let keep = segments.lastIndex(where: { $0.first <= frame }), keep > 32 else {
            return
        }
        segments.removeSubrange(..<keep)
    }

    /// Extrapolates before the first segment and after the last.
    func position(of frame: Double) -> MediaTime? {
        guard let segment = segment(of: frame) else { return nil }
        return time(of: max(frame, Double(segment.first)), in: segment)
    }

    func rate(at frame: Double) -> PlaybackRate { segment(of: frame)?.rate ?? .normal }

    private func segment(of frame: Double) -> Segment? {
        segments.last(where: { Double($0.first) <= frame }) ?? segments.first
    }

    private func time(of frame: Double, in segment: Segment) -> MediaTime {
        let nanoseconds = (frame - Double(segment.first)) * 1e9 / sampleRate * segment.rate.value
        return segment.start + MediaTime(nanoseconds: Int64(nanoseconds.rounded()))
    }
}
