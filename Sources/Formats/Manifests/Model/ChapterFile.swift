package import PlayCore

/// A cue sheet, or chapters recognised by their beginning: Podcasting 2.0's JSON (Podcastindex-org/podcast-namespace,
/// jsonChapters.md, version 1.2) and FFmpeg's metadata (ffmpeg-formats(1), "Metadata").
package enum ChapterFile {
    /// In bytes. An hour's chapters have some thousand.
    package static let limit = SmallJSON.limit
    /// More than a list or slider could show. Further chapters are ignored.
    private static let mostChapters = 10_000
    private static let metadataTitle = ";FFMETADATA"

    /// Sorts by time. A chapter without an end lasts until the next one. Titles are unverified texts.
    ///
    /// - Parameter name: the media file's, without its folder. Cue sheets may describe several files.
    /// - Throws: `.malformed`, `.tooLarge`.
    package static func parse(
        _ bytes: [UInt8], of name: String? = nil, decode: ([UInt8]) -> String = { String(decoding: $0, as: UTF8.self) }
    ) throws(ManifestError) -> [Chapter] {
        guard bytes.count <= limit else { throw ManifestError(.tooLarge, "\(bytes.count) bytes of chapters") }
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        guard text.first == "{" || text.hasPrefix(metadataTitle) else {
            let sheet = CueSheet(
                (String(validating: bytes, as: UTF8.self) ?? decode(bytes)).split(whereSeparator: \.isNewline))
            guard !sheet.files.isEmpty else { throw ManifestError(.malformed, "no chapters") }
            return sheet.chapters(of: name)
        }
        let found = try text.hasPrefix(metadataTitle) ? metadata(text) : podcast(bytes)
        return chapters(Array(found.prefix(mostChapters)))
    }

    private struct Found {
        var start: MediaTime
        var end: MediaTime?
        var title: String?
        /// Whether the chapter is shown; otherwise it only ends the previous one.
        var isShown = true
    }

    private static func chapters(_ found: [Found]) -> [Chapter] {
        let sorted = found.sorted { $0.start < $1.start }
        return sorted.indices.compactMap { index in
            let chapter = sorted[index]
            guard chapter.isShown else { return nil }
            let next = index + 1 < sorted.count ? sorted[index + 1].start : chapter.start
            let end = max(chapter.end ?? next, chapter.start)
            return Chapter(range: MediaRange(start: chapter.start, end: end), title: chapter.title)
        }
    }

    // MARK: Podcasting 2.0

    private struct Document: Decodable {
        struct Entry: Decodable {
            let startTime: Double?
            let endTime: Double?
            let title: String?
            let toc: Bool?
        }

        let chapters: [Entry]
    }

    private static func podcast(_ bytes: [UInt8]) throws(ManifestError) -> [Found] {
        let document: Document = try SmallJSON.decode(bytes)
        return document.chapters.compactMap { entry in
            guard let start = entry.startTime.flatMap(time) else { return nil }
            return Found(
                start: start, end: entry.endTime.flatMap(time), title: entry.title, isShown: entry.toc ?? true)
        }
    }

    private static func time(_ seconds: Double) -> MediaTime? {
        seconds >= 0 && seconds < 1e9 ? MediaTime(seconds: seconds) : nil
    }

    // MARK: FFmpeg's metadata

    private static func metadata(_ text: Substring) -> [Found] {
        var found: [Found] = []
        var unit = 1e-9
        var isChapter = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                isChapter = line.uppercased().hasPrefix("[CHAPTER]")
                // Nanoseconds by default.
                unit = 1e-9
                if isChapter { found.append(Found(start: .zero)) }
                continue
            }
            guard isChapter, !line.hasPrefix(";"), !line.hasPrefix("#"), let (key, value) = pair(line) else { continue }
            switch key.uppercased() {
            case "TIMEBASE": unit = self.unit(value) ?? unit
            case "START": found[found.count - 1].start = Double(value).flatMap { time($0 * unit) } ?? .zero
            case "END": found[found.count - 1].end = Double(value).flatMap { time($0 * unit) }
            case "TITLE": found[found.count - 1].title = value
            default: break
            }
        }
        return found
    }

    /// Reads `1/1000`.
    private static func unit(_ text: String) -> Double? {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
        return parts[0] / parts[1]
    }

    /// Splits at the first `=`; a backslash escapes the next character.
    private static func pair(_ line: Substring) -> (String, String)? {
        var parts = ["", ""]
        var place = 0
        var isEscaped = false
        for character in line {
            if isEscaped {
                parts[place].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "=", place == 0 {
                place = 1
            } else {
                parts[place].append(character)
            }
        }
        return place == 1 ? (parts[0], parts[1]) : nil
    }
}
