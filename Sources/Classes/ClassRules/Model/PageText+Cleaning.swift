package import Classes
import PlayCore

/// The text of a page as the class takes it.
extension PageText {
    /// Creates a page's text from a program's output, with its lines and blanks but without control characters and the
    /// margin. Cut to what an event takes. Returns `nil` if there are no words.
    package init?(of key: PageKey, cleaning text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            let clean = SafeText.clean(String(line), limit: Self.columns)
            return clean.dropLast(clean.reversed().prefix { $0 == " " }.count)
        }.drop { $0.isEmpty }
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        var (result, space) = ("", Self.bytes)
        for line in lines {
            let line = line.dropFirst(margin)
            space -= line.utf8.reduce(2) { $0 + (Self.escaped.contains($1) ? 2 : 1) }
            guard space >= 0 else { break }
            result += line + "\n"
        }
        while result.last == "\n" { result.removeLast() }
        if result.isEmpty { return nil }
        self.init(key: key, text: result)
    }

    /// The lengths of lines in a page of the widest paper.
    private static let columns = 1000
    /// The bytes of the text as JSON; the rest is for the name of the page.
    private static let bytes = ClassLimits.pageTextBytes - 1024
    private static let escaped = Array("\"\\/".utf8)

    /// Returns the texts in parts that a wish can carry. The number is limited by the rate at which wishes are allowed.
    package static func parts(_ texts: [PageText]) -> [[PageText]] {
        var parts: [[PageText]] = []
        var bytes = 0
        for text in texts {
            bytes += text.text.utf8.count
            if parts.isEmpty || bytes > ClassLimits.pageTextBytes {
                parts.append([])
                bytes = text.text.utf8.count
            }
            parts[parts.count - 1].append(text)
        }
        return Array(parts.prefix(ClassLimits.wishes.inSecond * 3 / 4))
    }
}
