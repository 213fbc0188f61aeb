import PlayCore

/// The manual page tvplay-keeper(1) in mdoc, in the language of messages.
enum KeeperManual {
    static func source() -> String {
        ManualText.head(
            "tvplay-keeper", tr("keep live classes for tvplay"), arguments: [".Ar command\n.Op Ar option ..."])
            + ManualText.section(tr("DESCRIPTION"))
            + ManualText.sentences(
                tr(
                    "`tvplay-keeper` decides who may do what in live classes, stores what happens, sends it to everyone, and "
                        + "admits people with a join code, a signature or an account. It needs a chat server that speaks XMPP: `up` "
                        + "starts Prosody and keeps it running, `run` uses an existing server."))
            + ".Pp\n"
            + ManualText.sentences(
                tr(
                    "It can be killed at any moment: it stores each event before it sends it, and continues with the next "
                        + "one after a restart. Two keepers never use the same folder."))
            + ManualText.section(tr("COMMANDS")) + ManualText.list(KeeperTable.commands.map(item))
            + ManualText.section(tr("OPTIONS")) + ManualText.list(KeeperTable.options.map(item))
            + ManualText.section(
                tr("FILES"),
                of: [
                    (
                        "Pa classes.db",
                        tr(
                            "Classes, people, codes and all events, in the folder that `--dir` names. It holds secrets: only its "
                                + "owner can read it.")
                    ),
                    (
                        "Pa prosody",
                        tr(
                            "Configuration, certificate, archive and log of the chat server that `up` starts, in the same "
                                + "folder.")
                    ),
                ])
            + ManualText.section(tr("EXIT STATUS"))
            + ManualText.sentences(tr("0: success; 1: it could not start, or the command failed."))
            + ManualText.section(tr("SEE ALSO")) + ".Xr tvplay 1 ,\n.Xr prosody 8\n"
    }

    private static func item(_ command: KeeperTable.Command) -> String {
        let arguments = command.arguments.isEmpty ? "" : " Ar " + ManualText.escaped(command.arguments)
        return ManualText.item("Cm \(ManualText.escaped(command.action.rawValue))" + arguments, tr(command.summary))
            + ManualText.sentences(tr("For example:")) + ManualText.example(command.example)
    }

    private static func item(_ option: KeeperTable.Option) -> String {
        let placeholder = ManualText.escaped(option.form.placeholder.replacing("|", with: " | "))
        let value = option.form == .flag ? "" : " Ns = Ns Ar " + placeholder
        return ManualText.item("Fl Fl " + ManualText.escaped(option.name) + value, tr(option.summary))
            + (option.defaultText.map(ManualText.defaultValue) ?? "")
    }
}
