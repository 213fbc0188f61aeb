import PlayCore

/// Plays one speaker's sound: decides when it starts, at which speed it runs, and which frames are skipped.
struct SpeakerSound: Sendable {
    struct Counts: Sendable, Equatable {
        var underruns = 0
        var drops = 0
        var droppedFrames = 0
    }

    /// In nanoseconds. A longer lag is skipped, because a speed of 1.05 would need more than six seconds. It exceeds
    /// the longest delay, so nothing is skipped when the window forgets a stall.
    private static let longestLag: Int64 = 300_000_000
    /// In nanoseconds. A smaller lag is not corrected, because timestamps are whole milliseconds.
    private static let deadBand: Int64 = 5_000_000
    static let rates: ClosedRange<Double> = 0.95...1.05

    private var buffer = SpeakerBuffer()
    private(set) var transit = TransitWindow()
    private var isPlaying = false
    /// In nanoseconds, smoothed; positive for late sound.
    private var lag = 0.0
    private(set) var rate = 1.0
    /// 0 to 1. Falls slowly, like a meter's.
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

    /// On the class's axis; `nil` while nothing plays.
    var position: MediaTime? { isPlaying ? buffer.position.map { MediaTime(nanoseconds: $0) } : nil }

    var waiting: HostTime { HostTime(nanoseconds: Int64(Double(buffer.count) * 1e9 / Double(SoundMixer.sampleRate))) }

    mutating func add(to output: inout [Float], frames: Int, at now: HostTime) {
        level *= 0.85
        guard let wanted = transit.wantedDelay, let position = buffer.position, buffer.count > 0 else {
            return stop()
        }
        // The whole block is mixed now, so its end must be due.
        let block = SoundMixer.format.duration(frames: frames).nanoseconds
        var behind = now.nanoseconds - position - wanted - block
        if !isPlaying {
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
        // The sound fades out when it ends early, which avoids a click.
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

    /// Corrects the lag within a second, within ``rates``.
    private static func rate(_ lag: Double) -> Double {
        guard abs(lag) > Double(deadBand) else { return 1 }
        return min(max(1 + lag / 1e9, rates.lowerBound), rates.upperBound)
    }
}
