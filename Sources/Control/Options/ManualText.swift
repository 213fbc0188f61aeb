import PlayCore

/// Text of a manual page in mdoc. Backticks enclose literals, which the page shows bold.
enum ManualText {
    /// Returns NAME and SYNOPSIS. `summary` is the program's purpose in a few words.
    static func head(_ program: String, _ summary: String, arguments: [String]) -> String {
        """
        .\\" Made by \(program) --man from the table of options.
        .Dd \(ProgramVersion.date)
        .Dt \(program.uppercased()) 1
        .Os

        """ + section(tr("NAME")) + ".Nm \(program)\n.Nd \(summary)\n" + section(tr("SYNOPSIS"))
            + arguments.map { ".Nm\n\($0)\n" }.joined(separator: ".Pp\n")
    }

    static func section(_ title: String) -> String { ".Sh \(title)\n" }

    static func section(_ title: String, of items: [(head: String, text: String)]) -> String {
        section(title) + list(items.map { item($0.head, $0.text) })
    }

    static func list(_ items: [String]) -> String { ".Bl -tag -width Ds\n" + items.joined() + ".El\n" }

    /// - Parameter head: mdoc, arguments of `.It`.
    static func item(_ head: String, _ text: String) -> String { ".It \(head)\n" + sentences(text) }

    /// Puts each sentence on its own line, as mdoc requires.
    static func sentences(_ text: String) -> String {
        var rest = text
        var lines = ""
        while !rest.isEmpty {
            let first = SentenceSplit.first(rest)
            lines += lineStart(marked(first)) + "\n"
            rest = String(rest.dropFirst(first.count).drop { $0 == " " })
        }
        return lines
    }

    static func example(_ command: String) -> String { ".Dl \(escaped(command))\n" }

    static func defaultValue(_ value: String) -> String { sentences(tr("Default: `%1`.", value)) }

    /// Escapes a leading dot or apostrophe, which would begin a macro.
    private static func lineStart(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    private static func marked(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).map { escaped(String($0)) }.enumerated()
            .map { $0.offset % 2 == 0 ? $0.element : "\\fB\($0.element)\\fR" }.joined()
    }

    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
    }
}
