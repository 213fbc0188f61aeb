import Encoding
package import PlayCore

/// Chapters in JSON (Apple, "Providing JavaScript Object Notation (JSON) chapters").
package enum HLSChapters {
    static let dataID = "com.apple.hls.chapters"

    private struct Entry: Decodable {
        struct Title: Decodable {
            let language: String?
            let title: String?
        }

        let start: Double?
        let duration: Double?
        let titles: [Title]?

        enum CodingKeys: String, CodingKey {
            case start = "start-time"
            case duration
            case titles
        }
    }

    /// Sorts by time. A chapter without a duration lasts until the next one.
    ///
    /// - Parameter languages: the user's, best first. If no title matches, the first title is used.
    /// - Throws: `.malformed`, `.tooLarge`.
    package static func parse(_ bytes: [UInt8], languages: [String] = []) throws(ManifestError) -> [Chapter] {
        let entries: [Entry] = try SmallJSON.decode(bytes)
        let timed = entries.compactMap { entry in
            entry.start.flatMap { $0 >= 0 ? (start: MediaTime(seconds: $0), entry: entry) : nil }
        }.sorted { $0.start < $1.start }
        return timed.indices.map { index in
            let (start, entry) = timed[index]
            let next = index + 1 < timed.count ? timed[index + 1].start : start
            let end = entry.duration.map { start + MediaTime(seconds: max(0, $0)) } ?? next
            return Chapter(range: MediaRange(start: start, end: end), title: title(entry.titles ?? [], languages))
        }
    }

    private static func title(_ titles: [Entry.Title], _ languages: [String]) -> String? {
        for language in languages {
            if let title = titles.first(where: { $0.language?.lowercased() == language.lowercased() })?.title {
                return title
            }
        }
        return titles.first?.title
    }
}

/// Small JSON documents that manifests name, at most a megabyte. Chapters and steering responses have some kilobytes.
enum SmallJSON {
    static let limit = 1 << 20

    /// - Throws: `.malformed`, `.tooLarge`.
    static func decode<Value: Decodable>(_ bytes: [UInt8]) throws(ManifestError) -> Value {
        guard bytes.count <= limit else { throw ManifestError(.tooLarge, "\(bytes.count) bytes of JSON") }
        do {
            return try JSONValue(document: bytes).decoded()
        } catch {
            throw ManifestError(.malformed, "JSON: \(error)")
        }
    }
}
