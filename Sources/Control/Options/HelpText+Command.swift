import Localization

/// What `--help` prints behind a command: how it is typed, what it does, its own words and options, an example; 30 rows
/// at most.
extension HelpText {
    /// Nil: there is no such command.
    package static func command(_ name: String) -> String? {
        guard let spec = CommandSpec.named(name) else { return nil }
        let options =
            spec.options.map { ($0.usage, SentenceSplit.first(tr($0.summary))) }
            + spec.related.compactMap { name in
                OptionTable.option(named: name).map { ($0.usage, SentenceSplit.first(tr($0.summary))) }
            }
        let verbs = verbs(spec)
        return tr("Usage: %1", usage(spec)) + "\n" + wrapped(tr(spec.summary))
            + (verbs.isEmpty ? "" : section(tr("Subcommands"), verbs))
            + (options.isEmpty ? "" : section(tr("Options (all of them: tvplay --help=all)"), options))
            + "\n" + tr("Example: %1", spec.example) + "\n"
    }

    /// `tvplay get ADDRESS...`.
    static func usage(_ spec: CommandSpec) -> String {
        "tvplay " + spec.name + (spec.arguments.isEmpty ? "" : " " + spec.arguments)
    }

    static func verbs(_ spec: CommandSpec) -> [(usage: String, text: String)] {
        spec.verbs.map { ($0.usage, tr($0.summary)) }
    }
}
