package import PlayCore

/// The parameters of the policy. Shares are of the estimated bandwidth.
package struct AdaptationTuning: Sendable, Hashable {
    /// The most that a rendition may need while the buffer is small. The value is that of hls.js `abr-controller.ts`,
    /// from Android's stagefright. Its 0.7 for rises, also media3's `DEFAULT_BANDWIDTH_FRACTION`, costs quality in the
    /// simulator and saves hardly any stalls.
    package var safeShare = 0.8
    /// The most that a higher rendition may need with a comfortable buffer, where a mistake costs buffer instead of a
    /// stall. shaka `bandwidthUpgradeTarget`.
    package var comfortableRiseShare = 0.85
    /// The most that it may need if the buffer's length alone justifies it.
    package var worthyRiseShare = 1.0
    /// The most that a kept rendition may need: fluctuations of the estimate change nothing. shaka
    /// `bandwidthDowngradeTarget`, hls.js `abrBandWidthFactor`.
    package var holdShare = 0.95
    /// The share of the buffer that may play before a segment must arrive. dash.js `InsufficientBufferRule` has 0.5 of
    /// its throughput; ours applies on top of ``safeShare``.
    package var bufferShare = 0.7
    /// With an empty buffer, a segment must arrive within this share of its length (dash.js `REBUFFER_SAFETY_FACTOR`).
    package var starvedShare = 0.5
    /// From this length on a buffer is comfortable, until it falls below half of it. dash.js `MINIMUM_BUFFER_S`, media3
    /// `DEFAULT_MIN_DURATION_FOR_QUALITY_INCREASE_MS`. Near a live edge no buffer becomes so long, and bandwidth alone
    /// decides. Scaling the value down there, as media3 does, caused 50 % more stalls in the simulator.
    package var comfortable = HostTime.seconds(10)
    /// From this length on the buffer alone justifies the highest rendition. dash.js `BUFFER_TARGET_S`.
    package var plenty = HostTime.seconds(30)
    /// Minimum time from a change to a rise. The 8 s of shaka's `switchInterval` save a tenth of the switches in the
    /// simulator, but lose 4 % of the quality of live streams.
    package var riseInterval = HostTime.seconds(4)
    /// The longest time for the first segment. hls.js `maxLoadingDelay`.
    package var longestStart = HostTime.seconds(4)
    /// How long a segment must load before its rate is trusted. dash.js `GRACE_TIME_THRESHOLD`.
    package var abandonGrace = HostTime.milliseconds(500)
    /// With this many buffered segments none is abandoned (hls.js `_abandonRulesCheck`).
    package var abandonSegments = 2.0

    package init() {}
}
