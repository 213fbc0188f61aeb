package import PlayCore

/// What follows when a machine's decoder fails at an H.265 stream.
package enum SpareStreamRule {
    package enum Decision: Sendable, Equatable {
        /// From the same position.
        case play(String)
        case decodeInSoftware
    }

    /// - Parameters:
    ///   - isEnabled: `h265.adaptive`; without it only the plain fallback is left.
    ///   - spare: what the catalogue names for this address.
    package static func decide(isEnabled: Bool, isH265: Bool, spare: String?) -> Decision {
        guard isEnabled, isH265, let spare else { return .decodeInSoftware }
        return .play(spare)
    }
}

/// The preview that a service gives of an item.
package struct PreviewLimit: Sendable, Equatable {
    /// At least 1.
    package let seconds: Int

    /// Nil for none.
    package init?(seconds: Int) {
        guard seconds > 0 else { return nil }
        self.seconds = seconds
    }

    /// Whether playing to the end means that the preview has ended: the service gave only that part. Half a second is a
    /// segment's rounding. Where the service gave more than was asked for, nothing is cut off here.
    package func isEnd(of duration: MediaTime) -> Bool {
        duration <= .seconds(seconds) + .milliseconds(500)
    }
}
