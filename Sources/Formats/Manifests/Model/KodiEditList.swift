import PlayCore

/// Kodi's edit decision list (its wiki, "Edit decision list"). Each line is an edit, `start end action`, with 0 for a
/// cut, 1 for silence, 2 for a scene and 3 for adverts, or an instant, `time action`.
enum KodiEditList {
    /// mpv's format of the same name joins segments of files.
    private static let foreignTitle = "# mpv EDL"
    /// In bytes, as in Kodi.
    private static let longestLine = 1024

    /// Skips invalid lines, as Kodi does. Returns the number of the first one.
    ///
    /// - Throws: `.malformed` if no line is valid, `.unsupported` for mpv's format.
    static func read(_ text: Substring) throws(ManifestError) -> (marks: [RegionMark], wrongLine: Int?) {
        guard !text.drop(while: \.isWhitespace).hasPrefix(foreignTitle) else {
            throw ManifestError(.unsupported, "mpv's EDL, which joins parts of files; Kodi's EDL can be read")
        }
        var marks: [RegionMark] = []
        var firstWrong: Int?
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.utf8.count <= longestLine ? line.split(whereSeparator: \.isWhitespace) : []
            if line.allSatisfy(\.isWhitespace) || words.first?.hasPrefix("##") == true { continue }
            if let mark = mark(words) {
                marks.append(mark)
                if marks.count == RegionRules.mostRegions { break }
            } else {
                firstWrong = firstWrong ?? number + 1
            }
        }
        if marks.isEmpty, let firstWrong {
            throw ManifestError(.malformed, "no line is an edit of Kodi's EDL", line: firstWrong)
        }
        return (marks, firstWrong)
    }

    private static func mark(_ words: [Substring]) -> RegionMark? {
        guard words.count >= 2, let start = place(words[0]) else { return nil }
        let isInstant = words.count == 2
        guard let end = isInstant ? start : place(words[1]), let action = Int(words[isInstant ? 1 : 2]) else {
            return nil
        }
        if case (.time(let first), .time(let last)) = (start, end), last < first { return nil }
        switch action {
        case 0: return RegionMark(start: start, end: end, kind: .cut)
        case 1: return RegionMark(start: start, end: end, kind: .mute, use: .mute)
        // Kodi marks a scene at its end.
        case 2: return RegionMark(start: end, end: end, kind: .scene, use: .show)
        case 3: return RegionMark(start: start, end: end, kind: .commercial)
        default: return nil
        }
    }

    /// Reads `83.5`, `0:01:23.5` or `#2087`.
    private static func place(_ word: Substring) -> RegionMark.Place? {
        if word.hasPrefix("#") {
            return Int(word.dropFirst()).flatMap { (0...1 << 40).contains($0) ? .frame($0) : nil }
        }
        guard let time = TimeText.parse(word), time >= .zero, time < .seconds(1_000_000_000) else { return nil }
        return .time(time)
    }
}
