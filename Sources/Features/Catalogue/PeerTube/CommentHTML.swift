enum CommentHTML {
    /// Converts paragraphs, `br` and the usual entities. Removes other tags.
    static func text(_ html: String) -> String {
        var (result, rest) = ("", html[...])
        // Without it, every unclosed tag would be searched to the end of the text.
        let lastEnd = html.lastIndex(of: ">") ?? html.startIndex
        while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            result += rest[..<mark]
            rest = rest[mark...]
            if rest.first == "<", mark < lastEnd, rest.dropFirst().first.map({ $0.isLetter || $0 == "/" }) == true,
                let end = rest.firstIndex(of: ">")
            {
                let tag = rest[rest.index(after: mark)..<end].lowercased()
                if tag.hasPrefix("br") || tag == "/p" { result += "\n" }
                rest = rest[rest.index(after: end)...]
            } else if rest.first == "&", let end = rest.prefix(10).firstIndex(of: ";"),
                let character = entity(rest[rest.index(after: mark)..<end])
            {
                result.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(rest.removeFirst())
            }
        }
        result += rest
        while result.last == "\n" { result.removeLast() }
        return result
    }

    private static func entity(_ name: Substring) -> Character? {
        let named: [Substring: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
        ]
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let code = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap { Unicode.Scalar($0) }.map { Character($0) }
    }
}
