import PlayCore

/// The manual page tvplay(1) in mdoc, in the language of messages.
package enum ManualPage {
    package static func source() -> String {
        head() + commands() + options() + environment() + files() + exitStatus() + examples()
            + ManualText.section(tr("SEE ALSO")) + ".Xr ffmpeg 1 ,\n.Xr mpv 1\n"
    }

    private static func head() -> String {
        ManualText.head(
            "tvplay", tr("play video and sound in the terminal"),
            arguments: [".Op Ar option ...\n.Ar file ...", ".Ar command"])
            + ManualText.section(tr("DESCRIPTION"))
            + ManualText.sentences(
                tr(
                    "`tvplay` draws video with coloured characters and plays its sound. A file of `-` is standard input. "
                        + "An argument after `--` is a file even when it begins with a dash."))
            + ".Pp\n"
            + ManualText.sentences(
                tr("While playing, Space pauses, the arrow keys seek, q quits and ? shows all keys. The commands are:"))
    }

    private static func commands() -> String {
        let items = CommandTable.all.map { spec in
            let inner = spec.commands.map(item) + HelpText.options(spec).map(item)
            return item(spec) + (inner.isEmpty ? "" : ManualText.list(inner)) + ManualText.sentences(tr("For example:"))
                + ManualText.example(spec.example)
        }
        return ManualText.list(items)
            + ManualText.sentences(tr("To play a file that is named like a command, write `./demo`."))
    }

    private static func item(_ spec: CommandSpec) -> String {
        let arguments = spec.usage.dropFirst(spec.name.count + 1)
        let head = "Cm " + ManualText.escaped(spec.name)
        return ManualText.item(
            head + (arguments.isEmpty ? "" : " Ar " + ManualText.escaped(String(arguments))), tr(spec.summary))
    }

    private static func options() -> String {
        let intro =
            ManualText.section(tr("OPTIONS"))
            + ManualText.sentences(
                tr("If an option is given several times, the last one counts. `--no-NAME` is the same as `--NAME=no`."))
        return OptionGroup.allCases.reduce(intro) { text, group in
            text + ".Ss \(tr(group.title))\n" + ManualText.list(OptionTable.options(of: group).map(item))
        } + ".Ss \(tr("Options for single files"))\n"
            + ManualText.sentences(tr("Options between `--{` and `--}` apply only to the files between them."))
    }

    private static func item(_ spec: OptionSpec) -> String {
        var head = (spec.letter.map { "Fl \($0) , " } ?? "") + "Fl Fl " + ManualText.escaped(spec.typedName)
        if spec.form.shape != .flag {
            let value = spec.form.placeholder.split(separator: "|").map { ManualText.escaped(String($0)) }
                .joined(separator: " | ")
            head += spec.form.bare == nil ? " Ns = Ns Ar " + value : " Ns Oo = Ns Ar " + value + " Oc"
        }
        let aliases = spec.typedAliases.map { "--" + $0 }.listed
        return ManualText.item(head, tr(spec.summary))
            + (aliases.isEmpty ? "" : ManualText.sentences(tr("Also %1.", aliases)))
            + (spec.shownDefault.map(ManualText.defaultValue) ?? "")
    }

    private static func item(_ option: CommandSpec.Option) -> String {
        let value = option.form.map { " Ns = Ns Ar " + ManualText.escaped($0.placeholder) } ?? ""
        return ManualText.item("Fl Fl " + ManualText.escaped(option.name) + value, tr(option.summary))
    }

    private static func files() -> String {
        ManualText.section(tr("FILES"))
            + ManualText.list([
                ManualText.item(
                    "Pa ~/.config/tvplay/tvplay.conf",
                    tr(
                        "Options without their dashes, one per line: `volume=80` or `no-mouse`. A value may be quoted; "
                            + "`%n%` before a value gives its length in bytes. `#` starts a comment, `include=` reads another "
                            + "file. A `[name]` starts a profile, which `--profile` applies; `[controls]` is not a profile: "
                            + "it always applies and takes options of the screen only. The command line takes precedence "
                            + "over profiles, profiles over this file, and this file over `/etc/tvplay/tvplay.conf`.")),
                ManualText.item(
                    "Pa ~/.config/tvplay/input.conf",
                    tr("Key bindings in the format of `mpv`: a key and a command, such as `SPACE cycle pause`.")),
                ManualText.item(
                    "Pa layouts.conf",
                    tr(
                        "Layouts of the control bar, for `--layout`, in `$TVPLAY_HOME`, `$XDG_CONFIG_HOME/tvplay` or "
                            + "`~/.config/tvplay`.")) + layoutExample
                    + ManualText.sentences(
                        tr(
                            "Each `standard` and `compact` is a row, from the top. Terminals narrower than `compact-below` "
                                + "columns get the compact rows. A control is a name, and after colons its width in columns, "
                                + "or a dash, and its elasticity: its share of the spare columns. A text in quotes is shown as "
                                + "it is. `height` is the number of terminal rows for each row, `spacing` the number of "
                                + "columns between controls. The names are %1.", controls.map { "`\($0)`" }.listed)),
            ])
    }

    private static let layoutExample = """
        .Bd -literal
        # A comment.
        [mine]
        compact\\-below = 60
        standard = playback progress:8:24 "my bar" spacer volume
        compact = playback progress:8:1
        .Ed
        .Pp

        """

    private static let controls = [
        "playback", "jump-back", "current-time", "separator", "duration", "progress", "volume", "speed", "captions",
        "definition", "screen-mode", "route", "live", "goggles", "previous", "next", "title", "logo", "spacer",
    ]

    private static func environment() -> String {
        ManualText.section(
            tr("ENVIRONMENT"),
            of: [
                (
                    "Ev LANG , LC_ALL , LC_CTYPE , LC_MESSAGES , LANGUAGE",
                    tr("The language of messages. If the locale is not UTF-8, tvplay uses only ASCII.")
                ),
                ("Ev TERM , COLORTERM", tr("What the terminal can show.")),
                (
                    "Ev TVPLAY_TOKEN , TVPLAY_TOKEN_COMMAND , TVPLAY_DOMAIN_PREFIX",
                    tr(
                        "The same as the options of these names; all other options of services and tokens have variables, "
                            + "too. They take precedence over the configuration, and the command line over them. Other users "
                            + "of the machine can read the command line, but not the environment.")
                ),
                (
                    "Ev TVPLAY_PEERTUBE_PASSWORD",
                    tr("The password of the account that `--peertube-user` names, unless a command prints it.")
                ),
                (
                    "Ev TVPLAY_HOME , XDG_CONFIG_HOME",
                    tr("The folder of the configuration: `TVPLAY_HOME`, or else `tvplay` in `XDG_CONFIG_HOME`.")
                ),
                (
                    "Ev TVPLAY_HOME , XDG_STATE_HOME",
                    tr(
                        "The file of positions and history: `tvplay.db` in `TVPLAY_HOME`, or else in `tvplay` in "
                            + "`XDG_STATE_HOME` (default: `~/.local/state/tvplay`).")
                ),
                (
                    "Ev TVPLAY_HOME , XDG_STATE_HOME , XDG_DATA_HOME , XDG_RUNTIME_DIR",
                    tr(
                        "Downloads: their list is in a folder `downloads` beside `tvplay.db`, the files are in "
                            + "`tvplay/downloads` in `XDG_DATA_HOME`, and the daemon's socket is also in `XDG_RUNTIME_DIR`."
                    )
                ),
                (
                    "Ev TVPLAY_DATA",
                    tr("A folder that contains `tvplay` and `locale`, to use instead of `share` beside the program.")
                ),
            ])
    }

    private static func exitStatus() -> String {
        ManualText.section(tr("EXIT STATUS"), of: ExitCode.allCases.map { ("\($0.rawValue)", tr($0.meaning)) })
    }

    private static func examples() -> String {
        ManualText.section(tr("EXAMPLES"))
            + [
                (tr("Start at 1:30, at 1.25 times the speed:"), "tvplay --start=1:30 --speed=1.25 lecture.mp4"),
                (tr("Play the sound of a file, repeated forever:"), "tvplay --no-video --loop music.flac"),
                (tr("Play a file on another machine:"), "ssh server cat film.mkv | tvplay -"),
            ].map { ManualText.sentences($0.0) + ManualText.example($0.1) }.joined(separator: ".Pp\n")
    }
}
