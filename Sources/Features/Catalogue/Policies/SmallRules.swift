package import PlayCore

/// What to do after a hardware decoder fails for an H.265 stream.
package enum SpareStreamRule {
    package enum Decision: Sendable, Equatable {
        /// Play another address from the same position.
        case play(String)
        case decodeInSoftware
    }

    /// - Parameter isEnabled: `h265.adaptive`. If false, only decoding in software remains.
    package static func decide(isEnabled: Bool, isH265: Bool, spare: String?) -> Decision {
        guard isEnabled, isH265, let spare else { return .decodeInSoftware }
        return .play(spare)
    }
}

package struct PreviewLimit: Sendable, Equatable {
    /// At least 1.
    package let seconds: Int

    package init?(seconds: Int) {
        guard seconds > 0 else { return nil }
        self.seconds = seconds
    }

    /// Returns whether the item ends because only the preview was sent. Half a second allows for rounding to segments.
    package func isEnd(of duration: MediaTime) -> Bool {
        duration <= .seconds(seconds) + .milliseconds(500)
    }
}
