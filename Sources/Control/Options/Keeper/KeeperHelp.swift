import PlayCore

/// In the user's language, at most 80 columns wide.
enum KeeperHelp {
    static var all: String {
        let commands = KeeperTable.commands.map { ($0.usage, tr($0.summary)) }
        return tr("tvplay-keeper keeps live classes: it decides who may do what, stores it, and lets people in.")
            + "\n\n"
            + tr("Usage: %1", "tvplay-keeper " + tr("COMMAND") + " [OPTION]...") + "\n"
            + HelpText.section(tr("Commands"), commands)
            + HelpText.section(tr("Options"), KeeperTable.options.map(row))
            + HelpText.section(
                tr("Examples"), KeeperTable.commands.map { ($0.example, "") })
    }

    static func of(_ command: KeeperTable.Command) -> String {
        tr("Usage: %1", "tvplay-keeper " + command.usage + " [OPTION]...") + "\n\n"
            + HelpText.wrapped(tr(command.summary))
            + HelpText.section(tr("Options"), KeeperTable.options(of: command).map(row))
            + HelpText.section(tr("Examples"), [(command.example, "")])
    }

    private static func row(_ option: KeeperTable.Option) -> (String, String) {
        let value = option.defaultText.map { " " + tr("(default: %1)", $0) } ?? ""
        return (option.usage, tr(option.summary) + value)
    }
}
