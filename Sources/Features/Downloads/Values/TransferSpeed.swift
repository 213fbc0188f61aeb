package import PlayCore

/// Bytes per second over the last seconds. Falls to 0 when nothing arrives. Time is a parameter.
package struct TransferSpeed: Sendable, Equatable {
    /// Short enough to react soon, long enough not to jump with each block.
    package static let window = HostTime.seconds(3)
    /// Bytes within one step are counted together.
    private static let step = HostTime.milliseconds(200)

    private struct Sample: Sendable, Equatable {
        var time: HostTime
        var bytes: Int64
    }

    private var samples: [Sample] = []
    private var start: HostTime?

    package init() {}

    package mutating func add(_ bytes: Int64, at now: HostTime) {
        start = start ?? now
        if let last = samples.last, now - last.time < Self.step {
            samples[samples.count - 1].bytes += bytes
        } else {
            samples.append(Sample(time: now, bytes: bytes))
        }
        samples.removeAll { now - $0.time > Self.window }
    }

    package func bytesPerSecond(at now: HostTime) -> Int64 {
        guard let start else { return 0 }
        let recent = samples.filter { now - $0.time < Self.window }
        guard !recent.isEmpty else { return 0 }
        // At the beginning the window is as long as the elapsed time, but at least one step.
        let length = max(Self.step, min(Self.window, now - start))
        return Int64(Double(recent.reduce(0) { $0 + $1.bytes }) / length.inSeconds)
    }
}
