import Classes
import PlayCore
import ScreenKit

/// The completion of a name after `@`, an emoji after `:`, or a command's argument.
package struct WordCompletion: Sendable, Equatable {
    package struct Candidate: Sendable, Equatable {
        package let label: String
        package let text: String
        /// The address of the picture that the candidate stands for in a message.
        package let picture: String?

        package init(_ label: String, inserting text: String, picture: String? = nil) {
            self.label = label
            self.text = text
            self.picture = picture
        }
    }

    package let candidates: [Candidate]
    /// The index of the chosen candidate, or `nil` while the typed text is unchanged.
    package private(set) var index: Int?
    /// The characters before the cursor that the next candidate replaces.
    private var count: Int

    static let most = 50

    init?(word: some StringProtocol, _ candidates: [Candidate]) {
        guard !candidates.isEmpty else { return nil }
        self.candidates = Array(candidates.prefix(Self.most))
        count = word.count
    }

    /// Replaces the word by the next (1) or previous (-1) candidate.
    mutating func step(_ step: Int, in line: inout LineEditor) {
        let next =
            index.map { ($0 + step + candidates.count) % candidates.count } ?? (step > 0 ? 0 : candidates.count - 1)
        line.replace(count, with: candidates[next].text)
        index = next
        count = candidates[next].text.count
    }
}

extension WordCompletion {
    var hasPictures: Bool { candidates.contains { $0.picture != nil } }

    /// Completes names after `@`, emoji after `:` and the class's emoticons after `[`. Returns `nil` for other words.
    init?(message head: String, names: [String], emoticons: [ClassEmoticon] = []) {
        guard let sign = head.lastIndex(where: { $0 == "@" || $0 == ":" || $0 == "[" }) else { return nil }
        let word = head[sign...]
        let isAtStart = sign == head.startIndex || head[head.index(before: sign)].isWhitespace
        guard isAtStart else { return nil }
        let typed = word.dropFirst().lowercased()
        if head[sign] == "@" {
            self.init(word: word, Self.people(names, typed))
        } else if head[sign] == "[" {
            guard !typed.contains(where: { $0.isWhitespace || $0 == "]" }) else { return nil }
            self.init(word: word, Self.emoticons(emoticons, typed))
        } else {
            guard typed.count >= 2, !typed.contains(where: \.isWhitespace) else { return nil }
            self.init(
                word: word,
                Emoji.matching(typed).map { Candidate($0.symbol + " " + $0.code, inserting: $0.symbol + " ") })
        }
    }

    /// Returns emoticons whose key starts with the text, then those whose key contains it.
    private static func emoticons(_ all: [ClassEmoticon], _ typed: String) -> [Candidate] {
        let found = all.filter { $0.key.lowercased().contains(typed) }
        let first = found.filter { $0.key.lowercased().hasPrefix(typed) }
        return (first + found.filter { !first.contains($0) }).map {
            Candidate($0.text, inserting: $0.text, picture: $0.picture)
        }
    }

    /// Returns names that start with the text, then those in which a later word does.
    private static func people(_ names: [String], _ typed: String) -> [Candidate] {
        let clean = names.map { SafeText.clean($0, limit: 60) }
        let typed = SearchTerm(typed)
        let first = clean.filter { typed.begins($0) }
        let others = clean.filter { name in
            !first.contains(name) && name.split(separator: " ").contains { typed.begins(String($0)) }
        }
        return (first + others).filter { !$0.isEmpty }.map { Candidate("@" + $0, inserting: "@" + $0 + " ") }
    }
}
