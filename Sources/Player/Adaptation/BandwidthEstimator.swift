package import PlayCore

/// How fast bytes come, and how long the first one takes: the lesser of two moving averages over the transfers, so that
/// a drop counts soon and a rise only once it lasts. Pure.
///
/// The averages weigh a transfer by its time (hls.js `utils/ewma-bandwidth-estimator.ts`, shaka
/// `lib/abr/ewma_bandwidth_estimator.js`). In contrast to both, the wait for the first byte is not part of the transfer
/// but an estimate of its own: over a satellite it does not become less with smaller segments.
package struct BandwidthEstimator: Sendable {
    package struct Tuning: Sendable, Hashable {
        /// Seconds of transfer after which half of the average is new. hls.js has 3 and 9, shaka 2 and 5; the longer
        /// slow one switches less often over a long buffer (simulator).
        package var fastHalfLife = 3.0
        package var slowHalfLife = 15.0
        /// A transfer of fewer bytes says more of the latency than of the rate (shaka `minBytes`).
        package var leastBytes = 16_000
        /// So many bytes must have come before the default is given up (shaka `minTotalBytes`).
        package var leastTotalBytes = 128_000
        /// A shorter transfer counts as this long: it came from buffers on the way (hls.js `minDelayMs_`).
        package var leastDuration = HostTime.milliseconds(50)
        /// A transfer weighs at least as much as one of this length: a line that became fast would else need dozens of
        /// short ones to be believed. Ours, chosen with the simulator.
        package var leastWeight = HostTime.seconds(1)
        /// Idle time after which half of what was known is forgotten. Ours: longer than a full buffer of 50 s lets pass
        /// between two segments, shorter than a pause in which somebody changes the network.
        package var idleHalfLife = HostTime.seconds(60)

        package init() {}
    }

    /// What counts while too little has come. 1 Mbit/s (media3 `DEFAULT_INITIAL_BITRATE_ESTIMATE`, shaka
    /// `defaultBandwidthEstimate`).
    package static let usualDefault = BitRate.megabits(1)

    package let defaultRate: BitRate
    private let tuning: Tuning
    private var fast: MovingAverage
    private var slow: MovingAverage
    private var firstByte: MovingAverage
    private var totalBytes = 0
    private var lastEnd: HostTime?

    /// - Parameter defaultRate: more than zero, else ``usualDefault``.
    package init(defaultRate: BitRate = usualDefault, tuning: Tuning = Tuning()) {
        self.defaultRate = defaultRate > .zero ? defaultRate : Self.usualDefault
        self.tuning = tuning
        fast = MovingAverage(halfLife: tuning.fastHalfLife)
        slow = MovingAverage(halfLife: tuning.slowHalfLife)
        // Counted in requests: of the last two half is known.
        firstByte = MovingAverage(halfLife: 2)
    }

    /// Transfers are told in the order of their ends; of two at once each counts its own bytes and time.
    package mutating func note(_ transfer: Transfer) {
        firstByte.add(transfer.latency.inSeconds, weight: 1)
        if let lastEnd { forget(during: transfer.end - transfer.duration - transfer.latency - lastEnd) }
        lastEnd = max(transfer.end, lastEnd ?? transfer.end)
        guard transfer.bytes >= tuning.leastBytes else { return }
        let seconds = max(transfer.duration, tuning.leastDuration).inSeconds
        let rate = Double(transfer.bytes) * 8 / seconds
        let weight = max(seconds, tuning.leastWeight.inSeconds)
        fast.add(rate, weight: weight)
        slow.add(rate, weight: weight)
        totalBytes = min(totalBytes + transfer.bytes, tuning.leastTotalBytes)
    }

    /// Whether enough has come; else ``rate(at:)`` is the default.
    package var isReliable: Bool { totalBytes >= tuning.leastTotalBytes }

    /// What may be expected of the next transfer. The longer nothing came, the less of a rate above the default is
    /// believed; one below it stays, since time alone makes no line faster.
    package func rate(at now: HostTime) -> BitRate { believed(min(fast.value, slow.value), at: now) }

    /// The same over a longer time, for whoever has a buffer that evens out what is shorter.
    package func steadyRate(at now: HostTime) -> BitRate { believed(slow.value, at: now) }

    private func believed(_ rate: Double, at now: HostTime) -> BitRate {
        guard isReliable, let lastEnd else { return defaultRate }
        let measured = BitRate(rate)
        guard measured > defaultRate else { return measured }
        let kept = belief(after: now - lastEnd)
        return BitRate(measured.bitsPerSecond * kept + defaultRate.bitsPerSecond * (1 - kept))
    }

    /// From a request to its first byte; zero while nothing came.
    package var latency: HostTime { HostTime(nanoseconds: Int64(firstByte.value * 1e9)) }

    private mutating func forget(during idle: HostTime) {
        let kept = belief(after: idle)
        fast.fade(to: kept)
        slow.fade(to: kept)
    }

    /// 1 for no idle time, a half after the half-life.
    private func belief(after idle: HostTime) -> Double {
        halved(max(.zero, idle).inSeconds / tuning.idleHalfLife.inSeconds)
    }
}
