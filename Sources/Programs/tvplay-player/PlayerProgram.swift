import Access
import AudioOutput
import CPlatform
import Catalogue
import Cells
import Glibc
import ListPlayer
import Media
import Mosaic
import Options
import PlayCore
import Playback
import PlayerScreen
import Processes
import TUI
import Terminal

enum PlayerProgram {
    static func run() -> Int32 {
        let status = statusOfRun()
        EndGuard.shared.finish(status: status)
        return status
    }

    private static func statusOfRun() -> Int32 {
        let resources = ResourceLocator()
        let locale = Localization.start(localeDirectory: resources.localeDirectory)
        // Before the first thread, so that every thread inherits it: the main loop receives signals.
        SignalSource.block()
        let front = FrontLink.adopt()
        // Also inherited. Pictures are due at an instant; a refusal only makes them slightly less exact.
        _ = tv_set_timer_slack(1000)
        let parsed: ParsedOptions
        do {
            parsed = try OptionParser.parse(ByteText.commandLine, as: CommandLine.arguments[0], places: .ofThisUser)
        } catch {
            return leave(.startFailed, error.message)
        }
        if let mistake = parsed.configurationMistake { writeError("tvplay: " + mistake.message + "\n") }
        if parsed.command == .show(.keys) { return listKeys(parsed) }
        // The kiosk first confines itself, which applies to threads that start afterwards.
        if case .kiosk = parsed.command {} else { watchEnd(front) }
        FFmpegLog.install()
        TagEncoding.codePage.withLock { $0 = parsed.options.metadataCodePage }
        if parsed.options.audioDevice == .list { return listDevices() }
        do {
            if parsed.command.isConfigured { try PlayerSetUp.openLog(parsed.options) }
            for option in parsed.options.ignored { Log.shared.write(option.logLevel, "options", option.logText) }
        } catch {
            return leave(error.code, error.message)
        }
        if case .listen(let command) = parsed.command { return ListenProgram.run(command, parsed.options).rawValue }
        if case .prepare(let command) = parsed.command {
            return LibraryProgram.run(command, isUTF8: locale.isUTF8).rawValue
        }
        if parsed.command == .probe { return probe(parsed) }
        do throws(StartError) {
            if parsed.command == .roomEvents {
                guard let classProduct else { throw PlayerSetUp.noClasses }
                let access = SourceAccess(parsed.options, openers: classProduct.openers)
                return try classProduct.dump(parsed, access).rawValue
            }
            if case .kiosk(let command) = parsed.command {
                return try KioskProgram(command, parsed, resources, isUTF8: locale.isUTF8).run(front)
            }
            let setUp = try PlayerSetUp(parsed, resources: resources, isUTF8: locale.isUTF8)
            front?.playsOn = setUp.options.playsInBackground
            return try play(setUp, front)
        } catch {
            return leave(error.code, error.message)
        }
    }

    private static func probe(_ parsed: ParsedOptions) -> Int32 {
        let access = SourceAccess(parsed.options, openers: classProduct?.openers ?? [])
        let passwords = AccountPasswords.ofEnvironment()
        let viewer = Viewer(parsed.options.user)
        let services = ServiceDirectory { Services($0, access, viewer, passwords) }
        passwords.ask(
            for: parsed.items.lazy.map { (location: $0.path, options: $0.options.services) }, services,
            PasswordPrompt.read)
        return ProbeProgram.run(parsed.items, access, services).rawValue
    }

    /// - Parameter kiosk: the limits of a public viewer's session, in which sound does not replace a missing picture.
    static func play(
        _ setUp: PlayerSetUp, _ front: FrontLink?, kiosk: KioskSource? = nil
    ) throws(StartError) -> Int32 {
        watchEnd(front)
        defer { setUp.access.close() }
        guard let setUp = setUp.classes == nil ? setUp.withoutClass : setUp else { throw PlayerSetUp.noClasses }
        if let missing = setUp.allMissing {
            return setUp.options.isQuiet ? ExitCode.playFailed.rawValue : leave(.playFailed, missing)
        }
        if !setUp.options.isQuiet {
            for problem in setUp.keyProblems { writeError("tvplay: " + problem.message + "\n") }
        }
        setUp.askForPasswords()
        let outputs = try ProgramOutputSource(setUp.options)
        let isStreamed = setUp.options.pictureProgram != nil || setUp.options.soundProgram != nil
        if isatty(1) == 0, isStreamed || !ControllingTerminal.isOffered, !setUp.browsesDownloads {
            return playWithoutScreen(setUp, front, outputs, because: tr("standard output is not a terminal"))
        }
        let layouts =
            kiosk == nil
            ? try LayoutFiles.library(setUp.options.layout) { name in getenv(name).map { String(cString: $0) } }
            : LayoutLibrary()
        let surface: Surface
        do {
            surface = try Surface(setUp.options, isUTF8: setUp.isUTF8, front, line: setUp.line)
        } catch {
            if setUp.browsesDownloads || setUp.beginsAtHome { return leave(.startFailed, error.explanation) }
            return playWithoutScreen(setUp, front, outputs, because: error.explanation, keyboard: try? Keyboard())
        }
        return Composition(setUp, front, on: surface, outputs, layouts, kiosk: kiosk).run()
    }

    private static func playWithoutScreen(
        _ setUp: PlayerSetUp, _ front: FrontLink?, _ outputs: ProgramOutputSource, because reason: String,
        keyboard: Keyboard? = nil
    ) -> Int32 {
        guard let setUp = setUp.withoutClass else { return leave(.startFailed, noScreenForClass) }
        if !setUp.options.isQuiet, outputs.picture == nil { explainSoundOnly(reason, hasKeys: keyboard != nil) }
        do {
            let surface = try Surface(without: front, keyboard: keyboard)
            return Composition(setUp, front, on: surface, outputs, LayoutLibrary()).run()
        } catch {
            return leave(.startFailed, error.explanation)
        }
    }

    static var noScreenForClass: String { tr("Playing a class needs a terminal. --dump prints its events.") }

    static func explainSoundOnly(_ reason: String, hasKeys: Bool) {
        let keys = hasKeys ? " " + tr("Keys: Space pauses, Left and Right seek, q quits.") : ""
        writeError("tvplay: " + tr("%1: playing the sound only.", reason) + keys + "\n")
    }

    private static func listKeys(_ parsed: ParsedOptions) -> Int32 {
        do {
            let (keys, problems) = try InputConfFile.load(parsed)
            for problem in problems { writeError("tvplay: " + problem.message + "\n") }
            print(KeyList.text(keys), terminator: "")
            return ExitCode.success.rawValue
        } catch {
            return leave(.startFailed, error.message)
        }
    }

    private static func listDevices() -> Int32 {
        guard let devices = SoundDeviceProcess.list(.output) else {
            return leave(
                .startFailed, tr("ALSA cannot list its devices; check ~/.asoundrc and /etc/asound.conf"))
        }
        for device in devices {
            print(device.option)
            for line in device.description.split(separator: "\n") { print("    " + SafeText.clean(String(line))) }
        }
        return ExitCode.success.rawValue
    }

    private static func watchEnd(_ front: FrontLink?) {
        EndGuard.shared.start(front, interruptedStatus: ExitCode.interrupted.rawValue)
    }

    /// Flushes the output. Returns the exit status, which a full disk changes.
    static func flushed(_ status: Int32) -> Int32 {
        guard fflush(nil) != 0, errno != EPIPE else { return status }
        return leave(.startFailed, tr("Cannot write to standard output: %1", systemReason()))
    }

    static func leave(_ code: ExitCode, _ message: String) -> Int32 {
        writeError("tvplay: " + message + "\n")
        return code.rawValue
    }

    static func writeError(_ text: String) {
        // If standard error is closed, the message is lost.
        _ = ByteText.shown(text).withCString { write(2, $0, strlen($0)) }
    }
}

extension TerminalError {
    var explanation: String {
        switch code {
        case .noTerminal: tr("no terminal")
        case .termTooSimple: tr("the terminal %1 cannot position the cursor", SafeText.clean(context))
        case .termUnknown, .termSilent:
            context.isEmpty
                ? tr("TERM is not set, and the terminal does not respond")
                : tr("unknown terminal %1, which does not respond", SafeText.clean(context))
        case .system: tr("cannot use the terminal (%1)", SafeText.clean(description))
        }
    }
}
