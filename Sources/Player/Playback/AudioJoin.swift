import PlayCore

/// Decides how to join sound to the previous samples: fills gaps with silence and cuts overlaps.
struct AudioJoin: Equatable {
    enum Placement: Equatable {
        /// Drop the samples, which precede the start.
        case drop
        /// Drop this many frames at the front, which overlap.
        case keep(skipping: Int)
        case afterSilence(frames: Int)
        /// Continue at another time: the jump is too large to fill with silence.
        case afterJump(to: MediaTime)
    }

    /// Smaller differences are not gaps: containers round time stamps, some to 1/90 s.
    private static let tolerance: MediaTime = .milliseconds(50)
    /// The tolerance at the start, where the picture's time is exact.
    private static let startTolerance: MediaTime = .milliseconds(2)
    /// A longer gap is treated as damaged time stamps.
    private static let longestGap: MediaTime = .seconds(60)

    private let sampleRate: Int
    private var expected: MediaTime
    private var isFirst = true
    /// The time after a jump, until a second run of samples confirms it.
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
        // Counts from the last sample: small differences add up until they are corrected. If time stamps were the base,
        // lost packets would shift the sound against the picture permanently.
        expected = expected + length
        return .keep(skipping: 0)
    }

    mutating func silence(until end: MediaTime) -> Int {
        guard end > expected else { return 0 }
        defer { expected = end }
        isFirst = false
        suspected = nil
        return frames(in: end - expected)
    }

    /// Handles a jump of the times. The sound continues without a gap, so one damaged time stamp neither silences it
    /// nor moves the clock. A jump forward is followed once the next run confirms it.
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
