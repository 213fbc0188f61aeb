package import PlayCore

/// Changes the speed of sound and keeps its pitch: WSOLA (Verhelst and Roelands, 1993). One thread (`audio-dec`). The
/// output is a sum of windows of the input, each overlapping the previous one by half. A window starts within 15 ms of
/// its nominal time, where the sound best continues the previous window.
package final class TimeStretcher {
    private let format: AudioFormat
    /// Media seconds per second of output.
    package let rate: PlaybackRate
    /// Frames of half a window: 10 ms.
    private let half: Int
    /// How many frames earlier or later a window may start.
    private let reach: Int
    /// Frames that the first, coarse search combines: 8 kHz suffice to compare voices.
    private let step: Int
    /// The rising half of a window. The falling half is 1 minus it.
    private let rise: [Float]

    /// Interleaved input from frame ``first`` on; `mono` has the mean of its channels.
    private var input: [Float] = []
    private var mono: [Float] = []
    private var first = 0
    /// Frames received and returned, windows returned, and the start of the last window.
    private var taken = 0
    private var given = 0
    private var count = 0
    private var last = 0
    private var tail: [Float] = []

    package init(format: AudioFormat, rate: PlaybackRate) {
        self.format = format
        self.rate = rate
        let half = max(8, format.sampleRate / 100)
        self.half = half
        reach = half * 3 / 2
        step = max(1, format.sampleRate / 8000)
        rise = (0..<half).map { (Float($0) + 0.5) / Float(half) }.map { $0 * $0 * (3 - 2 * $0) }
    }

    /// Returns about `samples / rate`, some tens of milliseconds later.
    package func process(_ samples: [Float]) -> [Float] {
        let channels = format.channelCount
        input += samples
        taken += samples.count / channels
        for frame in 0..<samples.count / channels {
            var sum: Float = 0
            for channel in 0..<channels { sum += samples[frame * channels + channel] }
            mono.append(sum / Float(channels))
        }
        var output: [Float] = []
        while ideal + reach + 2 * half <= taken, missing >= 2 * half {
            addWindow(ideal - reach...ideal + reach, to: &output)
        }
        forget()
        return output
    }

    /// Returns the rest, up to the last sample. No input may follow.
    package func finish() -> [Float] {
        var output: [Float] = []
        while taken - 2 * half >= max(0, ideal - reach), missing >= half + half / 2 {
            addWindow(ideal - reach...min(ideal + reach, taken - 2 * half), to: &output)
        }
        addEnd(of: max(0, missing), to: &output)
        return output
    }

    /// Frames still to return for the received input.
    private var missing: Int { Int((Double(taken) / rate.value).rounded()) - given }

    private var ideal: Int { Int((Double(count * half) * rate.value).rounded()) }

    private func addWindow(_ places: ClosedRange<Int>, to output: inout [Float]) {
        let place = count == 0 ? 0 : best(max(0, places.lowerBound)...max(0, places.upperBound))
        let channels = format.channelCount
        for frame in 0..<half {
            let source = (place - first + frame) * channels
            for channel in 0..<channels {
                let sample = input[source + channel]
                output.append(count == 0 ? sample : blend(tail[frame * channels + channel], sample, rise[frame]))
            }
        }
        let second = (place - first + half) * channels
        tail = Array(input[second..<second + half * channels])
        last = place
        count += 1
        given += half
    }

    private func addEnd(of frames: Int, to output: inout [Float]) {
        let channels = format.channelCount
        let start = taken - frames - first
        let fade = min(frames, half)
        for frame in 0..<frames {
            for channel in 0..<channels {
                let source = (start + frame) * channels + channel
                let sample = source >= 0 ? input[source] : 0
                let isFading = count > 0 && frame < fade
                let share = isFading ? Float(frame + 1) / Float(fade) : 1
                output.append(isFading ? blend(tail[frame * channels + channel], sample, share) : sample)
            }
        }
        given += frames
    }

    private func blend(_ old: Float, _ new: Float, _ share: Float) -> Float { old * (1 - share) + new * share }

    private func forget() {
        let kept = min(max(0, ideal - reach), last + half)
        // Removing moves the rest, so old input is removed rarely.
        guard kept - first > 4 * (reach + half) else { return }
        input.removeFirst((kept - first) * format.channelCount)
        mono.removeFirst(kept - first)
        first = kept
    }

    // MARK: The search

    private func best(_ places: ClosedRange<Int>) -> Int {
        let wanted = last + half
        let start = min(max(ideal, places.lowerBound), places.upperBound)
        return mono.withUnsafeBufferPointer { mono in
            let coarse = search(
                from: start, stride(from: places.lowerBound, through: places.upperBound, by: step), mono, wanted,
                by: step)
            guard step > 1 else { return coarse }
            let near = max(places.lowerBound, coarse - step + 1)...min(places.upperBound, coarse + step - 1)
            return search(
                from: coarse, stride(from: near.lowerBound, through: near.upperBound, by: 1), mono, wanted, by: 1)
        }
    }

    /// Returns the place whose half window is most like the one at `wanted`, or `start` if none is.
    private func search(
        from start: Int, _ places: StrideThrough<Int>, _ mono: UnsafeBufferPointer<Float>, _ wanted: Int, by step: Int
    ) -> Int {
        var best = start
        var highest = likeness(start, mono, wanted, by: step) + 1e-6
        for place in places {
            let likeness = likeness(place, mono, wanted, by: step)
            if likeness > highest { (best, highest) = (place, likeness) }
        }
        return best
    }

    /// Returns the correlation, which ignores loudness: 1 if the shapes are equal.
    private func likeness(_ place: Int, _ mono: UnsafeBufferPointer<Float>, _ wanted: Int, by step: Int) -> Float {
        let (a, b) = (place - first, wanted - first)
        var (product, energyA, energyB) = (Float(0), Float(1e-9), Float(1e-9))
        var offset = 0
        while offset < half {
            let (x, y) = (mono[a + offset], mono[b + offset])
            product += x * y
            energyA += x * x
            energyB += y * y
            offset += step
        }
        return product / (energyA * energyB).squareRoot()
    }
}
