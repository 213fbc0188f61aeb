import PlayCore

/// Plays one speaker's sound: decides when it starts, at which speed it runs, and what is skipped.
struct SpeakerSound: Sendable {
    struct Counts: Sendable, Equatable {
        var underruns = 0
        /// Times when sound was skipped to return to the live edge, and the skipped frames.
        var drops = 0
        var droppedFrames = 0
    }

    /// Nanoseconds. If sound lags farther behind, it is skipped, since speeding up at 1.05 would take more than six
    /// seconds. Longer than the longest delay, so that nothing is skipped after a stall has left the window.
    private static let longestLag: Int64 = 300_000_000
    /// Nanoseconds. A smaller lag is not corrected, since timestamps are whole milliseconds.
    private static let deadBand: Int64 = 5_000_000
    static let rates: ClosedRange<Double> = 0.95...1.05

    private var buffer = SpeakerBuffer()
    private(set) var transit = TransitWindow()
    private var isPlaying = false
    /// The smoothed lag in nanoseconds; positive if the sound is late.
    private var lag = 0.0
    private(set) var rate = 1.0
    /// 0 … 1; falls slowly, as a meter does.
    private(set) var level: Float = 0
    private(set) var counts = Counts()
    private var lastGain: Float = 0

    mutating func append(_ samples: [Float], start: MediaTime, at now: HostTime) {
        let place = buffer.append(samples, start: start.nanoseconds)
        guard place != .doubled else { return }
        if place == .restarted {
            transit = TransitWindow()
            isPlaying = false
        }
        transit.note(now.nanoseconds - start.nanoseconds, at: now)
    }

    /// Time of the next sample on the class's axis, or `nil` while nothing plays.
    var position: MediaTime? { isPlaying ? buffer.position.map { MediaTime(nanoseconds: $0) } : nil }

    var waiting: HostTime { HostTime(nanoseconds: Int64(Double(buffer.count) * 1e9 / Double(SoundMixer.sampleRate))) }

    mutating func add(to output: inout [Float], frames: Int, at now: HostTime) {
        level *= 0.85
        guard let wanted = transit.wantedDelay, let position = buffer.position, buffer.count > 0 else {
            return stop()
        }
        // The whole block is taken now, so its end has to be due.
        let block = SoundMixer.format.duration(frames: frames).nanoseconds
        var behind = now.nanoseconds - position - wanted - block
        if !isPlaying {
            // Less than a block would run dry at once.
            guard behind >= 0, buffer.count >= frames else { return }
            (isPlaying, lag, lastGain) = (true, 0, 0)
        }
        if behind > Self.longestLag {
            let excess = min(buffer.count, Int(Double(behind) * Double(SoundMixer.sampleRate) / 1e9))
            buffer.skip(excess)
            counts.drops += 1
            counts.droppedFrames += excess
            (behind, lag, lastGain) = (0, 0, 0)
        }
        lag += (Double(behind) - lag) * 0.05
        rate = Self.rate(lag)
        // The sound fades out when it runs dry, to avoid a click.
        let there = min(frames, buffer.available(step: rate))
        let peak = buffer.add(to: &output, frames: there, step: rate, from: lastGain, to: there < frames ? 0 : 1)
        lastGain = 1
        level = max(level, peak)
        if there < frames {
            counts.underruns += 1
            stop()
        }
    }

    private mutating func stop() {
        (isPlaying, rate, lastGain) = (false, 1, 0)
    }

    /// Returns the speed that would correct a lag within a second, limited to ``rates``.
    private static func rate(_ lag: Double) -> Double {
        guard abs(lag) > Double(deadBand) else { return 1 }
        return min(max(1 + lag / 1e9, rates.lowerBound), rates.upperBound)
    }
}
