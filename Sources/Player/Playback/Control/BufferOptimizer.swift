package import PlayCore
package import PlaybackModel

/// How much of an item is read ahead, so that little is wasted if its viewer leaves early.
package struct BufferOptimizer: Sendable, Equatable {
    package enum Method: Sendable, Equatable {
        /// From the minimum on the buffer grows with the watched time, up to the maximum.
        case grows
        /// The buffer has the preferred length, or that of the load control.
        case none
    }

    package let method: Method
    package let minimum: MediaTime
    package let maximum: MediaTime

    /// From 1 s to 10 s.
    package static let standard = BufferOptimizer(
        validated: .grows, minimum: leastBound, maximum: .seconds(10))
    package static let none = BufferOptimizer(validated: .none, minimum: leastBound, maximum: .seconds(10))

    /// The amount that plays while reading pauses; the rest still exceeds what ends a stall.
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

    /// Returns the media to read ahead, or `nil` to use the load control's own value. `preferred` is used only without
    /// a method; zero for no preference. `network` is `nil` for a file: under its rules the least is somewhat more than
    /// what ends a stall, and their maximum is the most.
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
