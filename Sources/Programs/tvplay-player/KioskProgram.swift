import CPlatform
import Glibc
import Kiosk
import Options
import PlayCore
import PlayerScreen
import Playlists
import Processes

/// `tvplay kiosk`, behind its front: confines the process before any file is open and any thread runs, then plays as
/// usual, with the functions that ``KioskRules`` allows.
struct KioskProgram {
    private let command: KioskCommand
    private let parsed: ParsedOptions
    private let resources: ResourceLocator
    private let isUTF8: Bool
    private let rules: KioskRules

    init(_ command: KioskCommand, _ parsed: ParsedOptions, _ resources: ResourceLocator, isUTF8: Bool) {
        (self.command, self.parsed, self.resources, self.isUTF8) = (command, parsed.forKiosk, resources, isUTF8)
        let catalogue = parsed.options.services.catalogue ?? ""
        let servers =
            AddressText.isAddress(catalogue)
            ? (command.servers ?? ServerBounds()).adding(serverOf: catalogue) : command.servers
        rules = KioskRules(library: parsed.options.library, servers: servers)
    }

    func run(_ front: FrontLink?) throws(StartError) -> Int32 {
        // The front has identified the viewer; without a front there is no identity.
        guard let viewer = ProcessEnvironment.text("TVPLAY_HOME"), getenv(Self.frontVariable) != nil else {
            throw StartError(message: tr("Start tvplay kiosk, not tvplay-player."))
        }
        unsetenv(Self.frontVariable)
        let name = ProcessEnvironment.text(Self.nameVariable)
        unsetenv(Self.nameVariable)
        FileBounds.confine(to: FileBounds(parsed.options.library))
        let version = try raiseWalls(viewer: viewer)
        if command.action == .check { return check(version, viewer: viewer) }
        guard isatty(0) == 1, isatty(1) == 1 else { throw StartError(message: tr("no terminal")) }
        var own = parsed
        own.setUserName(name)
        let setUp = try PlayerSetUp(own, resources: resources, isUTF8: isUTF8, rules: rules)
        let bounds = KioskSource(
            idleTimeout: command.idleTimeout.map { HostTime(nanoseconds: $0.nanoseconds) },
            limit: command.sessionLimit.map { HostTime(nanoseconds: $0.nanoseconds) }
        ) { item in front?.note(ByteText.bytes(item)) }
        return try PlayerProgram.play(setUp, front, kiosk: bounds)
    }

    private static let frontVariable = "TVPLAY_KIOSK"
    private static let nameVariable = "TVPLAY_KIOSK_NAME"

    /// - Returns: the version of the kernel's Landlock, or `nil` if it has none.
    private func raiseWalls(viewer: String) throws(StartError) -> Int? {
        let program = [resources.localeDirectory, resources.executableFolder].compactMap(\.self)
        let terminal = ["/dev/tty"] + (ttyname(0).map { [String(cString: $0)] } ?? [])
        let plan = rules.walls(
            viewer: viewer, program: program, terminal: terminal, memory: UInt64(command.memory))
        do throws(WallError) {
            return try Walls.raise(plan)
        } catch {
            let place = error.path.map { ": " + SafeText.phrase($0) } ?? ""
            throw StartError(
                message: tr(
                    "Cannot raise the walls around the session (%1): %2", error.operation,
                    String(cString: strerror(error.number)) + place))
        }
    }

    /// Tries actions that public viewers must not perform, from the confined process.
    private func check(_ version: Int?, viewer: String) -> Int32 {
        var openings = 0
        for trial in WallTrial.all(library: parsed.options.library.first ?? "/", state: viewer) {
            // Skips network trials if the kiosk may reach servers.
            if trial.isNetwork, rules.allows(.addresses) { continue }
            let isClosed = trial.isRefused()
            if !isClosed { openings += 1 }
            print((isClosed ? tr("closed") : tr("OPEN")) + "  " + trial.name)
        }
        print(
            version.map { tr("Landlock of the kernel: version %1", "\($0)") }
                ?? tr("The kernel has no Landlock: the program alone guards files. Use a kernel from 5.13 on."))
        return openings == 0 && version != nil ? ExitCode.success.rawValue : ExitCode.playFailed.rawValue
    }
}
