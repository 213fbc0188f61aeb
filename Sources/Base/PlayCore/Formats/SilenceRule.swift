/// The rule for skipping silence: it is played faster rather than cut.
package struct SilenceRule: Sendable, Equatable {
    /// Decibels below full scale, as the root of the mean square over 10 ms; sound up to this level is silence.
    package var threshold = -40.0
    /// Silence up to this length plays at normal speed, as does the beginning of a longer silence up to this length.
    package var length = MediaTime.milliseconds(500)
    package var rate = PlaybackRate(4)

    package static let thresholds = -90.0 ... -10.0

    package init() {}
}
