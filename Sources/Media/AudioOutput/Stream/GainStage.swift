import PlayCore

struct MixTarget: Equatable {
    var volume: Float = 1
    var isMuted = false
    var output = ChannelOutput.both

    private var gain: Float { isMuted ? 0 : volume }

    /// Returns the factors for stereo: left from left, left from right, right from left, right from right. Else only x.
    func coefficients(channelCount: Int) -> SIMD4<Float> {
        guard channelCount == 2 else { return SIMD4(gain, 0, 0, gain) }
        return switch output {
        case .both: SIMD4(gain, 0, 0, gain)
        case .left: SIMD4(gain, 0, gain, 0)
        case .right: SIMD4(0, gain, 0, gain)
        }
    }

    func applyToPeaks(_ peaks: UnsafeMutablePointer<Float>, channelCount: Int) {
        if channelCount == 2, output != .both {
            let chosen = output == .left ? peaks[0] : peaks[1]
            peaks[0] = chosen
            peaks[1] = chosen
        }
        for channel in 0..<channelCount { peaks[channel] = min(peaks[channel] * gain, 1) }
    }
}

/// Applies volume and channel choice. Every change is a straight ramp, to avoid a click.
struct GainStage {
    private let channelCount: Int
    private let rampFrames: Int
    private var current: SIMD4<Float>
    private var target: SIMD4<Float>
    private var step = SIMD4<Float>.zero
    private var remaining = 0

    /// Starts at `mix` without a ramp. A change takes 10 ms: slow enough for the steepest step (0 to 1.3) to move by
    /// 0.003 a sample at 48 kHz, quick enough to seem immediate.
    init(format: AudioFormat, mix: MixTarget) {
        channelCount = format.channelCount
        rampFrames = max(1, format.sampleRate / 100)
        current = mix.coefficients(channelCount: channelCount)
        target = current
    }

    mutating func aim(at mix: MixTarget) {
        let wanted = mix.coefficients(channelCount: channelCount)
        guard wanted != target else { return }
        target = wanted
        step = (wanted - current) / Float(rampFrames)
        remaining = rampFrames
    }

    /// Scales interleaved samples in place, clips them at ±1, and advances by `frames`.
    mutating func process(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
        var next = samples
        for _ in 0..<frames {
            advanceOne()
            if channelCount == 2 {
                let (left, right) = (next[0], next[1])
                next[0] = Self.cut(left * current.x + right * current.y)
                next[1] = Self.cut(left * current.z + right * current.w)
            } else {
                for channel in 0..<channelCount { next[channel] = Self.cut(next[channel] * current.x) }
            }
            next += channelCount
        }
    }

    /// Called after the device accepted only a part.
    mutating func advance(frames: Int) {
        for _ in 0..<min(frames, remaining) { advanceOne() }
    }

    @inline(__always)
    private mutating func advanceOne() {
        guard remaining > 0 else { return }
        remaining &-= 1
        current = remaining == 0 ? target : current + step
    }

    /// Clips a sample. NaN from a broken decoder becomes silence.
    @inline(__always)
    private static func cut(_ sample: Float) -> Float {
        sample.isNaN ? 0 : Float.minimum(Float.maximum(sample, -1), 1)
    }
}
