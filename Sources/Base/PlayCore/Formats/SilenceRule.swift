package struct SilenceRule: Sendable, Equatable {
    /// The loudest silence: decibels below full scale, as the root of the mean square over 10 ms.
    package var threshold = -40.0
    /// Silence up to this length plays at normal speed. So does the same length of a longer silence, at its start.
    package var length = MediaTime.milliseconds(500)
    package var rate = PlaybackRate(4)

    package static let thresholds = -90.0 ... -10.0

    package init() {}
}
