package import PlayCore

/// The language and purpose at the end of a file's name: `film.en`, `film.zh-Hans`, `film(eng)`, `film.chs&eng`,
/// `film.en.forced`, `film.sdh`.
package struct NameEnding: Equatable {
    package private(set) var language: String?
    package private(set) var purpose: TrackPurpose = []
    /// Whether nothing else follows the video's name.
    package private(set) var isAllBehindStem = false

    /// Marks in file names, as in Plex, Jellyfin and Kodi.
    private static let marks: [Substring: TrackPurpose] = [
        "forced": .forced, "foreign": .forced, "sdh": .hearingImpaired, "cc": .hearingImpaired, "default": [],
    ]
    /// The code of Hindi, and a mark for hearing-impaired viewers: it is a mark only beside another language.
    private static let ambiguousMark: Substring = "hi"
    private static let mostParts = 6

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
        if isBehind, let first = rest.first, "-_ ".contains(first), let mark = Self.marks[rest.dropFirst()] {
            purpose.formUnion(mark)
            rest = rest.suffix(0)
            count += 1
        }
        guard count > 0 else { return nil }
        isAllBehindStem = isBehind && rest.isEmpty
    }

    /// Reads the next part from the end. Returns whether it has a meaning.
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
        guard Self.isLanguage(main) else { return false }
        switch language {
        case nil: language = String(main)
        case String(Self.ambiguousMark):
            language = String(main)
            purpose.insert(.hearingImpaired)
        case _? where isBehind && main == Self.ambiguousMark: purpose.insert(.hearingImpaired)
        default: return false
        }
        purpose.formUnion(found)
        return true
    }

    private static func lastPart(_ name: Substring, _ isBehind: Bool) -> (word: Substring, before: Substring)? {
        guard let last = name.last else { return nil }
        let opening: Character = last == ")" ? "(" : last == "]" ? "[" : "."
        let body = opening == "." ? name : name.dropLast()
        guard let mark = body.lastIndex(of: opening), isBehind || mark > name.startIndex else { return nil }
        var before = name[..<mark]
        // `film.(en)`
        if opening != ".", before.hasSuffix(".") { before = before.dropLast() }
        return (body[body.index(after: mark)...], before)
    }

    /// Whether the part is two or three letters, perhaps with subtags, or two languages joined by `&` or `+`.
    private static func isLanguage(_ word: Substring) -> Bool {
        let languages = word.split(whereSeparator: { $0 == "&" || $0 == "+" })
        guard (1...2).contains(languages.count), word.utf8.count <= 24 else { return false }
        return languages.allSatisfy { language in
            let parts = language.split(whereSeparator: { $0 == "-" || $0 == "_" })
            guard let main = parts.first, (2...3).contains(main.utf8.count),
                main.allSatisfy({ $0.isASCII && $0.isLetter })
            else { return false }
            return parts.dropFirst().allSatisfy { part in
                (2...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
        }
    }
}
