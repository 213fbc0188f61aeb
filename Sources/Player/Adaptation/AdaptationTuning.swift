package import PlayCore

/// The numbers of the policy. Shares are of the estimated bandwidth.
package struct AdaptationTuning: Sendable, Hashable {
    /// What a rendition may need for going to it while the buffer is small. hls.js `abr-controller.ts`, there from
    /// Android's stagefright; its 0.7 for going up, which is media3's `DEFAULT_BANDWIDTH_FRACTION` too, costs quality in
    /// the simulator and saves next to no stalls.
    package var safeShare = 0.8
    /// With a comfortable buffer, going up to it. Less caution is needed: a mistake costs buffer, not a stall. shaka
    /// `bandwidthUpgradeTarget`.
    package var comfortableRiseShare = 0.85
    /// …and where the buffer alone would have it, all of it.
    package var worthyRiseShare = 1.0
    /// Up to this it is kept, so that an estimate that sways changes nothing. shaka `bandwidthDowngradeTarget`, hls.js
    /// `abrBandWidthFactor`.
    package var holdShare = 0.95
    /// A segment has to be there before this share of the buffer is played. dash.js `InsufficientBufferRule` has 0.5 of
    /// its throughput; ours is on top of ``safeShare``.
    package var bufferShare = 0.7
    /// While nothing is left, a segment has to come in this share of its own length (dash.js
    /// `REBUFFER_SAFETY_FACTOR`).
    package var starvedShare = 0.5
    /// Buffer that lasts this long is comfortable; half of it is no longer. dash.js `MINIMUM_BUFFER_S`, media3
    /// `DEFAULT_MIN_DURATION_FOR_QUALITY_INCREASE_MS`. Near a live edge it never becomes so long, and bandwidth decides
    /// alone: scaling this down there, as media3 does, made half as many stalls again in the simulator.
    package var comfortable = HostTime.seconds(10)
    /// Buffer from which on it alone would have the highest. dash.js `BUFFER_TARGET_S`.
    package var plenty = HostTime.seconds(30)
    /// Between two changes of which the second goes up. With the 8 s of shaka's `switchInterval` a tenth of the switches
    /// is saved in the simulator, and live 4 % of the quality lost.
    package var riseInterval = HostTime.seconds(4)
    /// The first segment may take this long at most. hls.js `maxLoadingDelay`.
    package var longestStart = HostTime.seconds(4)
    /// A segment that loads is judged from this time on, and its rate is believed. dash.js `GRACE_TIME_THRESHOLD`.
    package var abandonGrace = HostTime.milliseconds(500)
    /// …while less than so many segments are buffered (hls.js `_abandonRulesCheck`).
    package var abandonSegments = 2.0

    package init() {}
}
