package import PlayCore

/// Changes the speed of sound and keeps its pitch. One thread (`audio-dec`).
///
/// WSOLA (Verhelst and Roelands, 1993): the output is a sum of windows of the input, each half over the one before. A
/// window comes from where its time says, or from up to 15 ms beside it: from the place where the sound goes on most
/// like the window before would have.
package final class TimeStretcher {
    private let format: AudioFormat
    /// Media seconds per second of output.
    package let rate: PlaybackRate
    /// Frames of half a window: 10 ms.
    private let half: Int
    /// Frames that a window may come from earlier or later.
    private let reach: Int
    /// Frames that the first, coarse search takes as one: 8 kHz are enough to see where voices are alike.
    private let step: Int
    /// The rising half of a window; the falling one is what is missing to 1.
    private let rise: [Float]

    /// Interleaved input from frame ``first`` on, and the mean of its channels.
    private var input: [Float] = []
    private var mono: [Float] = []
    private var first = 0
    /// Frames that came.
    private var taken = 0
    /// Frames that went.
    private var given = 0
    /// Windows that went.
    private var count = 0
    /// Where the last one came from.
    private var last = 0
    /// Its second half.
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

    /// Interleaved samples in, those that are ready out: about `samples / rate`, some tens of milliseconds later.
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

    /// The rest, which ends with the last sample that came. Nothing may be given afterwards.
    package func finish() -> [Float] {
        var output: [Float] = []
        while taken - 2 * half >= max(0, ideal - reach), missing >= half + half / 2 {
            addWindow(ideal - reach...min(ideal + reach, taken - 2 * half), to: &output)
        }
        addEnd(of: max(0, missing), to: &output)
        return output
    }

    /// Frames of output that what came is to give yet.
    private var missing: Int { Int((Double(taken) / rate.value).rounded()) - given }

    /// Where the next window would come from by its time alone.
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

    /// The last frames of the input as they are, out of the last window.
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

    /// What no window can come from any more.
    private func forget() {
        let kept = min(max(0, ideal - reach), last + half)
        // Moving the rest costs as much as there is of it.
        guard kept - first > 4 * (reach + half) else { return }
        input.removeFirst((kept - first) * format.channelCount)
        mono.removeFirst(kept - first)
        first = kept
    }

    // MARK: the search

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

    /// Where the next half window is most like the one that begins at `wanted`; `start` where nothing is.
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

    /// Their correlation; 1: one is the other, louder or quieter.
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
