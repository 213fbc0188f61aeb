import PlayCore

extension OptionTable {
    static let control = [
        OptionSpec(
            "config", .flag, default: "yes", in: .control, [.wholeRun, .commandLineOnly],
            summary: trMark("Do not read tvplay.conf and input.conf.")
        ) { $0.configuration.isUsed = $1 },
        OptionSpec(
            "config-dir", .folder, in: .control, [.wholeRun, .commandLineOnly],
            summary: trMark("Read the configuration from this folder only.")
        ) { $0.configuration.folder = $1 },
        OptionSpec(
            "include", .path, in: .control, [.wholeRun, .commandLineOnly],
            summary: trMark("Read this configuration file after the others. Can be repeated.")
        ) { $0.configuration.includes.append($1) },
        OptionSpec(
            "profile", letter: nil, profiles, in: .control, .wholeRun,
            summary: trMark(
                "Apply these profiles of the configuration, separated by commas. help lists them. "
                    + "Options on the command line take precedence.")
        ) { names in names.map { names in .set { $0.configuration.profiles += names } } ?? .show(.profiles) },
        OptionSpec(
            "input-conf", .path, in: .control, .wholeRun,
            summary: trMark("Read key bindings from this file instead of input.conf.")
        ) { $0.inputConf = $1 },
        OptionSpec(
            "input-default-bindings", .flag, default: "yes", in: .control, .wholeRun,
            summary: trMark("Use the key bindings of input.conf only, without the default ones.")
        ) { $0.usesDefaultBindings = $1 },
        OptionSpec(
            "input-ipc-server", .path, in: .control, .wholeRun,
            summary: trMark(
                "Accept commands on this Unix socket, in mpv's JSON protocol. @NAME creates an "
                    + "abstract socket. Anyone who can connect controls the player.")
        ) { $0.ipcServer = $1 },
        OptionSpec(
            "script", .path, in: .control, .wholeRun,
            summary: trMark(
                "Start this program with a private socket that speaks mpv's JSON protocol. Can be repeated. See also "
                    + "--load-scripts.")
        ) { $0.scripts.append($1) },
        OptionSpec(
            "load-scripts", .flag, default: "yes", in: .control, .wholeRun,
            summary: trMark("Do not start the programs in the scripts folder of the configuration.")
        ) { $0.loadsScripts = $1 },
        OptionSpec(
            "idle", .choice(IdleChoice.self).bare("yes"), default: "no", in: .control, .wholeRun,
            summary: trMark(
                "Keep running and wait for commands when nothing is left to play. once: only at the "
                    + "start.")
        ) { $0.idle = $1 },
        OptionSpec(
            "background-audio", .choice(BackgroundAudio.self).bare("yes"), default: "auto", in: .control, .wholeRun,
            summary: trMark(
                "Continue the sound after Ctrl+Z and while the picture is out of sight, instead of "
                    + "pausing. auto: only in live classes. See also --hangup and --remote-control.")
        ) { $0.backgroundAudio = $1 },
        OptionSpec(
            "background-decode", .flag, default: "no", in: .control, .wholeRun,
            summary: trMark(
                "With --background-audio, decode the picture too while it is out of sight, for screenshots and "
                    + "scripts.")
        ) { $0.decodesInBackground = $1 },
        OptionSpec(
            "hangup", .choice(HangUpAction.self), default: "quit", in: .control, .wholeRun,
            summary: trMark(
                "When the terminal closes: quit, or continue with the sound (needs "
                    + "--background-audio).")
        ) { $0.hangUp = $1 },
        OptionSpec(
            "remote-control", .flag, default: "no", in: .control, .wholeRun,
            summary: trMark(
                "Let the desktop (media keys, MPRIS) and tvplay remote control the player. Needs "
                    + "--background-audio.")
        ) { $0.allowsRemoteControl = $1 },
        OptionSpec(
            "remote-control-image", .path, in: .control, .wholeRun,
            summary: trMark("Cover that the desktop shows, a file or URL.")
        ) { $0.remoteControlImage = $1 },
        OptionSpec(
            "user-name", .text, in: .control, .wholeRun,
            summary: trMark("Name of the viewer, for --marquee and services.")
        ) { $0.user.name = $1 },
        OptionSpec(
            "user-number", .text, in: .control, .wholeRun,
            summary: trMark("Number of the viewer, for --marquee and services.")
        ) { $0.user.number = $1 },
        OptionSpec(
            "user-group", .integer(Int.min...Int.max), in: .control, .wholeRun,
            summary: trMark("Group of the viewer, for --marquee and services.")
        ) { $0.user.group = $1 },
    ]

    /// `nil` lists the profiles.
    private static let profiles = ValueParser<[String]?>(.text, words: ["help"]) { text in
        if text == "help" { return .some(nil) }
        let names = text.split(separator: ",").map(String.init)
        return names.isEmpty ? nil : names
    }
}
