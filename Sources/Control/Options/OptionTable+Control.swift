import Localization
import PlayCore

extension OptionTable {
    static let control = [
        OptionSpec(
            "config", .flag, default: "yes", in: .control, [.wholeRun, .commandLineOnly],
            summary: trMark("Read no configuration files, neither tvplay.conf nor input.conf.")
        ) { $0.configuration.isUsed = $1 },
        OptionSpec(
            "config-dir", .path, in: .control, [.wholeRun, .commandLineOnly],
            summary: trMark("Read the configuration files of this folder and of no other.")
        ) { $0.configuration.folder = $1 },
        OptionSpec(
            "include", .path, in: .control, [.wholeRun, .commandLineOnly],
            summary: trMark("Read this configuration file too, after the others. Can be given several times.")
        ) { $0.configuration.includes.append($1) },
        OptionSpec(
            "profile", letter: nil, profiles, in: .control, .wholeRun,
            summary: trMark(
                "Apply sections of the configuration file, separated by commas. help lists them. What the command line "
                    + "says itself has the last word.")
        ) { names in names.map { names in .set { $0.configuration.profiles += names } } ?? .show(.profiles) },
        OptionSpec(
            "input-conf", .path, in: .control, .wholeRun,
            summary: trMark("Read key bindings from this file instead of input.conf in the configuration folder.")
        ) { $0.inputConf = $1 },
        OptionSpec(
            "input-default-bindings", .flag, default: "yes", in: .control, .wholeRun,
            summary: trMark("Use only the key bindings of input.conf.")
        ) { $0.usesDefaultBindings = $1 },
        OptionSpec(
            "input-ipc-server", .path, in: .control, .wholeRun,
            summary: trMark(
                "Take commands from this socket, in mpv's JSON protocol. @name is a socket without a file. Whoever can "
                    + "open it controls the player.")
        ) { $0.ipcServer = $1 },
        OptionSpec(
            "idle", .choice(IdleChoice.self).bare("yes"), default: "no", in: .control, .wholeRun,
            summary: trMark(
                "Stay when there is nothing to play, and wait for commands, such as those of --input-ipc-server. once: "
                    + "only at the start.")
        ) { $0.idle = $1 },
        OptionSpec(
            "background-audio", .flag, default: "no", in: .control, .wholeRun,
            summary: trMark(
                "Let the sound go on after Ctrl+Z and where nobody sees the picture; else that pauses. See also "
                    + "--hangup and --remote-control.")
        ) { $0.playsInBackground = $1 },
        OptionSpec(
            "hangup", .choice(HangUpAction.self), default: "quit", in: .control, .wholeRun,
            summary: trMark(
                "What to do when the terminal is closed: quit, or continue with the sound, which needs "
                    + "--background-audio.")
        ) { $0.hangUp = $1 },
        OptionSpec(
            "remote-control", .flag, default: "no", in: .control, .wholeRun,
            summary: trMark(
                "Let the desktop (media keys, MPRIS) and tvplay remote control the player. Only together with "
                    + "--background-audio.")
        ) { $0.allowsRemoteControl = $1 },
        OptionSpec(
            "remote-control-image", .path, in: .control, .wholeRun,
            summary: trMark("Picture that the desktop shows for what plays: a file or an address.")
        ) { $0.remoteControlImage = $1 },
        OptionSpec(
            "user-name", .text, in: .control, .wholeRun,
            summary: trMark("The viewer's name, for --marquee and for services that ask for it.")
        ) { $0.user.name = $1 },
        OptionSpec(
            "user-number", .text, in: .control, .wholeRun,
            summary: trMark("The viewer's number, for --marquee and for services that ask for it.")
        ) { $0.user.number = $1 },
        OptionSpec(
            "user-group", .integer(Int.min...Int.max), in: .control, .wholeRun,
            summary: trMark("The number of the viewer's group, for --marquee and for services that ask for it.")
        ) { $0.user.group = $1 },
    ]

    /// Nil: list them.
    private static let profiles = ValueParser<[String]?>(.text, words: ["help"]) { text in
        if text == "help" { return .some(nil) }
        let names = text.split(separator: ",").map(String.init)
        return names.isEmpty ? nil : names
    }
}
