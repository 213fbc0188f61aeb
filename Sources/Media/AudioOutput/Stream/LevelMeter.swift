import Glibc
import PlayCore

/// The peak level of each channel, which falls slowly, as on a meter.
struct LevelMeter {
    private var peaks: [Float]
    private var at = HostTime.zero
    private var metered: Int64 = 0

    init(channelCount: Int) { peaks = Array(repeating: 0, count: channelCount) }

    /// Returns the levels at `now`, 0 … 1.
    func levels(at now: HostTime) -> [Float] {
        let factor = Self.fall(over: now - at)
        return peaks.map { min($0 * factor, 1) }
    }

    /// Measures the frames up to `heard`. The ring keeps those from `oldest` on.
    mutating func measure(_ ring: SampleRing, from oldest: Int64, to heard: Int64, mix: MixTarget, at now: HostTime) {
        let factor = Self.fall(over: now - at)
        at = now
        var first = max(metered, oldest)
        if first > heard { first = heard }
        metered = heard
        peaks.withUnsafeMutableBufferPointer { peaks in
            guard let base = peaks.baseAddress else { return }
            // On the stack: at most 8 channels.
            withUnsafeTemporaryAllocation(of: Float.self, capacity: peaks.count) { fresh in
                guard let newest = fresh.baseAddress else { return }
                newest.initialize(repeating: 0, count: peaks.count)
                ring.raise(newest, frames: Int(heard - first), at: first)
                mix.applyToPeaks(newest, channelCount: peaks.count)
                for channel in 0..<peaks.count { base[channel] = max(base[channel] * factor, newest[channel]) }
            }
        }
    }

    /// Returns the fall during a time: 20 dB in 1.7 s, as in a type I peak meter (IEC 60268-10).
    private static func fall(over time: HostTime) -> Float {
        guard time > .zero else { return 1 }
        return Float(pow(10, -time.inSeconds / 1.7))
    }
}
