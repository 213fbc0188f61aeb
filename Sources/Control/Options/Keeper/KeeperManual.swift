/// The manual page tvplay-keeper(1) in mdoc, always in English.
enum KeeperManual {
    static var source: String {
        head + ".Sh COMMANDS\n" + list(KeeperTable.commands.map(item)) + ".Sh OPTIONS\n"
            + list(KeeperTable.options.map(item)) + tail
    }

    private static let head = """
        .\\" Made by tvplay-keeper --man from the table of its options.
        .Dd \(ProgramVersion.date)
        .Dt TVPLAY-KEEPER 1
        .Os
        .Sh NAME
        .Nm tvplay-keeper
        .Nd keep live classes for tvplay
        .Sh SYNOPSIS
        .Nm
        .Ar command
        .Op Ar option ...
        .Sh DESCRIPTION
        .Nm
        decides who may do what in live classes, stores what happens, tells everybody, and lets people in who have a
        join code or a signature.
        It needs a chat server that speaks XMPP:
        .Cm up
        starts Prosody and keeps it running,
        .Cm run
        uses one that is there.
        .Pp
        It can be killed at any moment: what was told to anybody is stored before, and a keeper that starts again goes on
        with the next event.
        Two keepers never use the same folder.

        """

    private static let tail = """
        .Sh FILES
        .Bl -tag -width Ds
        .It Pa classes.db
        Classes, people, codes and all events, in the folder that
        .Fl Fl dir
        names.
        It holds secrets: only its owner can read it.
        .It Pa prosody
        Configuration, certificate, archive and log of the chat server that
        .Cm up
        starts, in the same folder.
        .El
        .Sh EXIT STATUS
        0: ended as it was told; 1: it could not begin, or not do what it was told.
        .Sh SEE ALSO
        .Xr tvplay 1 ,
        .Xr prosody 8

        """

    private static func list(_ items: [String]) -> String { ".Bl -tag -width Ds\n" + items.joined() + ".El\n" }

    private static func item(_ command: KeeperTable.Command) -> String {
        ".It Cm \(escaped(command.action.rawValue))"
            + (command.arguments.isEmpty ? "" : " Ar " + escaped(command.arguments)) + "\n"
            + sentences(command.summary) + "For example:\n.Dl \(escaped(command.example))\n"
    }

    private static func item(_ option: KeeperTable.Option) -> String {
        ".It Fl Fl " + escaped(option.name)
            + (option.form == .flag
                ? "" : " Ns = Ns Ar " + escaped(option.form.placeholder.replacing("|", with: " | ")))
            + "\n" + sentences(option.summary)
            + (option.defaultText.map { "Default:\n.Cm \(escaped($0)) .\n" } ?? "")
    }

    /// Each on a line of its own.
    private static func sentences(_ text: String) -> String { escaped(text).replacing(". ", with: ".\n") + "\n" }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
    }
}
