import PlayCore

/// Decides how a run of samples joins what went before: gaps become silence, overlaps are cut. Pure.
struct AudioJoin: Equatable {
    enum Placement: Equatable {
        /// All of it lies before the start.
        case drop
        /// Leave out so many frames at its front.
        case keep(skipping: Int)
        case afterSilence(frames: Int)
        /// The times jump so far that silence makes no sense: go on there.
        case afterJump(to: MediaTime)
    }

    /// Time stamps of containers are rounded, some to 1/90 s: smaller differences are not gaps.
    private static let tolerance: MediaTime = .milliseconds(50)
    /// At the very start the picture's time is exact, so the sound's should be.
    private static let startTolerance: MediaTime = .milliseconds(2)
    /// A longer silence than this is taken for damaged time stamps.
    private static let longestGap: MediaTime = .seconds(60)

    private let sampleRate: Int
    private var expected: MediaTime
    private var isFirst = true
    /// Where the sound would go on after a jump that only one run has told of so far.
    private var suspected: MediaTime?

    init(start: MediaTime, sampleRate: Int) {
        expected = start
        self.sampleRate = sampleRate
    }

    mutating func place(frames: Int, start: MediaTime) -> Placement {
        let length = time(of: frames)
        let difference = start - expected
        let tolerance = isFirst ? Self.startTolerance : Self.tolerance
        if !isFirst, difference > Self.longestGap || difference < .zero - Self.longestGap {
            return jump(to: start, length)
        }
        suspected = nil
        if difference > tolerance {
            isFirst = false
            expected = start + length
            return .afterSilence(frames: self.frames(in: difference))
        }
        if difference < .zero - tolerance {
            let skipped = max(0, self.frames(in: .zero - difference))
            if skipped >= frames { return .drop }
            isFirst = false
            expected = expected + time(of: frames - skipped)
            return .keep(skipping: skipped)
        }
        isFirst = false
        // Small differences do not add up: each is measured against the container's time, not the last sample's.
        expected = start + length
        return .keep(skipping: 0)
    }

    /// - Returns: the frames of silence up to `end`.
    mutating func silence(until end: MediaTime) -> Int {
        guard end > expected else { return 0 }
        defer { expected = end }
        isFirst = false
        suspected = nil
        return frames(in: end - expected)
    }

    /// One damaged time stamp must neither silence the rest nor move the clock: the sound goes on as if nothing was, and
    /// forward it follows when the next run agrees.
    private mutating func jump(to start: MediaTime, _ length: MediaTime) -> Placement {
        if let suspected, start > expected, start >= suspected - Self.tolerance, start <= suspected + Self.tolerance {
            self.suspected = nil
            expected = start + length
            return .afterJump(to: start)
        }
        suspected = start + length
        expected = expected + length
        return .keep(skipping: 0)
    }

    private func frames(in time: MediaTime) -> Int { Int((time.inSeconds * Double(sampleRate)).rounded()) }
    private func time(of frames: Int) -> MediaTime {
        MediaTime(nanoseconds: Int64(frames) * 1_000_000_000 / Int64(sampleRate))
    }
}
