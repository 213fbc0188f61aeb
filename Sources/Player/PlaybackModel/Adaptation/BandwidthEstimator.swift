package import PlayCore

/// Estimates the bandwidth, and the latency of the first byte. The bandwidth is the lesser of two moving averages over
/// transfers, weighted by duration: a drop counts soon, a rise only once it lasts (hls.js
/// `utils/ewma-bandwidth-estimator.ts`, shaka `lib/abr/ewma_bandwidth_estimator.js`). Unlike both, the latency is
/// separate: over a satellite it does not shrink with smaller segments.
package struct BandwidthEstimator: Sendable {
    package struct Tuning: Sendable, Hashable {
        /// The seconds of transfer that make up half of the average. hls.js has 3 and 9, shaka 2 and 5. With a long
        /// buffer, the longer slow one switches less often (simulator).
        package var fastHalfLife = 3.0
        package var slowHalfLife = 15.0
        /// The least bytes of a transfer. Smaller ones measure latency, and do not count for the rate (shaka
        /// `minBytes`).
        package var leastBytes = 16_000
        /// Bytes that must arrive before the default is abandoned (shaka `minTotalBytes`).
        package var leastTotalBytes = 128_000
        /// Shorter transfers came from buffers on the path (hls.js `minDelayMs_`).
        package var leastDuration = HostTime.milliseconds(50)
        /// Minimum weight of a transfer, as its duration. Without it, short transfers would take dozens to show a
        /// faster network. Chosen with the simulator.
        package var leastWeight = HostTime.seconds(1)
        /// The idle time that halves the weight of earlier measurements: longer than the time between two segments with
        /// a full buffer of 50 s, shorter than a pause in which the viewer changes the network.
        package var idleHalfLife = HostTime.seconds(60)

        package init() {}
    }

    /// The first assumption: 1 Mbit/s (media3 `DEFAULT_INITIAL_BITRATE_ESTIMATE`, shaka `defaultBandwidthEstimate`).
    package static let usualDefault = BitRate.megabits(1)

    package let defaultRate: BitRate
    private let tuning: Tuning
    private var fast: MovingAverage
    private var slow: MovingAverage
    private var firstByte: MovingAverage
    private var totalBytes = 0
    private var lastEnd: HostTime?

    package init(defaultRate: BitRate = usualDefault, tuning: Tuning = Tuning()) {
        self.defaultRate = defaultRate > .zero ? defaultRate : Self.usualDefault
        self.tuning = tuning
        fast = MovingAverage(halfLife: tuning.fastHalfLife)
        slow = MovingAverage(halfLife: tuning.slowHalfLife)
        // Weighs each request equally: the last two make up half of the average.
        firstByte = MovingAverage(halfLife: 2)
    }

    /// Notes a finished transfer, in the order of their ends. Each simultaneous one counts its own bytes and time.
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

    /// Whether enough bytes were measured; otherwise ``rate(at:)`` is the default.
    package var isReliable: Bool { totalBytes >= tuning.leastTotalBytes }

    /// Returns the expected rate. Idle time lowers a rate above the default towards it, but never raises one.
    package func rate(at now: HostTime) -> BitRate { faded(min(fast.value, slow.value), at: now) }

    /// Returns the expected rate over a longer time, for callers whose buffer evens out short changes.
    package func steadyRate(at now: HostTime) -> BitRate { faded(slow.value, at: now) }

    private func faded(_ rate: Double, at now: HostTime) -> BitRate {
        guard isReliable, let lastEnd else { return defaultRate }
        let measured = BitRate(rate)
        guard measured > defaultRate else { return measured }
        let kept = shareKept(after: now - lastEnd)
        return BitRate(measured.bitsPerSecond * kept + defaultRate.bitsPerSecond * (1 - kept))
    }

    /// Zero before any response.
    package var latency: HostTime { HostTime(nanoseconds: Int64(firstByte.value * 1e9)) }

    private mutating func forget(during idle: HostTime) {
        let kept = shareKept(after: idle)
        fast.fade(to: kept)
        slow.fade(to: kept)
    }

    /// Returns the share of the measured rate that counts after idle time: 1 at first, a half after the half-life.
    private func shareKept(after idle: HostTime) -> Double {
        halved(max(.zero, idle).inSeconds / tuning.idleHalfLife.inSeconds)
    }
}
