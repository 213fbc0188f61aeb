package import PlayCore
package import PlaybackModel

/// Limits how much of an item is read ahead, to waste little if its viewer leaves early.
package struct BufferOptimizer: Sendable, Equatable {
    package enum Method: Sendable, Equatable {
        /// The read-ahead grows from the minimum to the maximum with the watched time.
        case grows
        /// The read-ahead has the preferred length, or the load control's.
        case none
    }

    package let method: Method
    package let minimum: MediaTime
    package let maximum: MediaTime

    package static let standard = BufferOptimizer(
        validated: .grows, minimum: leastBound, maximum: .seconds(10))
    package static let none = BufferOptimizer(validated: .none, minimum: leastBound, maximum: .seconds(10))

    /// How much plays while reading pauses. The remaining buffer still exceeds the amount that ends a stall.
    static let pause = MediaTime.seconds(2)

    package static let leastBound = MediaTime.seconds(1)

    /// Returns `nil` for a bound below 1 s, and for a maximum below the minimum.
    package init?(method: Method = .grows, minimum: MediaTime, maximum: MediaTime) {
        guard minimum >= Self.leastBound, maximum >= minimum else { return nil }
        self.init(validated: method, minimum: minimum, maximum: maximum)
    }

    private init(validated method: Method, minimum: MediaTime, maximum: MediaTime) {
        self.method = method
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Returns the media to read ahead, or `nil` for the load control's own value. `preferred` counts only without a
    /// method; zero means none. `network` is `nil` for a file. Over a network the result is a little more than what
    /// ends a stall, or greater, and at most the maximum of `network`.
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
