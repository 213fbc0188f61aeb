package import Adaptation
package import PlayCore

/// How much of an item is read ahead, so that little was read in vain when its viewer leaves early.
package struct BufferOptimizer: Sendable, Equatable {
    /// `kBCOVBufferOptimizerMethodKey`.
    package enum Method: Sendable, Equatable {
        /// From the minimum on it grows by what was watched, up to the maximum.
        case grows
        /// What the load control has, or what is preferred.
        case none
    }

    package let method: Method
    package let minimum: MediaTime
    package let maximum: MediaTime

    /// The catalogue's section 15: from 1 s to 10 s.
    package static let standard = BufferOptimizer(
        validated: .grows, minimum: leastBound, maximum: .seconds(10))
    package static let none = BufferOptimizer(validated: .none, minimum: leastBound, maximum: .seconds(10))

    /// Reading pauses until there is space again: meanwhile there is still what ends a stall, and more.
    static let pause = MediaTime.seconds(2)

    /// Bounds below this are not accepted.
    package static let leastBound = MediaTime.seconds(1)

    /// Nil for a bound below 1 s, and for a maximum below the minimum.
    package init?(method: Method = .grows, minimum: MediaTime, maximum: MediaTime) {
        guard minimum >= Self.leastBound, maximum >= minimum else { return nil }
        self.init(validated: method, minimum: minimum, maximum: maximum)
    }

    private init(validated method: Method, minimum: MediaTime, maximum: MediaTime) {
        self.method = method
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Media to read ahead; nil: the load control's own figure.
    ///
    /// - Parameters:
    ///   - watched: how much of the item has played.
    ///   - preferred: what the viewer prefers; counts only without a method, zero is no preference.
    ///   - network: for bytes that may not come; nil: for a file. Somewhat more than what ends a
    ///     stall is then the least, and their maximum the most.
    package func forwardBuffer(
        watched: MediaTime, preferred: MediaTime, network: BufferRules? = nil
    ) -> MediaTime? {
        switch method {
        case .grows:
            guard let network else { return min(minimum + max(.zero, watched), maximum) }
            return min(max(minimum, network.high + Self.pause) + max(.zero, watched), network.maximum)
        case .none: return preferred > .zero ? preferred : network?.maximum
        }
    }
}
