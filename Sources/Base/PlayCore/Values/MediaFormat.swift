/// `format`: the container of an item. Containers beyond the catalogue's three keep their own names.
package struct MediaFormat: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let mp4 = MediaFormat(rawValue: "mp4")
    package static let mp3 = MediaFormat(rawValue: "mp3")
    /// The vendor's encrypted container.
    package static let ev1 = MediaFormat(rawValue: "ev1")

    /// - Parameter container: FFmpeg's names for a demuxer, separated by commas ("mov,mp4,m4a,…"), or `nil` for none.
    package init?(container: String) {
        let names = container.split(separator: ",")
        guard let first = names.first else { return nil }
        self.init(rawValue: names.contains("mp4") ? "mp4" : String(first))
    }
}
