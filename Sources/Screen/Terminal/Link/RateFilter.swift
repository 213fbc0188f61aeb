import PlayCore

/// Computed from the times in which known numbers of bytes arrived.
struct RateFilter {
    private struct Sample {
        let bytes: Int
        let time: HostTime
        let at: HostTime
    }

    private var samples: [Sample] = []
    private var fastRun = 0
    /// Bytes per second, or `nil` until the first sample.
    private(set) var rate: Double?

    /// - Parameters:
    ///   - bytes: more than 0.
    ///   - time: for which the line was busy with them.
    mutating func add(bytes: Int, time: HostTime, at now: HostTime) {
        if samples.count == LinkTuning.sampleCount { samples.removeFirst() }
        samples.append(Sample(bytes: bytes, time: max(time, .zero), at: now))
        samples.removeAll { now - $0.at > LinkTuning.sampleAge }
        let all = Self.rate(samples)
        guard let old = rate else {
            // A few bytes show little about a fast line, and would lower its rate for long.
            guard time >= LinkTuning.capacityTime || bytes >= LinkTuning.firstSampleBytes else { return }
            rate = max(all, LinkTuning.minimumRate)
            return
        }
        if let faster = Self.fast(samples, than: old) {
            fastRun += 1
            if fastRun >= LinkTuning.fastRun {
                // The terminal was slow for a moment, so the older samples no longer count.
                samples.removeFirst(samples.count - 1)
                rate = min(faster, old * LinkTuning.fastGrowth)
                return
            }
        } else {
            fastRun = 0
        }
        if all > old {
            rate = time >= LinkTuning.capacityTime ? all : min(all, old * LinkTuning.growth)
        } else if time >= LinkTuning.capacityTime {
            let long = samples.lazy.filter { $0.time >= LinkTuning.capacityTime }
            rate = max(LinkTuning.minimumRate, min(old, Self.rate(long)))
        }
    }

    /// Returns `nil` unless the newest sample is so much faster that the older ones are obsolete.
    private static func fast(_ samples: [Sample], than old: Double) -> Double? {
        guard let newest = samples.last, newest.bytes >= LinkTuning.firstSampleBytes else { return nil }
        let rate = rate(samples.suffix(1))
        return rate >= old * LinkTuning.fastGrowth ? rate : nil
    }

    private static func rate(_ samples: some Sequence<Sample>) -> Double {
        let bytes = samples.reduce(0) { $0 + $1.bytes }
        let time = samples.reduce(HostTime.zero) { $0 + $1.time }
        return Double(bytes) / max(time, LinkTuning.resolution).inSeconds
    }
}
