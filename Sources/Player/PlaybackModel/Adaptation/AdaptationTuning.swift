package import PlayCore

/// The parameters of the policy. Shares are of the estimated bandwidth.
package struct AdaptationTuning: Sendable, Hashable {
    /// The share that a rendition may need to be switched to while the buffer is small. It is that of hls.js
    /// `abr-controller.ts`, which has it from Android's stagefright. Its 0.7 for rises, also media3's
    /// `DEFAULT_BANDWIDTH_FRACTION`, costs quality in the simulator and saves next to no stalls.
    package var safeShare = 0.8
    /// The share that a higher rendition may need with a comfortable buffer. Less caution is needed: a mistake costs
    /// buffer, not a stall. shaka `bandwidthUpgradeTarget`.
    package var comfortableRiseShare = 0.85
    /// The same where the length of the buffer alone justifies the rendition.
    package var worthyRiseShare = 1.0
    /// The share up to which a rendition is kept, so that a fluctuating estimate changes nothing. shaka
    /// `bandwidthDowngradeTarget`, hls.js `abrBandWidthFactor`.
    package var holdShare = 0.95
    /// The share of the buffer that may be played before a segment has to arrive. dash.js `InsufficientBufferRule` has
    /// 0.5 of its throughput; ours applies on top of ``safeShare``.
    package var bufferShare = 0.7
    /// With an empty buffer, the share of its own length within which a segment has to arrive (dash.js
    /// `REBUFFER_SAFETY_FACTOR`).
    package var starvedShare = 0.5
    /// The length from which a buffer is comfortable; below half of it, it no longer is. dash.js `MINIMUM_BUFFER_S`,
    /// media3 `DEFAULT_MIN_DURATION_FOR_QUALITY_INCREASE_MS`. Near a live edge the buffer never becomes so long, and
    /// bandwidth alone decides. Scaling the value down there, as media3 does, caused 50 % more stalls in the simulator.
    package var comfortable = HostTime.seconds(10)
    /// The length from which the buffer alone justifies the highest rendition. dash.js `BUFFER_TARGET_S`.
    package var plenty = HostTime.seconds(30)
    /// The shortest time from a change to a rise. The 8 s of shaka's `switchInterval` save a tenth of the switches in
    /// the simulator, but lose 4 % of the quality of live streams.
    package var riseInterval = HostTime.seconds(4)
    /// The longest time that the first segment may take. hls.js `maxLoadingDelay`.
    package var longestStart = HostTime.seconds(4)
    /// The time from which a loading segment is judged, and its rate is believed. dash.js `GRACE_TIME_THRESHOLD`.
    package var abandonGrace = HostTime.milliseconds(500)
    /// The number of buffered segments from which no segment is abandoned (hls.js `_abandonRulesCheck`).
    package var abandonSegments = 2.0

    package init() {}
}
