package struct ManifestError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// Neither HLS nor DASH. A retry does not help.
        case notAManifest
        /// An error in the text that leaves no safe interpretation.
        case malformed
        case tooLarge
        /// A reference forbidden at its location: `file:` in a manifest from the network, a path out of its folder.
        case forbiddenReference
        /// Well-formed, but requires an unsupported feature (an index of indexes).
        case unsupported
    }

    package let code: Code
    /// In English, for the log; may contain unverified text.
    package let reason: String
    /// Counted from 1, or `nil` if no line caused it.
    package let line: Int?

    package init(_ code: Code, _ reason: String, line: Int? = nil) {
        self.code = code
        self.reason = reason
        self.line = line
    }
}

package struct ManifestLimits: Sendable, Equatable {
    /// Bytes of the whole text. With parts, playlists of a day of live television have some 5 MB.
    package var bytes = 32 << 20
    /// Bytes of one line of a playlist or one text in a manifest.
    package var lineBytes = 64 << 10
    package var elements = 400_000
    /// Segments of one rendition, including parts: 55 hours of two seconds each.
    package var segments = 100_000
    package var renditions = 2000
    /// The most date ranges, events and variables, each.
    package var entries = 10_000

    package init() {}
}
