/// Some services offer a hundred subtitle files, most of them machine-made.
package enum OfferedSubtitles {
    /// Files to fetch, each by a request.
    package static let limit = 8

    /// Returns human-made subtitles, the viewer's languages first. Includes a machine-made file only for a requested
    /// language that no other file has.
    ///
    /// - Parameter languages: best first, as in `--slang`.
    package static func wanted(_ offered: [SubtitleInfo], languages: [String]) -> [SubtitleInfo] {
        func rank(_ subtitle: SubtitleInfo) -> Int? {
            languages.firstIndex { matches(subtitle.language, $0) }
        }
        let own = offered.filter { !$0.isAutomatic }
        let machine = languages.filter { language in !own.contains { matches($0.language, language) } }
            .compactMap { language in offered.first { $0.isAutomatic && matches($0.language, language) } }
        let ranked = (own + machine).enumerated().sorted { a, b in
            (rank(a.element) ?? .max, a.offset) < (rank(b.element) ?? .max, b.offset)
        }
        return Array(ranked.map(\.element).prefix(limit))
    }

    /// Returns whether a language matches; `pt` also matches `pt-BR`.
    private static func matches(_ language: String?, _ wanted: String) -> Bool {
        guard let language = language?.lowercased() else { return false }
        let wanted = wanted.lowercased()
        return language == wanted || language.hasPrefix(wanted + "-")
    }
}
