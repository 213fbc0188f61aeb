package import PlayCore

/// A file that marks parts of a film: Kodi's edit decision list, or segments in JSON as SponsorBlock's server gives
/// them, told by the first character. Pure.
package enum SkipFile {
    /// Bytes; an hour has some dozen marks.
    package static let limit = SmallJSON.limit

    /// In the order of the file. Titles are unverified texts.
    ///
    /// - Throws: `.malformed`, `.tooLarge`, `.unsupported`.
    package static func parse(_ bytes: [UInt8]) throws(ManifestError) -> [RegionMark] {
        guard bytes.count <= limit else { throw ManifestError(.tooLarge, "\(bytes.count) bytes of marks") }
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        switch text.first {
        case "{", "[": return try SponsorSegments.marks(Array(text.utf8))
        default: return try KodiEditList.marks(text)
        }
    }

    /// 31 years: a film is shorter, and the axis is longer.
    static func time(seconds: Double) -> MediaTime? {
        seconds >= 0 && seconds < 1e9 ? MediaTime(seconds: seconds) : nil
    }
}
