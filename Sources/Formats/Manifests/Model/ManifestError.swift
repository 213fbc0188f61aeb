/// The reason why a manifest cannot be played.
package struct ManifestError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// Neither HLS nor DASH. A retry does not help.
        case notAManifest
        /// An error in the text for which guessing would be worse than failing.
        case malformed
        case tooLarge
        /// A forbidden reference for its location: `file:` in a manifest from the network, a path out of its folder.
        case forbiddenReference
        /// Well-formed, but it requires an unsupported feature (an index of indexes).
        case unsupported
    }

    package let code: Code
    /// In English, for the log; may contain unverified text.
    package let reason: String
    /// Counted from 1, or `nil` if no line is to blame.
    package let line: Int?

    package init(_ code: Code, _ reason: String, line: Int? = nil) {
        self.code = code
        self.reason = reason
        self.line = line
    }
}

package struct ManifestLimits: Sendable, Equatable {
    /// Bytes of the whole text. Playlists of a day of live television with parts have some 5 MB.
    package var bytes = 32 << 20
    /// Bytes of one line of a playlist or one text in a manifest.
    package var lineBytes = 64 << 10
    package var elements = 400_000
    /// Segments of one rendition, including parts: 55 hours of two seconds each.
    package var segments = 100_000
    package var renditions = 2000
    /// Date ranges, events and variables: the maximum of each.
    package var entries = 10_000

    package init() {}
}
