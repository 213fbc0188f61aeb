import Localization

/// The manual page tvplay(1) in mdoc, always in English.
package enum ManualPage {
    package static func source() -> String {
        head() + commands() + options() + perFile() + environment() + files() + exitStatus() + examples() + tail()
    }

    private static func head() -> String {
        """
        .\\" Made by tvplay --man from the table of options.
        .Dd \(ProgramVersion.date)
        .Dt TVPLAY 1
        .Os
        .Sh NAME
        .Nm tvplay
        .Nd play video and sound in the terminal
        .Sh SYNOPSIS
        .Nm
        .Op Ar option ...
        .Ar file ...
        .Nm
        .Ar command
        .Sh DESCRIPTION
        .Nm
        draws video with coloured characters and plays its sound.
        A
        .Ar file
        of
        .Sq \\&-
        is standard input.
        An argument after
        .Fl Fl
        is a file even when it begins with a dash.
        .Pp
        While playing, Space pauses, the arrow keys seek, q quits and ? shows all keys.

        """
    }

    private static func commands() -> String {
        let items = CommandTable.all.map { spec in
            let inner = spec.commands.map(item) + HelpText.options(spec).map(item)
            return item(spec) + (inner.isEmpty ? "" : list(inner)) + "For example:\n.Dl \(escaped(spec.example))\n"
        }
        return "The commands are:\n" + list(items)
            + "To play a file that is named like a command, write\n.Pa ./demo .\n"
    }

    private static func item(_ spec: CommandSpec) -> String {
        let arguments = spec.usage.dropFirst(spec.name.count + 1)
        return ".It Cm \(escaped(spec.name))\(arguments.isEmpty ? "" : " Ar " + escaped(String(arguments)))\n"
            + sentences(spec.summary)
    }

    private static func options() -> String {
        let intro =
            ".Sh OPTIONS\nIf an option is given several times, the last one counts.\n"
            + ".Fl Fl no- Ns Ar name\nis the same as\n.Fl Fl Ns Ar name Ns = Ns Cm no .\n"
        return OptionGroup.allCases.reduce(intro) { text, group in
            text + ".Ss \(group.title)\n" + list(OptionTable.options(of: group).map(item))
        }
    }

    private static func item(_ spec: OptionSpec) -> String {
        var text = ".It " + (spec.letter.map { "Fl \($0) , " } ?? "") + "Fl Fl " + escaped(spec.typedName)
        if spec.form.shape != .flag {
            let value = spec.form.placeholder.split(separator: "|").map { escaped(String($0)) }.joined(separator: " | ")
            text += spec.form.bare == nil ? " Ns = Ns Ar " + value : " Ns Oo = Ns Ar " + value + " Oc"
        }
        text += "\n" + sentences(spec.summary)
        if !spec.aliases.isEmpty { text += "Also --" + escaped(spec.typedAliases.joined(separator: ", --")) + ".\n" }
        if let value = spec.shownDefault { text += "Default:\n.Cm \(escaped(value)) .\n" }
        return text
    }

    private static func item(_ option: CommandSpec.Option) -> String {
        let value = option.form.map { " Ns = Ns Ar " + escaped($0.placeholder) } ?? ""
        return ".It Fl Fl " + escaped(option.name) + value + "\n" + sentences(option.summary)
    }

    private static func perFile() -> String {
        """
        .Ss Options for single files
        Options between
        .Fl Fl Ns {
        and
        .Fl Fl Ns }
        apply only to the files between them.

        """
    }

    private static func files() -> String {
        """
        .Sh FILES
        .Bl -tag -width Ds
        .It Pa ~/.config/tvplay/tvplay.conf
        Options without their dashes, one per line:
        .Ql volume=80
        or
        .Ql no\\-mouse .
        A value may be quoted;
        .Ql %n%
        before a value gives its length in bytes.
        .Ql #
        starts a comment,
        .Ql include=
        reads another file.
        A
        .Ql [name]
        starts a profile, which
        .Fl Fl profile
        applies;
        .Ql [controls]
        is not a profile: it always applies and takes options of the screen only.
        The command line takes precedence over profiles, profiles over this file, and this file over
        .Pa /etc/tvplay/tvplay.conf .
        .It Pa ~/.config/tvplay/input.conf
        Key bindings in the format of
        .Xr mpv 1 :
        a key and a command, such as
        .Ql SPACE cycle pause .
        .It Pa layouts.conf
        Layouts of the control bar, for
        .Fl Fl layout ,
        in
        .Pa $TVPLAY_HOME ,
        .Pa $XDG_CONFIG_HOME/tvplay
        or
        .Pa ~/.config/tvplay .
        .Bd -literal
        # A comment.
        [mine]
        compact\\-below = 60
        standard = playback progress:8:24 "my bar" spacer volume
        compact = playback progress:8:1
        .Ed
        .Pp
        Each
        .Cm standard
        and
        .Cm compact
        is a row, from the top.
        Terminals narrower than
        .Cm compact\\-below
        columns get the compact rows.
        A control is a name, and after colons its width in columns, or a dash, and its elasticity: its share of the
        spare columns.
        A text in quotes is shown as it is.
        .Cm height
        is the number of terminal rows for each row,
        .Cm spacing
        the number of columns between controls.
        The names are
        .Cm playback , jump\\-back , current\\-time , separator , duration , progress , volume , speed ,
        .Cm captions , definition , screen\\-mode , route , live , goggles , previous , next , title , logo
        and
        .Cm spacer .
        .El

        """
    }

    private static func environment() -> String {
        """
        .Sh ENVIRONMENT
        .Bl -tag -width Ds
        .It Ev LANG , LC_ALL , LC_CTYPE , LC_MESSAGES , LANGUAGE
        The language of messages.
        If the locale is not UTF-8, tvplay uses only ASCII.
        .It Ev TERM , COLORTERM
        What the terminal can show.
        .It Ev TVPLAY_TOKEN , TVPLAY_TOKEN_COMMAND , TVPLAY_DOMAIN_PREFIX
        The same as the options of these names; all other options of services and tokens have variables, too.
        They take precedence over the configuration, and the command line over them.
        Other users of the machine can read the command line, but not the environment.
        .It Ev TVPLAY_PEERTUBE_PASSWORD
        The password of the account that
        .Fl Fl peertube-user
        names, unless a command prints it.
        .It Ev TVPLAY_HOME , XDG_CONFIG_HOME
        The folder of the configuration: the first itself, or
        .Pa tvplay
        below the second.
        .It Ev TVPLAY_HOME , XDG_STATE_HOME
        The file of positions and history:
        .Pa tvplay.db
        in the first, or in
        .Pa tvplay
        below the second (default:
        .Pa ~/.local/state/tvplay ) .
        .It Ev TVPLAY_HOME , XDG_STATE_HOME , XDG_DATA_HOME , XDG_RUNTIME_DIR
        Downloads: their list is in a folder
        .Pa downloads
        beside
        .Pa tvplay.db ,
        the files in
        .Pa tvplay/downloads
        below the third, and the daemon's socket also in the last.
        .It Ev TVPLAY_DATA
        A folder that contains
        .Pa tvplay
        and
        .Pa locale ,
        to use instead of
        .Pa share
        beside the program.
        .El

        """
    }

    private static func exitStatus() -> String {
        ".Sh EXIT STATUS\n" + list(ExitCode.allCases.map { ".It \($0.rawValue)\n" + sentences($0.meaning) })
    }

    private static func examples() -> String {
        """
        .Sh EXAMPLES
        Start at 1:30, at 1.25 times the speed:
        .Dl tvplay --start=1:30 --speed=1.25 lecture.mp4
        .Pp
        Play the sound of a file, repeated forever:
        .Dl tvplay --no-video --loop music.flac
        .Pp
        Play a file of another machine:
        .Dl ssh server cat film.mkv | tvplay -

        """
    }

    private static func tail() -> String {
        """
        .Sh SEE ALSO
        .Xr ffmpeg 1 ,
        .Xr mpv 1

        """
    }

    // MARK: mdoc

    private static func list(_ items: [String]) -> String {
        ".Bl -tag -width Ds\n" + items.joined() + ".El\n"
    }

    /// One sentence per line, as mdoc wants it.
    private static func sentences(_ text: String) -> String {
        var rest = text
        var lines = ""
        while !rest.isEmpty {
            let first = SentenceSplit.first(rest)
            lines += lineStart(escaped(first)) + "\n"
            rest = String(rest.dropFirst(first.count).drop { $0 == " " })
        }
        return lines
    }

    /// A line that begins with a dot or an apostrophe would be a macro.
    private static func lineStart(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
    }
}
