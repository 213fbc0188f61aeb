import PlayCore

/// The media time of each frame, counted from the start of the sink; frames may be fractional. Blocks that continue
/// each other at one rate are one segment, so the list stays short.
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

    /// Adds frames; `first` never decreases from call to call.
    mutating func append(first: Int64, start: MediaTime, rate: PlaybackRate) {
        if let last = segments.last, last.rate == rate {
            let expected = time(of: Double(first), in: last)
            // Half a frame: start times are rounded to nanoseconds or to a time base. Measured from the segment's own
            // start, so the error does not add up over blocks.
            let tolerance = Int64(0.5e9 / sampleRate * rate.value)
            // Wrapping: damaged containers contain times from all of `Int64`.
            if (expected.nanoseconds &- start.nanoseconds).magnitude <= tolerance.magnitude { return }
        }
        segments.append(Segment(first: first, start: start, rate: rate))
    }

    /// Forgets segments that end at or before `frame`; the one that holds it stays.
    mutating func prune(before frame: Int64) {
        // Many at a time, so that the list is seldom moved.
        guard segments.count > 64, let keep = segments.lastIndex(where: { $0.first <= frame }), keep > 32 else {
            return
        }
        segments.removeSubrange(..<keep)
    }

    /// Returns the first segment's start for earlier frames, and the last one's continuation for later ones.
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
