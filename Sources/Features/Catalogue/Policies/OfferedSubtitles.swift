/// Which of a service's subtitle files are fetched. Some offer a hundred, most of them made by a machine. Pure.
package enum OfferedSubtitles {
    /// Files fetched for one item; each is a request.
    package static let limit = 8

    /// Those that people made, in the viewer's languages first; a machine's only in a language that the viewer asks for
    /// and no other file has.
    ///
    /// - Parameter languages: the most wanted first, as `--slang` has them.
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

    /// `pt` means `pt-BR`, too.
    private static func matches(_ language: String?, _ wanted: String) -> Bool {
        guard let language = language?.lowercased() else { return false }
        let wanted = wanted.lowercased()
        return language == wanted || language.hasPrefix(wanted + "-")
    }
}
