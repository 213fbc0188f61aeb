package import PlayCore

/// The step after a hardware decoder fails at an H.265 stream.
package enum SpareStreamRule {
    package enum Decision: Sendable, Equatable {
        /// Play another address from the same position.
        case play(String)
        case decodeInSoftware
    }

    /// - Parameter isEnabled: the setting `h265.adaptive`. Without it, only decoding in software remains.
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

    /// Whether the item ends because the service sent only the preview. Half a second allows for rounding to segments.
    /// If the service sent more than requested, nothing is cut off here.
    package func isEnd(of duration: MediaTime) -> Bool {
        duration <= .seconds(seconds) + .milliseconds(500)
    }
}
