import PlayCore

/// How one speaker's sound is played: when it begins, how fast it goes, what is left out. A value.
struct SpeakerSound: Sendable {
    /// What happened so far, for statistics and tests.
    struct Counts: Sendable, Equatable {
        /// Times when nothing was there to be heard.
        var underruns = 0
        /// Times when sound was left out to come back to the edge, and frames of it.
        var drops = 0
        var droppedFrames = 0
    }

    /// Farther behind than this, sound is left out rather than hurried: at 1.05 that would take longer than six seconds. It
    /// is more than the longest patience, so that a stall which is forgotten leaves nothing out.
    private static let longestLag: Int64 = 300_000_000
    /// Nearer than this nothing is done: timestamps are whole milliseconds.
    private static let deadBand: Int64 = 5_000_000
    static let rates: ClosedRange<Double> = 0.95...1.05

    private var buffer = SpeakerBuffer()
    private(set) var transit = TransitWindow()
    private var isPlaying = false
    /// How far from where it should be, smoothed; nanoseconds, positive: behind.
    private var lag = 0.0
    private(set) var rate = 1.0
    /// 0 … 1; falls slowly, as a meter does.
    private(set) var level: Float = 0
    private(set) var counts = Counts()
    /// What the newest block was played with.
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

    /// What would be heard next, on the class's axis; nil: nothing plays.
    var position: MediaTime? { isPlaying ? buffer.position.map { MediaTime(nanoseconds: $0) } : nil }

    /// What waits.
    var waiting: HostTime { HostTime(nanoseconds: Int64(Double(buffer.count) * 1e9 / Double(SoundMixer.sampleRate))) }

    /// Adds the next block to `output`.
    mutating func add(to output: inout [Float], frames: Int, at now: HostTime) {
        level *= 0.85
        guard let wanted = transit.wantedDelay, let position = buffer.position, buffer.count > 0 else {
            return stop()
        }
        // All of the block is taken now.
        let block = SoundMixer.format.duration(frames: frames).nanoseconds
        var behind = now.nanoseconds - position - wanted - block
        if !isPlaying {
            // What is less than a block would end at once.
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
        // What ends is faded out, so that it does not click.
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

    /// A second's worth of lag would be made good in a second, if it might.
    private static func rate(_ lag: Double) -> Double {
        guard abs(lag) > Double(deadBand) else { return 1 }
        return min(max(1 + lag / 1e9, rates.lowerBound), rates.upperBound)
    }
}
