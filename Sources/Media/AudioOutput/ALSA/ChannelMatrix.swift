struct ChannelMatrix: Equatable {
    let inputs: Int
    let outputs: Int
    /// Row by row: `inputs` factors for each output.
    let factors: [Float]

    /// Returns `nil` if the device takes the channels unchanged. `outputs` is 1, 2, or `inputs` (6, 8: reordered).
    static func between(inputs: Int, outputs: Int) -> ChannelMatrix? {
        if inputs == outputs { return reorder(inputs) }
        let stereo = stereoRows(inputs)
        if outputs == 2 { return ChannelMatrix(inputs: inputs, outputs: 2, factors: stereo.left + stereo.right) }
        let mono = zip(stereo.left, stereo.right).map { inputs == 1 ? $0 : ($0 + $1) / 2 }
        return ChannelMatrix(inputs: inputs, outputs: 1, factors: mono)
    }

    func apply(_ source: UnsafePointer<Float>, frames: Int, into target: UnsafeMutablePointer<Float>) {
        factors.withUnsafeBufferPointer { factors in
            for frame in 0..<frames {
                for output in 0..<outputs {
                    var sum: Float = 0
                    for input in 0..<inputs { sum += source[frame * inputs + input] * factors[output * inputs + input] }
                    target[frame * outputs + output] = sum
                }
            }
        }
    }

    /// Returns the reordering for ALSA, which has the rear pair before centre and LFE (alsa-lib,
    /// `conf/pcm/surround51.conf`: FL FR RL RR FC LFE, then SL SR); FFmpeg has FL FR FC LFE BL BR SL SR.
    private static func reorder(_ count: Int) -> ChannelMatrix? {
        guard count == 6 || count == 8 else { return nil }
        let order = Array([0, 1, 4, 5, 2, 3, 6, 7].prefix(count))
        let factors = order.flatMap { input in (0..<count).map { $0 == input ? Float(1) : 0 } }
        return ChannelMatrix(inputs: count, outputs: count, factors: factors)
    }

    private enum Place { case left, right, centre, bass, behindLeft, behindRight, behindCentre }

    /// Returns FFmpeg's default layout for a count (`av_channel_layout_default`, FFmpeg 5.1).
    private static func places(_ count: Int) -> [Place] {
        switch count {
        case 1: [.centre]
        case 2: [.left, .right]
        case 3: [.left, .right, .bass]
        case 4: [.left, .right, .centre, .behindCentre]
        case 5: [.left, .right, .centre, .behindLeft, .behindRight]
        case 6: [.left, .right, .centre, .bass, .behindLeft, .behindRight]
        case 7: [.left, .right, .centre, .bass, .behindCentre, .behindLeft, .behindRight]
        default: [.left, .right, .centre, .bass, .behindLeft, .behindRight, .behindLeft, .behindRight]
        }
    }

    /// ITU-R BS.775: centre and surrounds at −3 dB (0.7071), without LFE. Scaled so that no sum of full-scale channels
    /// exceeds full scale, as in FFmpeg's resampler.
    private static func stereoRows(_ count: Int) -> (left: [Float], right: [Float]) {
        if count == 1 { return ([1], [1]) }
        let minus3dB: Float = 0.707_106_77
        var left: [Float] = []
        var right: [Float] = []
        for place in places(count) {
            let (toLeft, toRight): (Float, Float) =
                switch place {
                case .left: (1, 0)
                case .right: (0, 1)
                case .centre: (minus3dB, minus3dB)
                case .bass: (0, 0)
                case .behindLeft: (minus3dB, 0)
                case .behindRight: (0, minus3dB)
                case .behindCentre: (0.5, 0.5)
                }
            left.append(toLeft)
            right.append(toRight)
        }
        let largest = max(left.reduce(0, +), right.reduce(0, +), 1)
        return (left.map { $0 / largest }, right.map { $0 / largest })
    }
}
