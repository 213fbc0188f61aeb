import PlayCore

extension OptionTable {
    static let information = [
        OptionSpec(
            "help", letter: "h", helpSubject.or("all", .help(all: true)).bare(""), in: .information, .wholeRun,
            summary: trMark("Show the most important options, those of a topic, or all.")
        ) { .show($0) },
        printing("version", .version, summary: trMark("Show the version.")),
        printing("list-options", .optionList, summary: trMark("List all options with values and defaults.")),
        printing("list-keys", .keys, summary: trMark("List all key bindings, including those of input.conf.")),
        OptionSpec(
            "completion", letter: nil, .choice(Shell.self), in: .information, .wholeRun,
            summary: trMark("Print the completion script for a shell.")
        ) { .show(.completion($0)) },
        printing("man", .manualPage, summary: trMark("Print the source of the manual page.")),
    ]

    private static let helpSubject = ValueParser<Information>(.text) { word in
        word.isEmpty ? .help(all: false) : OptionGroup(rawValue: word).map(Information.topicHelp)
    }

    private static func printing(
        _ name: String, _ information: Information, _ traits: OptionSpec.Traits = [], summary: String
    ) -> OptionSpec {
        OptionSpec(name, letter: nil, .flag, default: "no", in: .information, traits.union(.wholeRun), summary: summary)
        { $0 ? .show(information) : nil }
    }
}
