/// Converts a cue to SubRip text, which most containers and players accept.
package enum SubRipText {
    /// Uses `<b>`, `<i>` and `<u>`. Empty if the cue shows nothing.
    package static func text(_ cue: Cue) -> String {
        let lines = cue.lines.map { line in line.map(marked).joined() }
        return lines.contains { !$0.isEmpty } ? lines.joined(separator: "\n") : ""
    }

    private static func marked(_ span: CueSpan) -> String {
        guard !span.text.isEmpty else { return "" }
        var text = span.text
        for (isSet, name) in [
            (span.style.isUnderlined, "u"), (span.style.isItalic, "i"), (span.style.isBold, "b"),
        ] where isSet {
            text = "<\(name)>\(text)</\(name)>"
        }
        return text
    }
}
