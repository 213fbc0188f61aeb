/// Why a manifest gives nothing to play.
package struct ManifestError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// Neither HLS nor DASH. Reading it again does not help.
        case notAManifest
        /// Its text breaks the format where guessing would be worse than failing.
        case malformed
        /// More than ``ManifestLimits`` allow.
        case tooLarge
        /// It names something that may not be opened from where it lies: `file:` in a manifest from the network, a
        /// path out of its folder.
        case forbiddenReference
        /// Well-formed, but it asks for what is not there (an index of indexes).
        case unsupported
    }

    package let code: Code
    /// In English, for the log; may hold unverified text.
    package let reason: String
    /// Counted from 1; nil where there is no line to blame.
    package let line: Int?

    package init(_ code: Code, _ reason: String, line: Int? = nil) {
        self.code = code
        self.reason = reason
        self.line = line
    }
}

/// What a manifest may cost; hostile ones end here. A value.
package struct ManifestLimits: Sendable, Equatable {
    /// Of the whole text. Playlists of a day of live television with parts have some 5 MB.
    package var bytes = 32 << 20
    /// Of one line of a playlist or one text in a manifest.
    package var lineBytes = 64 << 10
    /// Elements of a DASH manifest.
    package var elements = 400_000
    /// Of one rendition, parts counted too: 55 hours of two seconds each.
    package var segments = 100_000
    /// In all, and of date ranges, events and variables each.
    package var renditions = 2000
    package var entries = 10_000

    package init() {}
}
