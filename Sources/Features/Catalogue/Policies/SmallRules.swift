package import PlayCore

/// The step after a hardware decoder fails at an H.265 stream.
package enum SpareStreamRule {
    package enum Decision: Sendable, Equatable {
        /// Play another address from the same position.
        case play(String)
        case decodeInSoftware
    }

    /// - Parameters:
    ///   - isEnabled: the setting `h265.adaptive`. Without it, only decoding in software remains.
    ///   - spare: the catalogue's alternative for this address.
    package static func decide(isEnabled: Bool, isH265: Bool, spare: String?) -> Decision {
        guard isEnabled, isH265, let spare else { return .decodeInSoftware }
        return .play(spare)
    }
}

/// The length of the preview that a service grants for an item.
package struct PreviewLimit: Sendable, Equatable {
    /// The length in seconds, at least 1.
    package let seconds: Int

    /// Returns `nil` if there is no preview.
    package init?(seconds: Int) {
        guard seconds > 0 else { return nil }
        self.seconds = seconds
    }

    /// Whether the end of the item is the end of the preview, because the service sent only that part. Half a second
    /// allows for the rounding to segments. If the service sent more than requested, nothing is cut off here.
    package func isEnd(of duration: MediaTime) -> Bool {
        duration <= .seconds(seconds) + .milliseconds(500)
    }
}
