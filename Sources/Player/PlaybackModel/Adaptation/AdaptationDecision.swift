/// The rendition to fetch, and the reason for the statistics page.
package struct AdaptationDecision: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// There is only one rendition.
        case onlyOne
        /// The viewer chose it.
        case manual
        /// It is the first decision.
        case start
        /// The estimated bandwidth calls for it.
        case bandwidth
        /// The bandwidth is too low for the rendition chosen before, but the buffer is long enough to keep it.
        case buffer
        /// The buffer is so short that the segment has to arrive sooner.
        case shortBuffer
        /// There is no reason for a change.
        case held
        /// The terminal became smaller.
        case display
        /// The previous segment was abandoned because it would have been late.
        case abandoned
    }

    /// The index of the rendition in the ladder.
    package let index: Int
    package let reason: Reason
    /// The expected bandwidth.
    package let bandwidth: BitRate
    /// The additional rate of the largest rendition that the network would sustain, saved because the terminal cannot
    /// show it.
    package let saved: BitRate

    package init(index: Int, reason: Reason, bandwidth: BitRate, saved: BitRate = .zero) {
        self.index = index
        self.reason = reason
        self.bandwidth = bandwidth
        self.saved = saved
    }
}
