package struct AdaptationDecision: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        case onlyOne
        case manual
        case start
        case bandwidth
        /// The bandwidth is too low for the previous rendition, but the buffer is long enough to keep it.
        case buffer
        case shortBuffer
        case held
        case display
        /// The previous segment was abandoned because it would have been late.
        case abandoned
    }

    package let index: Int
    package let reason: Reason
    package let bandwidth: BitRate
    /// The rate saved because the terminal cannot show the largest sustained rendition.
    package let saved: BitRate

    package init(index: Int, reason: Reason, bandwidth: BitRate, saved: BitRate = .zero) {
        self.index = index
        self.reason = reason
        self.bandwidth = bandwidth
        self.saved = saved
    }
}
