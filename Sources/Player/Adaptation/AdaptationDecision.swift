/// Which rendition to fetch, and why: the statistics page shows it. A value.
package struct AdaptationDecision: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// There is no other.
        case onlyOne
        /// Somebody chose it.
        case manual
        /// The first one.
        case start
        /// The estimated bandwidth.
        case bandwidth
        /// The bandwidth is too low for what was chosen, but the buffer is long enough to keep it.
        case buffer
        /// So little is left that the segment has to come sooner.
        case shortBuffer
        /// Nothing speaks for a change.
        case held
        /// The terminal became smaller.
        case display
        /// The segment before it was given up, because it would have been late.
        case abandoned
    }

    /// In the ladder.
    package let index: Int
    package let reason: Reason
    /// The bandwidth that was expected.
    package let bandwidth: BitRate
    /// What a larger rendition that the line would carry needs on top of this one: saved, because the terminal could
    /// not show it.
    package let saved: BitRate

    package init(index: Int, reason: Reason, bandwidth: BitRate, saved: BitRate = .zero) {
        self.index = index
        self.reason = reason
        self.bandwidth = bandwidth
        self.saved = saved
    }
}
