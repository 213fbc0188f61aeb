package import PlayCore

/// A file that marks parts of a film: Kodi's edit decision list, or segments in JSON as SponsorBlock's server gives
/// them, told by the first character. Pure.
package struct SkipFile: Sendable, Equatable {
    /// In the order of the file. Titles are unverified texts.
    package private(set) var marks: [RegionMark] = []
    /// The number, from 1, of the first line that is left out because it is none of the format's.
    package private(set) var wrongLine: Int?

    /// Bytes; an hour has some dozen marks.
    package static let limit = SmallJSON.limit

    /// - Throws: `.malformed`, `.tooLarge`, `.unsupported`.
    package init(_ bytes: [UInt8]) throws(ManifestError) {
        guard bytes.count <= Self.limit else { throw ManifestError(.tooLarge, "\(bytes.count) bytes of marks") }
        // Blanks at the start stay: lines are counted.
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" }
        switch text.first(where: { !$0.isWhitespace }) {
        case "{", "[": marks = try SponsorSegments.marks(Array(text.utf8))
        default: (marks, wrongLine) = try KodiEditList.read(text)
        }
    }

    /// 31 years: a film is shorter, and the axis is longer.
    static func time(seconds: Double) -> MediaTime? {
        seconds >= 0 && seconds < 1e9 ? MediaTime(seconds: seconds) : nil
    }
}
