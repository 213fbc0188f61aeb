/// How silence is passed over: not by a jump, but faster. A value.
package struct SilenceRule: Sendable, Equatable {
    /// Decibels below full scale, as the root of the mean square over 10 ms; what is no louder is silence.
    package var threshold = -40.0
    /// What lasts no longer plays as it is, and so much of what does.
    package var length = MediaTime.milliseconds(500)
    /// Through the rest.
    package var rate = PlaybackRate(4)

    package static let thresholds = -90.0 ... -10.0

    package init() {}
}
