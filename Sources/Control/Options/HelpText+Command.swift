import PlayCore

/// `--help` after a command: usage, description, subcommands and options, an example; at most 30 rows.
extension HelpText {
    /// - Parameter name: the full name, such as `downloads pause`.
    package static func command(_ name: String) -> String? {
        guard let chain = CommandTable.chain(name.split(separator: " ").map(String.init)), let spec = chain.last else {
            return nil
        }
        let options =
            spec.options.map { ($0.usage, SentenceSplit.first(tr($0.summary))) }
            + spec.related.compactMap { name in
                OptionTable.option(named: name).map { ($0.usage, SentenceSplit.first(tr($0.summary))) }
            }
        let commands = commands(spec)
        return tr("Usage: %1", usage(chain)) + "\n" + wrapped(tr(spec.summary))
            + (commands.isEmpty ? "" : section(tr("Commands"), commands))
            + (options.isEmpty ? "" : section(tr("Options (for all of them: tvplay help all)"), options))
            + "\n" + tr("Example: %1", spec.example) + "\n"
    }

    static func usage(_ chain: [CommandSpec]) -> String {
        UsageText.localized(
            (["tvplay"] + chain.dropLast().map(\.name) + (chain.last.map { [$0.usage] } ?? [])).joined(separator: " "))
    }

    static func commands(_ spec: CommandSpec) -> [(usage: String, text: String)] {
        spec.commands.map { ($0.usage, tr($0.summary)) }
    }

    /// Includes those of its subcommands, each once.
    static func options(_ spec: CommandSpec) -> [CommandSpec.Option] {
        var seen: Set<String> = []
        return (spec.options + spec.commands.flatMap(\.options)).filter { seen.insert($0.name).inserted }
    }
}
