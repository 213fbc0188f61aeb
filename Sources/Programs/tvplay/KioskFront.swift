import CPlatform
import Glibc
import Kiosk
import Options
import PlayCore
import Processes

/// `tvplay kiosk`: the process between sshd and the player. It identifies the viewer and checks for a free place, then
/// starts the player with a clean environment and the viewer's folder. After any end of the player it restores the
/// terminal. It logs watched items if requested. Unlike the player it is not confined.
struct KioskFront {
    private let command: KioskCommand
    private let parsed: ParsedOptions
    private let resources: ResourceLocator

    init(_ command: KioskCommand, _ parsed: ParsedOptions, _ resources: ResourceLocator) {
        (self.command, self.parsed, self.resources) = (command, parsed, resources)
    }

    func run() -> ExitCode {
        guard let folder = command.stateFolder ?? usualFolder else {
            return fail(tr("The account has no home folder: use --state."))
        }
        guard !parsed.options.library.isEmpty, parsed.options.library.allSatisfy({ $0.hasPrefix("/") }) else {
            return fail(tr("Name the folders of the library by absolute paths: --library=/srv/films"))
        }
        umask(0o077)
        switch command.action {
        case .printConfiguration: return printConfiguration()
        case .check: return KioskCheck(command, parsed, resources, folder: folder).run()
        case .serve: break
        }
        do throws(FileError) {
            return try serve(in: folder)
        } catch {
            return fail(tr("The kiosk cannot keep its files: %1", SafeText.phrase("\(error)")))
        }
    }

    /// The folder below this account's home folder. If root runs the check, below that of the viewers' account.
    private var usualFolder: String? {
        let checked = command.action == .check && geteuid() == 0 ? getpwnam(command.account) : nil
        guard let entry = checked ?? getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return nil }
        return String(cString: home) + "/.local/state/tvplay-kiosk"
    }

    private func printConfiguration() -> ExitCode {
        let program = (resources.executableFolder ?? "/usr/bin") + "/tvplay"
        let words = ByteText.commandLine.filter { $0 != "--print-sshd-config" }
        let section = SSHDSection.text(
            account: command.account, command: [program] + words, endsUnused: SSHDProgram.canEndUnused)
        _ = StandardStream.output.write(section)
        return .success
    }

    // MARK: One viewer

    private func serve(in folder: String) throws(FileError) -> ExitCode {
        guard tv_forbid_new_privileges() == 0 else { return fail(String(cString: strerror(errno))) }
        // Applies to this process and the player. Ignores the system's refusal.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(command.niceness))
        let address = ProcessEnvironment.text("SSH_CONNECTION").map { String($0.prefix { $0 != " " }) }
        let key = Self.keyThatLoggedIn()
        let store = ViewerStore(in: folder, most: command.viewers)
        switch ProcessEnvironment.text("SSH_ORIGINAL_COMMAND") {
        case nil: break
        case Self.forget: return forget(key, store)
        default: return fail(tr("This account shows films and runs no commands. Connect with: ssh USER@HOST"))
        }
        guard isatty(0) == 1, isatty(1) == 1 else {
            return fail(tr("This account shows films: connect with a terminal (ssh -t)."))
        }
        KioskEnvironment.clean(own: [:])
        let admission = KioskAdmission(command, folder: folder, store: store)
        var place: KioskHouse.Place?
        switch try admission.enter(from: address) {
        case .entered(let entered): place = entered
        case .refused(.full):
            try admission.log(key ?? .guest, address)?.write(.refused("full"))
            return fail(tr("All places are taken. Please come back later."))
        case .refused(.address):
            try admission.log(key ?? .guest, address)?.write(.refused("address"))
            return fail(tr("Too many viewers at your address. Please come back later."))
        }
        // On a text console the question stays until a viewer answers it.
        let patience = address == nil ? nil : NicknamePrompt.patience
        guard let viewer = key ?? NicknamePrompt.ask(patience) else { return .startFailed }
        let entry = try store.open(viewer)
        let log = try admission.log(viewer, address)
        log?.write(.entered)
        let end = play(viewer, entry, of: store, log)
        log?.write(.left)
        Log.shared.write(store.close(entry), "kiosk")
        withExtendedLifetime(place) {}
        place = nil
        try admission.noteLeaving()
        guard let end else { return .startFailed }
        if case .signal = end { say(tr("The player ended unexpectedly.")) }
        return ExitCode(rawValue: end.status) ?? .startFailed
    }

    /// Returns how the player ended, or `nil` after printing why it did not start.
    private func play(
        _ viewer: ViewerIdentity, _ entry: ViewerStore.Entry, of store: ViewerStore, _ log: WatchLog?
    ) -> ProcessEnd? {
        guard let player = resources.executable("tvplay-player") else {
            say(tr("Reinstall tvplay."))
            return nil
        }
        var own = ["TVPLAY_HOME": entry.path, "TVPLAY_KIOSK": "1", "SWIFT_BACKTRACE": "enable=no"]
        if let name = viewer.shownName { own["TVPLAY_KIOSK_NAME"] = name }
        KioskEnvironment.clean(own: own)
        guard let job = PlayerJob(player, CommandLine.unsafeArgv, isAlone: true) else {
            say(tr("This account shows films: connect with a terminal (ssh -t)."))
            return nil
        }
        let limit = command.sessionLimit.map { Int($0.inSeconds.rounded(.up)) + Self.grace }
        return job.wait(limit: limit) { bytes in
            log?.write(.watched(ByteText.text(bytes[...])))
            do throws(FileError) {
                try store.keep(entry)
            } catch {
                Log.shared.write(.error, "kiosk", "\(error)")
            }
        }
    }

    /// In seconds.
    private static let grace = 15

    // MARK: Erasing

    /// For viewers: `ssh tv@host forget`.
    private static let forget = "forget"

    private func forget(_ key: ViewerIdentity?, _ store: ViewerStore) -> ExitCode {
        KioskEnvironment.clean(own: [:])
        guard let viewer = key ?? NicknamePrompt.ask(NicknamePrompt.patience) else { return .startFailed }
        switch store.erase(viewer) {
        case .done: say(tr("Erased your positions and history."))
        case .nothingKept: say(tr("You have no stored positions or history."))
        case .inUse: return fail(tr("You are watching in another session: end it first."))
        case .failed(let error): return fail(tr("Not everything could be erased: %1", SafeText.phrase(error.reason)))
        }
        return .success
    }

    /// Returns the key in the file that sshd wrote for this session (ExposeAuthInfo).
    private static func keyThatLoggedIn() -> ViewerIdentity? {
        guard let path = ProcessEnvironment.text("SSH_USER_AUTH") else { return nil }
        do throws(FileError) {
            let bytes = try WholeFile.read(path, limit: 1 << 16)
            return ViewerIdentity.key(inAuthenticationInfo: String(decoding: bytes, as: UTF8.self))
        } catch {
            // The viewer is then asked for a name, like one without a key.
            Log.shared.write(.warning, "kiosk", "\(error)")
            return nil
        }
    }

    private func fail(_ text: String) -> ExitCode {
        say(text)
        return .startFailed
    }

    private func say(_ text: String) { _ = StandardStream.error.write("tvplay: " + ByteText.shown(text) + "\n") }
}
