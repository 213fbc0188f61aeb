package import PlayCore

/// The language and purpose at the end of a file's name: `film.en`, `film.zh-Hans`, `film(eng)`, `film.chs&eng`,
/// `film.en.forced`, `film.sdh`, `film.English`, `film.简体&英文`.
package struct NameEnding: Equatable {
    package private(set) var language: String?
    package private(set) var purpose: TrackPurpose = []
    package private(set) var isAllBehindStem = false

    /// Marks in file names, as in Plex, Jellyfin and Kodi.
    private static let marks: [Substring: TrackPurpose] = [
        "forced": .forced, "foreign": .forced, "sdh": .hearingImpaired, "cc": .hearingImpaired, "default": [],
    ]
    /// The code of Hindi, or a mark for hearing-impaired viewers: it is a mark only beside another language.
    private static let ambiguousMark: Substring = "hi"
    private static let mostParts = 6
    /// Languages by the names that people write into file names, in lower case.
    private static let languageNames: [Substring: String] = [
        "english": "en", "french": "fr", "français": "fr", "german": "de", "deutsch": "de", "spanish": "es",
        "español": "es", "italian": "it", "italiano": "it", "portuguese": "pt", "português": "pt", "brazilian": "pt",
        "dutch": "nl", "russian": "ru", "русский": "ru", "japanese": "ja", "日本語": "ja", "korean": "ko", "한국어": "ko",
        "chinese": "zh", "中文": "zh", "简体": "zh-hans", "简体中文": "zh-hans", "simplified": "zh-hans", "简中": "zh-hans",
        "繁体": "zh-hant", "繁體": "zh-hant", "繁体中文": "zh-hant", "繁體中文": "zh-hant", "traditional": "zh-hant",
        "繁中": "zh-hant", "英文": "en", "英语": "en", "英語": "en", "日文": "ja", "日语": "ja", "韩文": "ko", "韩语": "ko",
        "arabic": "ar", "hebrew": "he", "turkish": "tr", "polish": "pl", "polski": "pl", "czech": "cs", "greek": "el",
        "swedish": "sv", "norwegian": "no", "danish": "da", "finnish": "fi", "hungarian": "hu", "romanian": "ro",
        "ukrainian": "uk", "vietnamese": "vi", "thai": "th", "indonesian": "id", "hindi": "hi", "bulgarian": "bg",
    ]

    /// Reads a name without its file extension, from the end. Returns `nil` if the last part has no meaning.
    ///
    /// - Parameter stem: the video's name in lower case. Parts after it cannot belong to a title.
    package init?(_ name: String, behind stem: String? = nil) {
        let name = name.lowercased()
        let isBehind = stem.map(name.hasPrefix) ?? false
        var rest = isBehind ? name.dropFirst(stem?.count ?? 0) : name[...]
        if rest.hasSuffix(".") { rest = rest.dropLast() }
        var count = 0
        while count < Self.mostParts, let (word, before) = Self.lastPart(rest, isBehind), reads(word, isBehind) {
            rest = before
            count += 1
        }
        if isBehind, let first = rest.first, "-_ ".contains(first), reads(name: rest.dropFirst()) {
            rest = rest.suffix(0)
            count += 1
        }
        guard count > 0 else { return nil }
        isAllBehindStem = isBehind && rest.isEmpty
    }

    /// Reads a word that a dash, an underscore or a space separates from the video's name. Codes could belong to a
    /// title.
    private mutating func reads(name word: Substring) -> Bool {
        if let mark = Self.marks[word] {
            purpose.formUnion(mark)
            return true
        }
        guard language == nil, let named = Self.languageNames[word] else { return false }
        language = named
        return true
    }

    private mutating func reads(_ word: Substring, _ isBehind: Bool) -> Bool {
        var main = word
        var found: TrackPurpose = []
        while let dash = main.lastIndex(where: { "-_".contains($0) }),
            let mark = Self.marks[main[main.index(after: dash)...]]
        {
            found.formUnion(mark)
            main = main[..<dash]
        }
        if let mark = Self.marks[main] {
            purpose.formUnion(found.union(mark))
            return true
        }
        guard let own = Self.languages(main) else { return false }
        switch language {
        case nil: language = own
        case String(Self.ambiguousMark):
            language = own
            purpose.insert(.hearingImpaired)
        case _? where isBehind && main == Self.ambiguousMark: purpose.insert(.hearingImpaired)
        default: return false
        }
        purpose.formUnion(found)
        return true
    }

    private static func lastPart(_ name: Substring, _ isBehind: Bool) -> (word: Substring, before: Substring)? {
        // `film.English (SDH)`
        let name = name[..<(name.lastIndex { !$0.isWhitespace }.map(name.index(after:)) ?? name.startIndex)]
        guard let last = name.last else { return nil }
        let opening: Character = last == ")" ? "(" : last == "]" ? "[" : "."
        let body = opening == "." ? name : name.dropLast()
        guard let mark = body.lastIndex(of: opening), isBehind || mark > name.startIndex else { return nil }
        var before = name[..<mark]
        // `film.(en)`
        if opening != ".", before.hasSuffix(".") { before = before.dropLast() }
        return (body[body.index(after: mark)...], before)
    }

    /// Accepts names or codes, also two languages joined by `&` or `+`.
    private static func languages(_ word: Substring) -> String? {
        let parts = word.split(whereSeparator: { $0 == "&" || $0 == "+" })
        guard (1...2).contains(parts.count), word.utf8.count <= 24 else { return nil }
        let known = parts.map { languageNames[$0] ?? (isCode($0) ? String($0) : nil) }
        guard !known.contains(nil) else { return nil }
        return known.compactMap(\.self).joined(separator: word.contains("+") ? "+" : "&")
    }

    /// Returns whether the word is two or three letters, perhaps with subtags.
    private static func isCode(_ language: Substring) -> Bool {
        let parts = language.split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let main = parts.first, (2...3).contains(main.utf8.count),
            main.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (2...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
