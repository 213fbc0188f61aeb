import PlayCore

/// `--help` in the user's language, at most 80 columns wide.
package enum HelpText {
    /// Returns the most important commands and options on 22 rows, so that 24 rows have space for two prompts.
    package static func short() -> String {
        let major = CommandTable.all.filter(\.isInShortHelp).map { spec in
            (spec.commands.isEmpty ? spec.usage : spec.name, SentenceSplit.first(tr(spec.summary)))
        }
        let minor = CommandTable.all.filter { !$0.isInShortHelp }.map(\.name).joined(separator: " ")
        let options = OptionTable.all.filter { $0.traits.contains(.short) && !$0.isHidden }
            .map { ($0.shortUsage, firstSentence($0)) }
        let column = 4 + ((major + options).map { TextWidth.columns(of: $0.0) }.max() ?? 0)
        return headLines() + section(tr("Commands"), major, column: column) + "  " + minor + "\n"
            + section(tr("Options"), options, column: column) + "\n"
            + wrapped(
                tr(
                    "While playing, ? shows the keys. More: tvplay help all, tvplay help COMMAND, --help=TOPIC. Topics: %1",
                    OptionGroup.allCases.map(\.rawValue).listed))
    }

    package static func topic(_ group: OptionGroup) -> String {
        let rows = OptionTable.options(of: group).map { ($0.usage, summaryWithDefault($0)) }
        return String(section(tr(group.title), rows).drop { $0 == "\n" })
    }

    package static func all() -> String {
        OptionGroup.allCases.reduce(headLines() + commandList()) { text, group in
            text + "\n" + topic(group)
        } + commandOptions() + notes() + examples()
    }

    /// Returns one line per option, including hidden ones: name, values, default. For scripts, so untranslated.
    package static func optionList() -> String {
        OptionTable.all.reduce("") { text, spec in
            let value = spec.form.shape == .flag ? "yes|no" : spec.form.placeholder
            let aliases = spec.aliases.isEmpty ? "" : "  (also --" + spec.aliases.joined(separator: ", --") + ")"
            let line = padded(" --" + spec.name, to: 29) + value + (spec.defaultText.map { "  (default: \($0))" } ?? "")
            return text + line + aliases + "\n"
        }
    }

    /// Returns `--vo=help`: a line per value.
    package static func pictureOutputs() -> String {
        PictureOutput.allCases.reduce("") { $0 + row($1.rawValue, tr($1.summary)) }
    }

    /// Returns `--profile=help`: a line per profile.
    package static func profiles(_ profiles: [ConfigProfile]) -> String {
        if profiles.isEmpty { return tr("The configuration defines no profiles.") + "\n" }
        return profiles.reduce("") { $0 + row(ByteText.shown($1.name), ByteText.shown($1.description)) }
    }

    /// Returns the hint for standard error when there is nothing to play.
    package static func hint() -> String {
        tr("Usage: tvplay [OPTION]... FILE|URL...") + "\n" + tr("For help: tvplay --help. To try it: tvplay demo.")
            + "\n"
    }

    package static func hint(after error: OptionError) -> String {
        switch error {
        case .missingArgument(_, let command), .unexpectedArgument(_, let command), .badArgument(_, let command, _),
            .unknownCommand(_, let command, _) where !command.isEmpty:
            let usage = CommandTable.chain(command.split(separator: " ").map(String.init)).map(usage) ?? ""
            return tr("Usage: %1", usage) + "\n" + tr("See tvplay %1 --help.", command) + "\n"
        case .retired: return ""
        default: return tr("See tvplay --help.") + "\n"
        }
    }

    // MARK: Parts

    static let width = 79
    static let column = 26

    private static func commandList() -> String {
        section(tr("Commands"), CommandTable.all.map { ($0.name, tr($0.summary)) })
    }

    private static func headLines() -> String {
        tr("tvplay plays video and sound in the terminal.") + "\n\n"
            + tr("Usage: tvplay [OPTION]... FILE|URL...") + "\n"
            + padded("", to: columns(before: tr("Usage: tvplay [OPTION]... FILE|URL..."))) + "tvplay " + tr("COMMAND")
            + "\n"
    }

    /// Returns the column of "tvplay", to align the second line.
    private static func columns(before usage: String) -> Int {
        guard let range = usage.firstRange(of: "tvplay") else { return 0 }
        return TextWidth.columns(of: String(usage[..<range.lowerBound]))
    }

    private static func commandOptions() -> String {
        CommandTable.all.filter { !$0.options.isEmpty || !$0.commands.isEmpty }.reduce("") { text, spec in
            text + section(usage([spec]), commands(spec) + options(spec).map { ($0.usage, tr($0.summary)) })
        }
    }

    private static func examples() -> String {
        section(
            tr("Examples"),
            [
                ("tvplay film.mkv", ""),
                ("tvplay --start=1:30 --speed=1.25 lecture.mp4", ""),
                ("tvplay --no-video --loop music.flac", ""),
                ("tvplay --{ --start=25% a.mp4 --} b.mp4", ""),
                ("ssh server cat film.mkv | tvplay -", ""),
            ])
            + "\n"
            + wrapped(tr("While playing: Space pauses, the arrow keys seek, q quits, ? shows all keys."))
    }

    private static func notes() -> String {
        "\n"
            + wrapped(
                tr(
                    "--no-NAME is the same as --NAME=no. Options between --{ and --} apply only to the "
                        + "files between them. Arguments after -- are files; - is standard input."))
    }

    static func section(
        _ title: String, _ rows: [(usage: String, text: String)], column: Int = HelpText.column
    ) -> String {
        rows.reduce("\n" + tr("%1:", title) + "\n") { $0 + row($1.usage, $1.text, column: column) }
    }

    private static func row(_ usage: String, _ text: String, column: Int = HelpText.column) -> String {
        let lines = LineBreaking.lines(text, width: width - column, cutsWords: false)
        let first = "  " + UsageText.localized(usage)
        let hasSpace = TextWidth.columns(of: first) + 2 <= column
        let head = hasSpace && !lines.isEmpty ? padded(first, to: column) + lines[0] : first
        let below = hasSpace ? lines.dropFirst() : lines[...]
        return below.reduce(head) { $0 + "\n" + padded("", to: column) + $1 } + "\n"
    }

    static func wrapped(_ text: String) -> String {
        LineBreaking.lines(text, width: width, cutsWords: false).map { $0 + "\n" }.joined()
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TextWidth.columns(of: text)))
    }

    private static func firstSentence(_ spec: OptionSpec) -> String { SentenceSplit.first(tr(spec.summary)) }

    private static func summaryWithDefault(_ spec: OptionSpec) -> String {
        let aliases = spec.typedAliases.map { "--" + $0 }.listed
        let sentences = [
            tr(spec.summary), aliases.isEmpty ? "" : tr("Also %1.", aliases),
            spec.shownDefault.map { tr("(default: %1)", $0) } ?? "",
        ]
        return sentences.reduce("") { text, sentence in
            let needsSpace = !sentence.isEmpty && text.last?.isASCII == true
            return text + (needsSpace ? " " : "") + sentence
        }
    }
}

extension OptionSpec {
    var shownDefault: String? { form.shape == .flag ? nil : defaultText }
}

enum SentenceSplit {
    static func first(_ text: String) -> String {
        if let end = text.firstIndex(of: "。") { return String(text[...end]) }
        return text.firstRange(of: ". ").map { String(text[..<$0.upperBound].dropLast()) } ?? text
    }
}
