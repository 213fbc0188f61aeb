import PlayCore

/// The waiting sound of one speaker: stereo frames without gaps, on the class's axis.
struct SpeakerBuffer: Sendable {
    private struct Mark {
        /// Counted from the very first frame.
        var frame: Int
        /// On the class's axis, in nanoseconds.
        var time: Int64
    }

    enum Arrival: Sendable, Equatable {
        case appended
        /// The sound does not continue the previous one, because the speaker has restarted.
        case restarted
        case doubled
    }

    /// Two seconds, longer than the longest delay. A full buffer drops its oldest frames.
    static let mostFrames = 96_000
    /// In nanoseconds. Timestamps are whole milliseconds, and a microphone has jitter.
    private static let tolerance: Int64 = 15_000_000
    /// In nanoseconds. A longer gap is a restart, not a loss.
    private static let longestHole: Int64 = 1_000_000_000
    /// In nanoseconds per frame.
    private static let period = 1e9 / Double(SoundMixer.sampleRate)
    private static let history = 2

    /// Interleaved samples, the first of which has the number `base`.
    private var samples: [Float] = []
    private var base = 0
    private var marks: [Mark] = []
    /// Counted from the very first frame. A fraction lies between two frames.
    private(set) var place = 0.0
    private(set) var overflow = 0

    var end: Int { base + samples.count / 2 }
    var count: Int { max(0, end - Int(place)) }

    /// On the class's axis in nanoseconds; `nil` before the first sound.
    var position: Int64? {
        guard let mark = marks.last(where: { Double($0.frame) <= place }) ?? marks.first else { return nil }
        return mark.time + Int64((place - Double(mark.frame)) * Self.period)
    }

    private var endTime: Int64? {
        marks.last.map { $0.time + Int64(Double(end - $0.frame) * Self.period) }
    }

    mutating func append(_ new: [Float], start: Int64) -> Arrival {
        guard let endTime else { return restart(new, start) }
        let distance = start - endTime
        guard abs(distance) <= Self.longestHole else { return restart(new, start) }
        if distance > Self.tolerance {
            let hole = Int(Double(distance) / Self.period)
            samples += [Float](repeating: 0, count: hole * 2)
        }
        var rest = new[...]
        var start = start
        if distance < -Self.tolerance {
            let known = min(new.count / 2, Int(Double(-distance) / Self.period))
            guard known < new.count / 2 else { return .doubled }
            rest = rest.dropFirst(known * 2)
            start += Int64(Double(known) * Self.period)
        }
        marks.append(Mark(frame: end, time: start))
        samples += rest
        bound()
        return .appended
    }

    private mutating func restart(_ new: [Float], _ start: Int64) -> Arrival {
        let first = end
        // The last audible frames stay, as the history of the first new sample.
        let kept = Array(samples.suffix(Self.history * 2))
        base = first - kept.count / 2
        samples = kept + new
        marks = [Mark(frame: first, time: start)]
        place = Double(first)
        bound()
        return .restarted
    }

    private mutating func bound() {
        let excess = count - Self.mostFrames
        guard excess > 0 else { return }
        overflow += excess
        skip(excess)
    }

    mutating func skip(_ frames: Int) {
        place = min(place + Double(frames), Double(end))
        compact()
    }

    func available(step: Double) -> Int {
        // Interpolation requires two more frames.
        let last = Double(end - (isWhole(step) ? 1 : 3))
        return place <= last ? Int((last - place) / step) + 1 : 0
    }

    private func isWhole(_ step: Double) -> Bool { step == 1 && place == place.rounded(.down) }

    /// Adds `frames` available stereo frames, one per `step`. The gain changes from `from` to `to`. Returns the peak.
    mutating func add(to output: inout [Float], frames: Int, step: Double, from: Float, to: Float) -> Float {
        var peak: Float = 0
        let slope = frames > 0 ? (to - from) / Float(frames) : 0
        for frame in 0..<frames {
            let index = Int(place)
            let part = Float(place - Double(index))
            let gain = from + slope * Float(frame)
            for channel in 0..<2 {
                let value = gain * sample(index, channel, part)
                output[frame * 2 + channel] += value
                peak = max(peak, abs(value))
            }
            place += step
        }
        compact()
        return peak
    }

    private func sample(_ index: Int, _ channel: Int, _ part: Float) -> Float {
        let b = at(index, channel)
        guard part != 0 else { return b }
        let (a, c, d) = (at(index - 1, channel), at(index + 1, channel), at(index + 2, channel))
        let slope = c - a
        let bend = 2 * a - 5 * b + 4 * c - d
        let twist = 3 * (b - c) + d - a
        return b + 0.5 * part * (slope + part * (bend + part * twist))
    }

    private func at(_ index: Int, _ channel: Int) -> Float {
        let offset = (index - base) * 2 + channel
        return samples.indices.contains(offset) ? samples[offset] : 0
    }

    private mutating func compact() {
        let heard = Int(place) - base - Self.history
        guard heard >= 24_000 else { return }
        samples.removeFirst(heard * 2)
        base += heard
        let current = marks.lastIndex { Double($0.frame) <= place } ?? 0
        marks.removeFirst(current)
    }
}
