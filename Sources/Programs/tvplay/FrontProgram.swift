import CPlatform
import Glibc
import Options
import PlayCore
import Processes

/// The small executable that users start. It answers commands that need neither terminal nor FFmpeg, and becomes
/// `tvplay-player` for the rest. Loading FFmpeg alone takes some 30 ms, which `tvplay --version` need not spend.
enum FrontProgram {
    /// - Returns: the exit status; does not return if the player takes over.
    static func run() -> Int32 {
        let resources = ResourceLocator()
        Localization.start(localeDirectory: resources.localeDirectory)
        if let refusal = DescriptorLimit.raise() { return fail(refusal + "\n").rawValue }
        do {
            let parsed = try OptionParser.parse(
                ByteText.commandLine, as: CommandLine.arguments[0], places: .ofThisUser)
            if case .downloads(let command) = parsed.command, !hasList(command) {
                sayMistake(parsed)
                return DownloadProgram(command, parsed, resources).run()
            }
            return run(parsed, resources: resources).rawValue
        } catch {
            return fail(error.message + "\n" + HelpText.hint(after: error)).rawValue
        }
    }

    /// Returns whether the list of downloads fills the screen, which is the player's.
    private static func hasList(_ command: DownloadCommand) -> Bool {
        command.action == .browse && isatty(0) == 1 && isatty(1) == 1
    }

    /// Prints the configuration's errors, unless the player does.
    private static func sayMistake(_ parsed: ParsedOptions) {
        guard let mistake = parsed.configurationMistake, parsed.command != .probe, !parsed.command.plays
        else { return }
        _ = StandardStream.error.write("tvplay: " + ByteText.shown(mistake.message) + "\n")
    }

    private static func run(_ parsed: ParsedOptions, resources: ResourceLocator) -> ExitCode {
        sayMistake(parsed)
        switch parsed.command {
        case .show(.keys): return becomePlayer(resources)
        case .show(let information): return show(information, parsed)
        case .positions(let command): return finish(MemoryProgram.positions(command))
        case .history(let command): return finish(MemoryProgram.history(command))
        case .cache(let command): return run(command, parsed, resources)
        case .remote(let command): return finish(RemoteProgram.run(command, path: parsed.options.ipcServer))
        case .listen, .prepare: return becomePlayer(resources)
        case .kiosk(let command): return KioskFront(command, parsed, resources).run()
        case .secureShell(let command):
            return SecureShellProgram(command, device: parsed.options.audioDevice, resources).run()
        case .downloads: return becomePlayer(resources, hasScreen: parsed.command.hasScreen)
        case .play, .demo, .feed, .room, .roomEvents, .probe: break
        }
        if let mistake = mistakenCommand(parsed) { return fail(mistake + "\n" + tr("See tvplay --help.") + "\n") }
        if parsed.command == .room, parsed.items.isEmpty, !parsed.join.isGiven, isatty(0) == 0 || isatty(1) == 0 {
            let missing = OptionError.missingArgument("FILE|URL", command: "class")
            return fail(missing.message + "\n" + HelpText.hint(after: missing))
        }
        let hasNothingToDo =
            parsed.command != .demo && parsed.command != .room && parsed.items.isEmpty
            && parsed.options.audioDevice != .list
            && parsed.options.idle == .no
        // On a terminal, home is the start.
        let hasHome = parsed.command == .play && isatty(0) == 1 && isatty(1) == 1
        guard hasNothingToDo, !hasHome else {
            return becomePlayer(resources, hasScreen: parsed.command.hasScreen)
        }
        _ = StandardStream.error.write(HelpText.hint())
        return .startFailed
    }

    private static func run(
        _ command: CacheCommand, _ parsed: ParsedOptions, _ resources: ResourceLocator
    ) -> ExitCode {
        let loading = CacheLoading(command, parsed, resources)
        switch command.action {
        case .load, .queue, .cancel: return loading.run()
        case .stat: return finish(CacheProgram.run(command, parsed.options.cache, loading: loading.known))
        case .list, .remove, .removeAll: return finish(CacheProgram.run(command, parsed.options.cache))
        }
    }

    /// Returns a word in place of the first file that is no file, but similar to a command.
    private static func mistakenCommand(_ parsed: ParsedOptions) -> String? {
        // Checks the file last, because a drive may never respond.
        guard parsed.command == .play, let word = parsed.items.first?.path,
            let suggestion = CommandTable.suggestion(for: word), access(word, F_OK) != 0
        else { return nil }
        return tr("No file or command named %1. Did you mean %2?", word, "tvplay " + suggestion)
    }

    private static func show(_ information: Information, _ parsed: ParsedOptions) -> ExitCode {
        let text =
            switch information {
            case .profiles: HelpText.profiles(parsed.profiles)
            case .keys: ""
            case .help(all: false): HelpText.short()
            case .help(all: true): HelpText.all()
            case .topicHelp(let group): HelpText.topic(group)
            case .commandHelp(let name): HelpText.command(name) ?? HelpText.short()
            case .version: ProgramVersion.text
            case .optionList: HelpText.optionList()
            case .pictureOutputs: HelpText.pictureOutputs()
            case .completion(let shell): Completions.script(for: shell)
            case .manualPage: ManualPage.source()
            }
        return write(text)
    }

    private static func finish(_ outcome: QuickOutcome) -> ExitCode {
        switch outcome {
        case .text(let text): write(text)
        case .failure(let message): fail(message + "\n")
        }
    }

    private static func write(_ text: String) -> ExitCode {
        if let reason = StandardStream.output.write(text) {
            return fail(tr("Cannot write to standard output: %1", reason) + "\n")
        }
        return .success
    }

    /// Becomes the player, with the arguments as bytes, since a file name need not be UTF-8. With `hasScreen`, starts a
    /// child process instead, so that this one can restore the terminal if the player is killed.
    private static func becomePlayer(_ resources: ResourceLocator, hasScreen: Bool = false) -> ExitCode {
        guard let player = resources.executable("tvplay-player") else {
            let folder = resources.executableFolder ?? "?"
            return fail(
                tr("tvplay-player not found, neither in %1 nor in %1/../libexec/tvplay.", folder) + "\n"
                    + tr("Reinstall tvplay.") + "\n")
        }
        if hasScreen, let job = PlayerJob(player, CommandLine.unsafeArgv) { job.wait().exit() }
        execv(player, CommandLine.unsafeArgv)
        return fail(tr("Cannot start %1: %2", player, String(cString: strerror(errno))) + "\n")
    }

    private static func fail(_ text: String) -> ExitCode {
        _ = StandardStream.error.write("tvplay: " + ByteText.shown(text))
        return .startFailed
    }
}

extension ParsedOptions.Command {
    /// Whether the player draws on the terminal. Other commands print lines, or nothing.
    fileprivate var hasScreen: Bool {
        switch self {
        case .play, .demo, .feed, .room, .downloads: true
        case .roomEvents, .probe, .positions, .history, .cache, .prepare, .remote, .listen, .secureShell, .kiosk,
            .show:
            false
        }
    }
}
