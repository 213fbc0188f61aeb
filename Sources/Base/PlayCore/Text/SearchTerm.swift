/// A viewer's search text. It matches in any case and width, without diacritics, and Chinese by its pinyin.
package struct SearchTerm: Sendable, Equatable {
    fileprivate let form: String
    /// The normalised form if it can be pinyin (ASCII letters and digits).
    private let letters: [UInt8]

    package init(_ text: some StringProtocol) {
        form = String(text).searchForm
        let isWord = form.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
        letters = isWord ? Array(form.utf8) : []
    }

    package func occurs(in text: String) -> Bool { occurs(inForm: text.searchForm) }

    /// Ignores pinyin, because a long text contains characters with any initials.
    package func isWritten(in text: String) -> Bool { text.searchForm.contains(form) }

    package func begins(_ text: String) -> Bool {
        let text = text.searchForm
        return text.hasPrefix(form) || Pinyin.matches(letters, text, anywhere: false)
    }

    fileprivate func occurs(inForm text: String) -> Bool {
        text.contains(form) || Pinyin.matches(letters, text, anywhere: true)
    }
}

/// The words of a search; a text matches if it contains each of them.
package struct SearchWords: Sendable, Equatable {
    private let terms: [SearchTerm]

    package init(_ text: String) { terms = text.searchForm.split(separator: " ").map { SearchTerm($0) } }

    package var isEmpty: Bool { terms.isEmpty }

    package func occur(in text: String) -> Bool {
        let text = text.searchForm
        return terms.allSatisfy { $0.occurs(inForm: text) }
    }
}

extension String {
    /// For comparing searches with texts: lower case, half width, without diacritics.
    package var searchForm: String {
        let text = HalfWidth.folded(self).lowercased()
        // The first UTF-8 bytes of Latin, Greek and Cyrillic letters and of combining marks.
        guard text.utf8.contains(where: { (0xC3...0xD1).contains($0) || $0 == 0xE1 }) else { return text }
        var form = ""
        for scalar in text.unicodeScalars where !(0x300...0x36F).contains(scalar.value) {
            if let letter = ASCIIForm.latin(scalar) {
                form += letter
            } else {
                form.unicodeScalars.append(plain[scalar] ?? scalar)
            }
        }
        return form
    }
}

/// Greek letters and Russian ё without diacritics.
private let plain: [Unicode.Scalar: Unicode.Scalar] = [
    "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω", "ϊ": "ι", "ϋ": "υ", "ΐ": "ι", "ΰ": "υ",
    "ς": "σ",
    "ё": "е",
]
