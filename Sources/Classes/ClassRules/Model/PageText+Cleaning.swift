package import Classes
import PlayCore

extension PageText {
    /// Creates a page's text from a program's output. Keeps lines and blanks, removes control characters and the
    /// margin, and cuts the text to the size of an event. Returns `nil` if there are no words.
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

    /// Per line, enough for the widest paper.
    private static let columns = 1000
    /// Of the text as JSON. The rest is for the name of the page.
    private static let bytes = ClassLimits.pageTextBytes - 1024
    private static let escaped = Array("\"\\/".utf8)

    /// Divides texts into few parts of one wish each, because the rate of wishes is limited.
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
