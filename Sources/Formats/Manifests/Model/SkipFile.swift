package import PlayCore

/// Kodi's edit decision list, or segments in SponsorBlock's JSON. The first character decides.
package struct SkipFile: Sendable, Equatable {
    /// In the file's order. Titles are unverified texts.
    package private(set) var marks: [RegionMark] = []
    /// The number, from 1, of the first line that was skipped as invalid.
    package private(set) var wrongLine: Int?

    /// In bytes. An hour has a few dozen marks.
    package static let limit = SmallJSON.limit

    /// - Throws: `.malformed`, `.tooLarge`, `.unsupported`.
    package init(_ bytes: [UInt8]) throws(ManifestError) {
        guard bytes.count <= Self.limit else { throw ManifestError(.tooLarge, "\(bytes.count) bytes of marks") }
        // Keeps leading whitespace, so that line numbers are right.
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" }
        switch text.first(where: { !$0.isWhitespace }) {
        case "{", "[": marks = try SponsorSegments.marks(Array(text.utf8))
        default: (marks, wrongLine) = try KodiEditList.read(text)
        }
    }

    /// Limits a time to 31 years, which the axis can represent.
    static func time(seconds: Double) -> MediaTime? {
        seconds >= 0 && seconds < 1e9 ? MediaTime(seconds: seconds) : nil
    }
}
