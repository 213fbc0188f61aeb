import CPlatform
import Glibc
import Kiosk
import Options
import PlayCore
import Processes

/// `tvplay kiosk --check`: reports in a line each whether sshd, the account and the confinement allow too much.
struct KioskCheck {
    private let command: KioskCommand
    private let parsed: ParsedOptions
    private let resources: ResourceLocator
    private let folder: String

    init(_ command: KioskCommand, _ parsed: ParsedOptions, _ resources: ResourceLocator, folder: String) {
        (self.command, self.parsed, self.resources, self.folder) = (command, parsed, resources, folder)
    }

    func run() -> ExitCode {
        var openings = checkServer()
        if geteuid() == 0, !becomeAccount() {
            tell(isClosed: false, tr("No account %1: what follows is checked as root", command.account))
            openings += 1
        } else {
            let isRoot = geteuid() == 0
            tell(isClosed: !isRoot, isRoot ? tr("the account is root") : tr("the account is not root"))
            if isRoot { openings += 1 }
        }
        openings += checkFolders()
        openings += checkWalls()
        say(openings == 0 ? tr("Nothing is open.") : trn("%1 opening.", "%1 openings.", openings))
        return openings == 0 ? .success : .playFailed
    }

    // MARK: sshd

    private func checkServer() -> Int {
        let user = "user=\(command.account),host=localhost,addr=127.0.0.1"
        do throws(ProgramError) {
            guard geteuid() == 0, let result = try SSHDProgram.run(["-T", "-C", user]) else {
                tell(isClosed: false, tr("Only root can ask sshd for its settings: run this check as root."))
                return 1
            }
            guard result.status == 0 else {
                tell(isClosed: false, tr("sshd did not print its settings: %1", words(result.messages)))
                return 1
            }
            let effective = String(decoding: result.output, as: UTF8.self)
            let openings = SSHDSection.openings(in: effective)
            for opening in openings {
                tell(isClosed: false, "sshd: \(opening.setting) " + SafeText.phrase(opening.value))
            }
            if !SSHDSection.canEndUnused(effective) {
                say(
                    tr(
                        "This sshd cannot end connections without a session. "
                            + "Limit their number with TasksMax of the account's slice."))
            }
            if openings.isEmpty { tell(isClosed: true, tr("sshd: a terminal and the kiosk, nothing else")) }
            return openings.count
        } catch {
            tell(isClosed: false, SafeText.phrase("\(error)"))
            return 1
        }
    }

    private func becomeAccount() -> Bool {
        guard let entry = getpwnam(command.account) else { return false }
        let (user, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
        return initgroups(command.account, group) == 0 && setgid(group) == 0 && setuid(user) == 0
    }

    // MARK: Files

    private func checkFolders() -> Int {
        var openings = 0
        for path in parsed.options.library {
            let isReadable = ByteText.withCString(path) { access($0, R_OK | X_OK) } == 0
            let isWritable = ByteText.withCString(path) { access($0, W_OK) } == 0
            tell(isClosed: isReadable && !isWritable, folderText(path, isReadable, isWritable))
            if !isReadable || isWritable { openings += 1 }
        }
        return openings
    }

    private func folderText(_ path: String, _ isReadable: Bool, _ isWritable: Bool) -> String {
        let shown = SafeText.phrase(path)
        if !isReadable { return tr("%1: the account cannot read it", shown) }
        return isWritable ? tr("%1: the account may write it", shown) : tr("%1: readable, not writable", shown)
    }

    // MARK: Walls

    /// Starts the player, which confines itself and tests the confinement.
    private func checkWalls() -> Int {
        guard let player = resources.executable("tvplay-player") else {
            tell(isClosed: false, tr("Reinstall tvplay."))
            return 1
        }
        let store = ViewerStore(in: folder, most: command.viewers)
        do throws(FileError) {
            let entry = try store.open(.guest)
            defer { Log.shared.write(store.close(entry), "kiosk") }
            return tryWalls(player, viewer: entry.path)
        } catch {
            tell(isClosed: false, tr("The kiosk cannot keep its files: %1", SafeText.phrase("\(error)")))
            return 1
        }
    }

    private func tryWalls(_ player: String, viewer: String) -> Int {
        KioskEnvironment.clean(own: ["TVPLAY_HOME": viewer, "TVPLAY_KIOSK": "1", "SWIFT_BACKTRACE": "enable=no"])
        do throws(ProgramError) {
            let limits = ProgramRun.Limits(time: .seconds(30), outputBytes: 1 << 20)
            let result = try ProgramRun.run([player] + ByteText.commandLine, limits: limits, cancel: CancelToken())
            _ = StandardStream.output.write(String(decoding: result.output, as: UTF8.self))
            if result.status != 0 { say(words(result.messages)) }
            return result.status == 0 ? 0 : 1
        } catch {
            tell(isClosed: false, SafeText.phrase("\(error)"))
            return 1
        }
    }

    // MARK: Words

    private func words(_ bytes: [UInt8]) -> String { SafeText.phrase(String(decoding: bytes, as: UTF8.self)) }

    private func tell(isClosed: Bool, _ text: String) { say((isClosed ? tr("closed") : tr("OPEN")) + "  " + text) }

    private func say(_ text: String) { _ = StandardStream.output.write(text + "\n") }
}
